/// \file
/// The protocols of the service manager: sd_notify(3) datagrams, and descriptors that it passes at the start,
/// sd_listen_fds(3). Environment variables are passed as arguments. Not thread safe; one thread notifies.
///
/// NOT checked: that a passed descriptor is a listening socket; net does.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::ops {

class Notifier {
 public:
  /// `address` is $NOTIFY_SOCKET: an absolute path, or '@' and an abstract name. Empty: no manager, all calls succeed.
  explicit Notifier(std::string_view address) : address_(address) {}

  [[nodiscard]] bool is_present() const noexcept { return !address_.empty(); }

  // Each returns false when the message could not be sent. Log it; it is no reason to stop.
  /// `status` is one line for `systemctl status`. Cut at its first line feed, which would start another assignment.
  bool ready(std::string_view status) const noexcept;
  /// A reload begins; systemd waits for ready() and compares `monotonic`, CLOCK_MONOTONIC at this moment.
  bool reloading(std::chrono::microseconds monotonic) const noexcept;
  bool stopping() const noexcept;
  /// A start, reload or stop goes on: the manager waits for `longer` from now, if its own limit ends before.
  bool extend(std::chrono::microseconds longer) const noexcept;
  /// The watchdog's keep-alive message; to be repeated within watchdog_limit().
  bool watchdog() const noexcept;

 private:
  [[nodiscard]] bool send(std::initializer_list<std::string_view> parts) const noexcept;
  std::string address_;
};

/// Descriptors that the service manager has passed.
struct ListenDescriptors {
  std::vector<int> service;
  std::vector<int> admin;  ///< those named "admin" (FileDescriptorName=admin in the socket unit)
};

/// The descriptors passed to this process: 3, 4, … None when `listen_pid_text` ($LISTEN_PID) is not `self`, when that
/// or `listen_fds_text` is absent or malformed, and for a number above 512. `names_text`: $LISTEN_FDNAMES.
[[nodiscard]] ListenDescriptors listen_descriptors(pid_t self, std::string_view listen_pid_text,
                                                   std::string_view listen_fds_text, std::string_view names_text);

/// The time within which watchdog() must be repeated, sd_watchdog_enabled(3). Nothing when the manager does not watch
/// this process: $WATCHDOG_USEC is absent, zero or malformed, or $WATCHDOG_PID is given and not `self`.
[[nodiscard]] std::optional<std::chrono::microseconds> watchdog_limit(pid_t self, std::string_view watchdog_pid_text,
                                                                      std::string_view watchdog_usec_text) noexcept;

}  // namespace agent_access::ops
