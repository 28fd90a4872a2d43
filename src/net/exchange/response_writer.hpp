/// \file
/// Where the responses of one connection over HTTP/1.1 wait until they are sent: in the outbox of its worker within one
/// event, in one of its own beyond that; and whether the peer reads them. Sends nothing.
///
/// Not thread safe: belongs to its connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "net/exchange/outbox.hpp"
#include "net/exchange/worker_resources.hpp"

namespace agent_access::net {

class ResponseWriter {
 public:
  explicit ResponseWriter(WorkerResources& resources) noexcept : resources_(resources) {}

  [[nodiscard]] Outbox& outbox() noexcept { return own_ ? *own_ : resources_.outbox; }
  [[nodiscard]] bool has_own() const noexcept { return own_ != nullptr; }
  [[nodiscard]] std::size_t held_bytes() const noexcept { return own_ ? own_->held_bytes() : 0; }

  /// Keeps the responses beyond this event.
  void keep() {
    if (!own_) own_ = resources_.take_outbox();
  }
  /// Reports the responses, which were sent or cannot be.
  void finish(std::string_view peer, SteadyTime now) noexcept {
    outbox().finish(peer, resources_.observer, now);
    if (own_) resources_.give_back(std::move(own_));
  }
  /// The same for a connection that is closed: those of the worker's outbox are not its own.
  void abandon(std::string_view peer, SteadyTime now) noexcept {
    if (own_) own_->finish(peer, resources_.observer, now);
  }

  /// Progress counts from now on.
  void expect_progress(int socket) noexcept { acknowledged_ = acknowledged(socket); }
  /// True when the peer has acknowledged enough since the last progress: a slow reader of a large response is allowed,
  /// a stalled one is not.
  [[nodiscard]] bool has_progressed(int socket) noexcept;

 private:
  [[nodiscard]] std::int64_t acknowledged(int socket) noexcept;

  WorkerResources& resources_;
  std::unique_ptr<Outbox> own_;
  std::int64_t acknowledged_ = 0;  ///< at the last progress
};

}  // namespace agent_access::net
