/// \file
/// What the connections of one worker share: limits, handler, observer, and scratch storage. Scratch can be shared
/// because each request is handled within one callback; responses that stay longer get an outbox of their own. Belongs
/// to its worker's thread.
#pragma once

#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.hpp"
#include "http/handler.hpp"
#include "net/capacity/connection_counts.hpp"
#include "net/capacity/limits.hpp"
#include "net/capacity/memory_budget.hpp"
#include "net/exchange/outbox.hpp"
#include "net/exchange/request_id.hpp"
#include "net/http1/framing.hpp"
#include "net/io/event_loop.hpp"
#include "net/tls/tls_context.hpp"

namespace agent_access::net {

/// The Date field, rendered once a second.
class DateLine {
 public:
  /// "Date: ...\r\n" for now; valid until the next call.
  [[nodiscard]] std::string_view current();

 private:
  std::time_t rendered_ = -1;
  std::string line_;
};

struct WorkerResources {
  WorkerResources(const Limits& the_limits, http::Handler& the_handler, http::Observer& the_observer)
      : limits(the_limits), handler(the_handler), observer(the_observer) {}

  const Limits& limits;
  http::Handler& handler;
  http::Observer& observer;
  RequestIds request_ids = RequestIds::seeded();
  DateLine date;
  Head head;
  Outbox outbox;          ///< empty between two callbacks
  bool stopping = false;  ///< every response closes its connection

  std::shared_ptr<const base::TrustedProxies> trusted{};  ///< never null while connections are open
  std::shared_ptr<const TlsContext> tls{};                ///< for new connections; null: plain HTTP
  MemoryBudget* memory = nullptr;          ///< of the connections of all workers; set before the first of them
  ConnectionCounts* handshakes = nullptr;  ///< in progress, of all workers; set where `tls` is

  /// The outbox of the worker with its content, which leaves an empty one behind. give_back() it when it is empty.
  [[nodiscard]] std::unique_ptr<Outbox> take_outbox();
  void give_back(std::unique_ptr<Outbox> sent) noexcept;

  [[nodiscard]] bool is_trusted(const base::IpAddress& peer) const noexcept {
    return trusted && trusted->contains(peer);
  }

  /// The ID of a request: the one that a trusted proxy names, or a new one.
  [[nodiscard]] RequestId id_of(const http::Request& request) noexcept;

  /// Answers malformed or refused input: a complete response with `Connection: close` in `into`. `request`: the
  /// request, if its whole head was read.
  void refuse(http::RequestError fault, http::Method method, SteadyTime started, Outbox& into,
              std::string_view more_fields = {}, const http::Request* request = nullptr);

 private:
  std::vector<std::unique_ptr<Outbox>> spare_outboxes_;  ///< empty, with their storage
};

}  // namespace agent_access::net
