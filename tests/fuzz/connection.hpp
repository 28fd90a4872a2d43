/// \file
/// One connection of the server over a pair of connected sockets, for the fuzz targets: the bytes of the peer pass
/// through the event loop and the session as in the program, in pieces of any size.
#pragma once

#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/ip_address.hpp"
#include "fuzz/target.hpp"
#include "http/fields.hpp"
#include "net/capacity/connection_counts.hpp"
#include "net/capacity/limits.hpp"
#include "net/capacity/memory_budget.hpp"
#include "net/session.hpp"
#include "service/fault_table.hpp"

namespace agent_access::fuzz {

/// Returns the request in the response. Counts its responses.
class EchoHandler final : public http::Handler {
 public:
  void handle(const http::Request& request, http::Response& response) override {
    must(!request.path.empty() && request.path.front() == '/' && !request.host.empty());
    must(request.body.size() <= 16 * net::kKibibyte && request.fields.size() <= 100 && request.request_id.size() == 16);
    ++answers;
    response.constant_fields = "Content-Type: text/plain\r\n";
    response.body.append(request.peer).append(" ").append(request.path).append(" ").append(request.body);
  }
  void reject(http::RequestError fault, http::Response& response) noexcept override {
    ++answers;
    http::refuse(service::fault_of(fault), response);
    response.connection = http::Connection::close;
  }
  void reject_request(http::RequestError fault, const http::Request& request,
                      http::Response& response) noexcept override {
    must(!request.path.empty() && request.path.front() == '/' && !request.host.empty() && !request.peer.empty());
    reject(fault, response);
  }
  std::size_t answers = 0;
};

class CountingObserver final : public http::Observer {
 public:
  void on_response_sent(const http::Answered&) noexcept override { ++answers; }
  void connection_opened() noexcept override { ++open; }
  void connection_closed() noexcept override { --open; }
  std::size_t answers = 0;
  int open = 0;
};

class Connection final : private net::SessionOwner {
 public:
  /// `counts` must outlive the connection.
  Connection(net::WorkerResources& resources, net::EventLoop& loop, net::ConnectionCounts& counts,
             const base::IpAddress& peer)
      : loop_(loop), budget_(resources.limits.memory) {
    std::array<int, 2> pair{};
    must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair.data()) == 0);
    ours_ = pair[0];
    servers_ = pair[1];
    if (!resources.trusted) resources.trusted = std::make_shared<const base::TrustedProxies>();
    resources.memory = &budget_;
    auto place = counts.try_add(peer);
    must(place.has_value());
    net::SessionOwner& owner = *this;  // the list has no access to the private base
    const auto session =
        sessions_.emplace(sessions_.end(), net::Descriptor(pair[1]), std::move(*place), peer, loop, resources, owner);
    must(session->start(session, net::SteadyClock::now()));
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    sessions_.front().abort();
    ::close(ours_);
    must(budget_.held() == 0);
  }

  /// Sends the bytes in pieces of varying sizes, up to `piece`, and reads the responses.
  void give(std::string_view bytes, std::size_t piece) {
    std::uint32_t state = 2463534242U + static_cast<std::uint32_t>(piece);
    while (!bytes.empty() && !is_closed()) {
      state ^= state << 13U;
      state ^= state >> 17U;
      state ^= state << 5U;
      const std::size_t size = std::min(bytes.size(), 1 + state % piece);
      if (::send(ours_, bytes.data(), size, MSG_NOSIGNAL) != static_cast<ssize_t>(size)) return;
      bytes.remove_prefix(size);
      settle();
    }
    turn(4);
  }
  /// Advances the time beyond each deadline, one after the other.
  void wait() {
    for (int round = 1; round <= 4; ++round) {
      if (!is_closed()) sessions_.front().tick(net::SteadyClock::now() + std::chrono::minutes(2 * round));
      turn(2);
    }
  }
  [[nodiscard]] bool is_closed() const { return is_closed_; }
  /// All bytes received so far.
  [[nodiscard]] const std::string& answers() const { return answers_; }

 private:
  void release(net::Sessions::iterator) noexcept override { is_closed_ = true; }
  void has_received(net::Session&) override {}  // turn() continues
  void has_responses(net::Session&) override {}
  void waits_for_turn(net::Session&) override {}

  /// Turns until the server has read everything, or reads no more. One turn reads as much as the read buffer has room
  /// for.
  void settle() {
    for (int unread = -1, same = 0; same < 3; same = unread == unread_bytes() ? same + 1 : 0) {
      unread = unread_bytes();
      turn(1);
    }
  }
  [[nodiscard]] int unread_bytes() const {
    int bytes = 0;
    if (!is_closed()) must(::ioctl(servers_, FIONREAD, &bytes) == 0);
    return bytes;
  }
  void turn(std::size_t times) {
    std::array<char, 16 * net::kKibibyte> room;
    for (; times > 0; --times) {
      if (!is_closed()) loop_.turn(net::SteadyClock::now());
      sessions_.front().resume(net::SteadyClock::now());
      sessions_.front().handle_received();
      sessions_.front().send_responses();
      sessions_.front().finish_responses(net::SteadyClock::now());
      for (;;) {
        const ssize_t size = ::recv(ours_, room.data(), room.size(), 0);
        if (size <= 0) break;
        answers_.append(room.data(), static_cast<std::size_t>(size));
      }
    }
  }

  net::EventLoop& loop_;
  net::MemoryBudget budget_;
  net::Sessions sessions_;
  int ours_ = -1;
  int servers_ = -1;  ///< belongs to the session
  std::string answers_;
  bool is_closed_ = false;
};

/// Without the parts that differ between runs: the lines of date and request id, and 100 Continue.
inline std::string comparable(std::string text) {
  const auto remove_all = [&text](std::string_view start, std::string_view end) {
    for (std::size_t at = 0; (at = text.find(start, at)) != std::string::npos;) {
      const std::size_t stop = text.find(end, at);
      text.erase(at, stop == std::string::npos ? std::string::npos : stop + end.size() - at);
    }
  };
  remove_all("Date: ", "\r\n");
  remove_all("X-Request-Id: ", "\r\n");
  remove_all("HTTP/1.1 100 Continue", "\r\n\r\n");
  return text;
}

}  // namespace agent_access::fuzz
