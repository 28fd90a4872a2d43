/// \file
/// Listening sockets that the service manager keeps while the service restarts, so that connections wait for the next
/// process instead of being refused. systemd: FileDescriptorStoreMax= in the unit.
#pragma once

#include <vector>

#include "app/config/setting_table.hpp"
#include "net/io/endpoint.hpp"
#include "ops/notify.hpp"

namespace agent_access::app {

/// The sockets that were passed to this process, by the variables LISTEN_*.
class KeptSockets {
 public:
  explicit KeptSockets(const Environment& environment);
  KeptSockets(const KeptSockets&) = delete;
  KeptSockets& operator=(const KeptSockets&) = delete;
  /// Unless the start succeeded, nobody would accept the connections that wait: they are refused, here and at the
  /// manager.
  ~KeptSockets();

  /// All of them, if each listens on `endpoint` and no socket unit opened others; they remain open. Otherwise none:
  /// they are closed, here and at the manager.
  [[nodiscard]] const std::vector<int>& take(const net::Endpoint& endpoint);
  void start_succeeded() noexcept { has_started_ = true; }

 private:
  void refuse() noexcept;

  ops::Notifier notifier_;
  std::vector<int> sockets_;
  bool has_socket_unit_;
  bool has_started_ = false;
};

}  // namespace agent_access::app
