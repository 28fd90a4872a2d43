#include "ops/notify.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "base/text.hpp"

namespace agent_access::ops {
namespace {

constexpr int kFirstDescriptor = 3;  // SD_LISTEN_FDS_START
constexpr long kMostDescriptors = 512;

std::optional<long> parse_number(std::string_view text) noexcept {
  const auto number = base::whole_number<long>(text);
  return number && *number >= 0 ? number : std::nullopt;
}

std::string_view first_line(std::string_view text) noexcept { return text.substr(0, text.find('\n')); }

}  // namespace

bool Notifier::send(std::initializer_list<std::string_view> parts) const noexcept try {
  if (address_.empty()) return true;
  const std::string message = base::joined(parts, "");
  sockaddr_un target{};
  if (address_.size() >= sizeof target.sun_path || (address_[0] != '/' && address_[0] != '@')) return false;
  target.sun_family = AF_UNIX;
  std::memcpy(target.sun_path, address_.data(), address_.size());
  if (address_[0] == '@') target.sun_path[0] = '\0';  // an abstract name: given by its length, not terminated
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const ssize_t sent = ::sendto(fd, message.data(), message.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                                reinterpret_cast<const sockaddr*>(&target), length);
  ::close(fd);
  return sent == static_cast<ssize_t>(message.size());
} catch (...) {
  return false;
}

bool Notifier::ready(std::string_view status) const noexcept { return send({"READY=1\nSTATUS=", first_line(status)}); }

bool Notifier::reloading(std::chrono::microseconds monotonic) const noexcept try {
  return send({"RELOADING=1\nMONOTONIC_USEC=", std::to_string(monotonic.count())});
} catch (...) {
  return false;
}

bool Notifier::stopping() const noexcept { return send({"STOPPING=1"}); }

bool Notifier::extend(std::chrono::microseconds longer) const noexcept try {
  return send({"EXTEND_TIMEOUT_USEC=", std::to_string(longer.count())});
} catch (...) {
  return false;
}

bool Notifier::watchdog() const noexcept { return send({"WATCHDOG=1"}); }

ListenDescriptors listen_descriptors(pid_t self, std::string_view listen_pid_text, std::string_view listen_fds_text,
                                     std::string_view names_text) {
  const auto pid = parse_number(listen_pid_text);
  const auto count = parse_number(listen_fds_text);
  if (!pid || !count || *pid != self || *count > kMostDescriptors) return {};
  ListenDescriptors descriptors;
  for (int number = kFirstDescriptor; number < kFirstDescriptor + *count; ++number) {
    const auto colon = names_text.find(':');
    const auto name = names_text.substr(0, colon);
    (name == "admin" ? descriptors.admin : descriptors.service).push_back(number);
    names_text = colon == std::string_view::npos ? std::string_view() : names_text.substr(colon + 1);
  }
  return descriptors;
}

std::optional<std::chrono::microseconds> watchdog_limit(pid_t self, std::string_view watchdog_pid_text,
                                                        std::string_view watchdog_usec_text) noexcept {
  const auto limit = parse_number(watchdog_usec_text);
  if (!limit || *limit == 0) return std::nullopt;
  if (!watchdog_pid_text.empty() && parse_number(watchdog_pid_text) != self) return std::nullopt;
  return std::chrono::microseconds{*limit};
}

}  // namespace agent_access::ops
