/// \file
/// A Redis on a unix socket that knows the commands of one connection. What the script returns is set by the test. It
/// serves one connection, on a thread of its own.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace agent_access::limit::test {

using Words = std::vector<std::string>;

/// Takes the first command (an array of bulk strings) from the bytes; nothing while it is incomplete.
inline std::optional<Words> take_command(std::string& bytes) {
  std::size_t at = 0;
  const auto number = [&]() -> std::optional<std::size_t> {
    const auto end = bytes.find("\r\n", at);
    if (end == std::string::npos) return std::nullopt;
    const std::size_t value = std::stoul(bytes.substr(at + 1, end - at - 1));
    at = end + 2;
    return value;
  };
  const auto count = number();
  if (!count) return std::nullopt;
  Words words;
  while (words.size() < *count) {
    const auto size = number();
    if (!size || bytes.size() < at + *size + 2) return std::nullopt;
    words.push_back(bytes.substr(at, *size));
    at += *size + 2;
  }
  bytes.erase(0, at);
  return words;
}

/// The names of the keys of a call of the script.
inline Words names_of(const Words& call) {
  return {call.begin() + 3, call.begin() + 3 + static_cast<std::ptrdiff_t>(std::stoul(call[2]))};
}

class FakeRedis {
 public:
  /// Gets a call of the script and returns one integer for each key.
  using Script = std::function<std::vector<std::int64_t>(const Words& call)>;

  explicit FakeRedis(Script script) : script_(std::move(script)) {
    auto folder = (std::filesystem::temp_directory_path() / "agent-access-test-XXXXXX").string();
    if (::mkdtemp(folder.data()) != nullptr) folder_ = folder;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path().c_str(), path().size());
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    static_cast<void>(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address));
    static_cast<void>(::listen(listener_, 1));
    thread_ = std::thread([this] { serve(); });
  }
  FakeRedis(const FakeRedis&) = delete;
  FakeRedis& operator=(const FakeRedis&) = delete;
  ~FakeRedis() {
    end();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path() const { return (folder_ / "socket").string(); }
  /// All calls of the script. The client must have closed its connection.
  [[nodiscard]] const std::vector<Words>& calls() {
    end();
    return calls_;
  }

 private:
  void end() {
    if (!thread_.joinable()) return;
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }

  void serve() {
    const int client = ::accept(listener_, nullptr, nullptr);
    if (client < 0) return;
    std::string bytes;
    std::array<char, 4096> buffer{};
    for (;;) {
      const auto received = ::recv(client, buffer.data(), buffer.size(), 0);
      if (received <= 0) break;
      bytes.append(buffer.data(), static_cast<std::size_t>(received));
      while (const auto command = take_command(bytes)) {
        const std::string reply = reply_to(*command);
        static_cast<void>(::send(client, reply.data(), reply.size(), MSG_NOSIGNAL));
      }
    }
    ::close(client);
  }

  std::string reply_to(const Words& command) {
    if (command.front() == "SELECT") return "+OK\r\n";
    if (command.front() == "SCRIPT") return "$40\r\n" + std::string(40, 'a') + "\r\n";
    calls_.push_back(command);
    const auto owed = script_(command);
    std::string reply = "*" + std::to_string(owed.size()) + "\r\n";
    for (const auto each : owed) reply += ":" + std::to_string(each) + "\r\n";
    return reply;
  }

  Script script_;
  std::filesystem::path folder_;
  int listener_ = -1;
  std::vector<Words> calls_;
  std::thread thread_;
};

}  // namespace agent_access::limit::test
