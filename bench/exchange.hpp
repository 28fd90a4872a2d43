/// \file
/// One worker without its sockets: bytes of a request in, bytes of the response out, through the code of the server.
/// Parses the head, calls the Gate, completes the response and the observer, which writes the access line and counts,
/// in the order of net::Session. NOT in it: the session's deadlines, system calls and TLS.
///
/// An instance belongs to one thread. Its responses depend only on the requests, except for nonces of signatures.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "example_service.hpp"
#include "net/capacity/connection_counts.hpp"
#include "net/exchange/outbox.hpp"
#include "net/exchange/request_id.hpp"
#include "net/http1/framing.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"
#include "ops/observer.hpp"
#include "service/handler.hpp"
#include "support/fixed_ports.hpp"

namespace agent_access::bench {

/// A copy of one response.
struct Reply {
  std::uint16_t status = 0;
  std::string head;  ///< status line and fields
  std::string body;
};

class Exchange {
 public:
  explicit Exchange(std::shared_ptr<const service::Snapshot> snapshot);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// Serves one complete request; the status. Throws std::runtime_error when the bytes are not exactly one request.
  std::uint16_t serve(std::string_view bytes);
  /// The same with the whole response.
  [[nodiscard]] Reply ask(std::string_view bytes);
  /// Time between two requests, long enough for the limiter to refill the budget.
  void rest() { monotonic_.advance(std::chrono::milliseconds{1}); }

 private:
  net::Outgoing& answer(std::string_view bytes);
  void finish();

  test::FixedClock clock_{kNow};
  test::FixedMonotonicClock monotonic_;
  CountedRandom random_;
  service::VerifiedTokenCache verified_tokens_;
  limit::RateLimiter limiter_{limit::HashKey{}};
  std::unique_ptr<service::Handler> handler_;
  int sink_;
  ops::Log log_;
  ops::Metrics metrics_{1};
  ops::AccessObserver observer_;
  net::Limits limits_;
  net::RequestIds request_ids_{1};
  net::Head head_;
  net::Outbox outbox_;
  base::IpAddress peer_ = base::IpAddress::parse(kPeer).value();
};

}  // namespace agent_access::bench
