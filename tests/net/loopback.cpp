#include "net/loopback.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <utility>

#include "http/message.hpp"

namespace agent_access::test {
namespace {

constexpr std::size_t kChunk = 16 * 1024;

sockaddr_in address_of(std::string_view text, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  inet_pton(AF_INET, std::string(text).c_str(), &address.sin_addr);
  return address;
}

}  // namespace

std::optional<std::string> Answer::field(std::string_view name) const {
  if (head.empty()) return std::nullopt;
  std::size_t at = head.find("\r\n") + 2;
  for (std::size_t end; (end = head.find("\r\n", at)) != at; at = end + 2) {
    const std::string_view line = std::string_view(head).substr(at, end - at);
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos && http::equal_names(line.substr(0, colon), name)) {
      return std::string(line.substr(colon + 2));
    }
  }
  return std::nullopt;
}

Client::Client(std::string_view source) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const sockaddr_in from = address_of(source, 0);
  const int on = 1;
  const timeval patience{10, 0};
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0) throw std::runtime_error("bind");
}

Client::~Client() { ::close(socket_); }

void Client::connect(std::uint16_t port) {
  const sockaddr_in to = address_of("127.0.0.1", port);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) throw std::runtime_error("connect");
}

bool Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::size_t Client::send_some(std::string_view bytes) {
  const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent < 0 ? 0 : static_cast<std::size_t>(sent);
}

void Client::shutdown_send() { ::shutdown(socket_, SHUT_WR); }

void Client::shrink_receive_buffer() {
  const int bytes = 4096;
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

bool Client::read_some(std::size_t most) {
  const std::size_t before = buffer_.size();
  buffer_.resize(before + most);
  const ssize_t got = ::recv(socket_, buffer_.data() + before, most, 0);
  timed_out_ = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return got > 0;
}

std::optional<Answer> Client::receive(Asked asked) {
  std::size_t end;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!read_some(kChunk)) return std::nullopt;
  }
  Answer answer;
  answer.head = buffer_.substr(0, end + 4);
  if (!answer.head.starts_with("HTTP/1.1 ")) return std::nullopt;
  answer.status = std::stoi(answer.head.substr(9, 3));
  const std::string length = answer.field("Content-Length").value_or("0");
  const std::size_t size = asked == Asked::head_only ? 0 : std::stoul(length);
  while (buffer_.size() < end + 4 + size) {
    if (!read_some(kChunk)) return std::nullopt;
  }
  answer.body = buffer_.substr(end + 4, size);
  buffer_.erase(0, end + 4 + size);
  return answer;
}

Answer Client::answer(std::source_location where) {
  auto received = receive();
  if (received) return *std::move(received);
  ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line())) << "no response";
  return {};
}

std::string Client::receive_all() {
  while (read_some(kChunk)) {
  }
  std::string all;
  all.swap(buffer_);
  return timed_out_ ? all + "(timeout)" : all;
}

bool Client::is_at_end() { return receive_all().empty(); }

std::size_t count_answers(std::string_view stream) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = stream.find("HTTP/1.1 ", at)) != std::string_view::npos; ++at) ++count;
  return count;
}

}  // namespace agent_access::test
