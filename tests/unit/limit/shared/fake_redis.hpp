/// \file
/// A Redis on a unix socket. What the script returns, or the bytes of every reply, are set by the test. It serves one
/// connection after the other, on a thread of its own.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "limit/shared/redis_url.hpp"

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

inline const std::string kScriptId = "$40\r\n" + std::string(40, 'a') + "\r\n";

inline std::string row_of(const std::vector<std::int64_t>& owed) {
  std::string reply = "*" + std::to_string(owed.size()) + "\r\n";
  for (const auto each : owed) reply += ":" + std::to_string(each) + "\r\n";
  return reply;
}

/// The bytes that follow a command, perhaps of no reply or of several.
struct RawReply {
  std::string bytes;
  bool is_in_pieces = false;  ///< each byte is sent on its own
  bool closes = false;        ///< the connection, after the bytes
};

/// To a command; `owed` returns the integers for a call of the script.
template <class Owed>
RawReply right_reply(const Words& command, const Owed& owed) {
  if (command.front() == "SELECT") return {"+OK\r\n"};
  if (command.front() == "SCRIPT") return {kScriptId};
  return {row_of(owed(command))};
}

class FakeRedis {
 public:
  /// Gets a call of the script and returns one integer for each key.
  using Script = std::function<std::vector<std::int64_t>(const Words& call)>;
  /// Gets each command of each connection.
  using Answer = std::function<RawReply(const Words& command)>;

  explicit FakeRedis(Script script)
      : FakeRedis(Answer([this, script = std::move(script)](const Words& command) {
          return right_reply(command, [&](const Words& call) {
            calls_.push_back(call);
            return script(call);
          });
        })) {}
  explicit FakeRedis(Answer answer) : answer_(std::move(answer)) {
    auto folder = (std::filesystem::temp_directory_path() / "agent-access-test-XXXXXX").string();
    if (::mkdtemp(folder.data()) != nullptr) folder_ = folder;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = target().path;
    std::memcpy(address.sun_path, path.c_str(), path.size());
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

  [[nodiscard]] RedisTarget target() const {
    RedisTarget made;
    made.path = (folder_ / "socket").string();
    return made;
  }
  /// Sends what was not asked for. The client must have had a reply; it can read these bytes when this returns.
  void send_unasked(std::string_view bytes) {
    const std::lock_guard lock(closing_);
    send(client_, bytes);
  }
  /// No answer is made any more. The client must have closed its connection.
  void end() {
    if (!thread_.joinable()) return;
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  /// All calls of the script, after end().
  [[nodiscard]] const std::vector<Words>& calls() {
    end();
    return calls_;
  }

 private:
  static void send(int client, std::string_view bytes) {
    static_cast<void>(::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }

  void serve() {
    while ((client_ = ::accept(listener_, nullptr, nullptr)) >= 0) {
      converse();
      const std::lock_guard lock(closing_);
      ::close(client_);
    }
  }

  /// Until one side closes the connection.
  void converse() {
    std::string bytes;
    std::array<char, 4096> buffer{};
    for (;;) {
      const auto received = ::recv(client_, buffer.data(), buffer.size(), 0);
      if (received <= 0) return;
      bytes.append(buffer.data(), static_cast<std::size_t>(received));
      while (const auto command = take_command(bytes)) {
        const RawReply reply = answer_(*command);
        const std::size_t step = reply.is_in_pieces ? 1 : std::max<std::size_t>(reply.bytes.size(), 1);
        for (std::size_t at = 0; at < reply.bytes.size(); at += step) {
          send(client_, std::string_view(reply.bytes).substr(at, step));
        }
        if (reply.closes) return;
      }
    }
  }

  Answer answer_;
  std::filesystem::path folder_;
  int listener_ = -1;
  std::atomic<int> client_{-1};
  std::mutex closing_;
  std::vector<Words> calls_;
  std::thread thread_;
};

}  // namespace agent_access::limit::test
