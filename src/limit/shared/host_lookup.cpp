#include "limit/shared/host_lookup.hpp"

#include <netdb.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/ip_address.hpp"

namespace agent_access::limit {

namespace {

using Addresses = HostLookup::Addresses;
using SteadyClock = std::chrono::steady_clock;

/// More addresses than a server usually has.
constexpr std::size_t kMostAddresses = 8;

Addresses resolve_by_system(const std::string& host) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return {};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
  Addresses addresses;
  for (const auto* each = found; each != nullptr && addresses.size() < kMostAddresses; each = each->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    const int failed =
        ::getnameinfo(each->ai_addr, each->ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST);
    if (failed == 0) addresses.emplace_back(text.data());
  }
  return addresses;
}

}  // namespace

/// Shared by the look-up thread and the thread that waits; the last of the two frees it.
struct HostLookup::Pending {
  Pending() : done(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (done < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }
  ~Pending() { static_cast<void>(::close(done)); }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;

  void finish(Addresses found) {
    {
      const std::scoped_lock lock(mutex);
      addresses = std::move(found);
    }
    static_cast<void>(::eventfd_write(done, 1));
  }
  [[nodiscard]] Addresses take() {
    const std::scoped_lock lock(mutex);
    return std::move(addresses);
  }
  /// Until the look-up has ended.
  [[nodiscard]] base::Result<void, RedisFault> wait(SteadyClock::time_point end, int wake) const;

  const int done;
  std::mutex mutex;
  Addresses addresses;
};

base::Result<void, RedisFault> HostLookup::Pending::wait(SteadyClock::time_point end, int wake) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
    std::array<pollfd, 2> polled{{{done, POLLIN, 0}, {wake, POLLIN, 0}}};
    const int ready = ::poll(polled.data(), polled.size(), left.count() <= 0 ? 0 : static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return base::Failure(RedisFault::unresolved);
    if (ready > 0 && polled[1].revents != 0) return base::Failure(RedisFault::stopped);
    if (ready > 0) return {};
    if (left.count() <= 0) return base::Failure(RedisFault::unresolved);
  }
}

HostLookup::HostLookup(std::string host) : HostLookup(std::move(host), resolve_by_system) {}
HostLookup::HostLookup(std::string host, Resolve resolve) : host_(std::move(host)), resolve_(std::move(resolve)) {}
HostLookup::HostLookup(HostLookup&&) noexcept = default;
HostLookup& HostLookup::operator=(HostLookup&&) noexcept = default;
HostLookup::~HostLookup() = default;

base::Result<Addresses, RedisFault> HostLookup::wait(std::chrono::milliseconds longest, int wake) {
  if (base::IpAddress::parse(host_)) return Addresses{host_};
  const auto end = SteadyClock::now() + longest;
  if (!pending_) {
    try {
      auto pending = std::make_shared<Pending>();
      // The thread has its own copies: this object may be destroyed before the thread ends.
      std::thread([pending, host = host_, resolve = resolve_] {
        Addresses found;
        try {
          found = resolve(host);
        } catch (...) {
          // Out of memory for the addresses: treated as no address.
        }
        pending->finish(std::move(found));
      }).detach();
      pending_ = std::move(pending);
    } catch (const std::exception&) {
      return base::Failure(RedisFault::unresolved);
    }
  }
  if (auto waited = pending_->wait(end, wake); !waited) return base::Failure(waited.error());
  auto addresses = pending_->take();
  pending_.reset();
  if (addresses.empty()) return base::Failure(RedisFault::unresolved);
  return addresses;
}

}  // namespace agent_access::limit
