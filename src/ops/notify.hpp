/// \file
/// The service manager's two small protocols: sd_notify(3) datagrams and descriptors of a socket unit,
/// sd_listen_fds(3). Environment variables come in as arguments. Not thread safe; one thread notifies.
///
/// NOT checked: that a passed descriptor is a listening socket; net does.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::ops {

class Notifier {
 public:
  /// `address` is $NOTIFY_SOCKET: an absolute path, or '@' and an abstract name. Empty: nobody listens, all calls
  /// succeed.
  explicit Notifier(std::string_view address) : address_(address) {}

  // Each returns false when a message was due and could not be sent. That is worth a log line, never a stop.
  bool ready(std::string_view status) const noexcept;
  /// A reload begins; systemd waits for ready() and compares `monotonic`, CLOCK_MONOTONIC at this moment.
  bool reloading(std::chrono::microseconds monotonic) const noexcept;
  bool stopping() const noexcept;
  /// The watchdog's sign of life; to be repeated within watchdog_limit().
  bool watchdog() const noexcept;
  /// One line for `systemctl status`. Cut at its first line feed: a status must not become another assignment.
  bool status(std::string_view text) const noexcept;

 private:
  [[nodiscard]] bool send(std::string_view message) const noexcept;
  std::string address_;
};

/// The descriptors handed over for us: 3, 4, … Empty when `listen_pid_text` ($LISTEN_PID) is not `self`, or when a text
/// is absent or malformed, or more than 64 are claimed.
[[nodiscard]] std::vector<int> listen_descriptors(pid_t self, std::string_view listen_pid_text,
                                                  std::string_view listen_fds_text);

/// Within which time watchdog() is to be repeated, sd_watchdog_enabled(3). Nothing when the manager does not watch this
/// process: $WATCHDOG_USEC is absent, zero or malformed, or $WATCHDOG_PID is given and not `self`.
[[nodiscard]] std::optional<std::chrono::microseconds> watchdog_limit(pid_t self, std::string_view watchdog_pid_text,
                                                                      std::string_view watchdog_usec_text) noexcept;

}  // namespace agent_access::ops
