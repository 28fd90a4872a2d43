#include "app/serve/signals.hpp"

#include <csignal>
#include <ctime>

namespace agent_access::app {
namespace {

sigset_t our_signals() noexcept {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : {SIGHUP, SIGIO, SIGTERM, SIGINT}) ::sigaddset(&signals, number);
  return signals;
}

}  // namespace

void block_signals() noexcept {
  const auto signals = our_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A peer or log reader that closes must cause a write error, not end the process.
  std::signal(SIGPIPE, SIG_IGN);
  // Operators send these to other servers, whose default would end this one.
  std::signal(SIGUSR1, SIG_IGN);
  std::signal(SIGUSR2, SIG_IGN);
}

std::optional<Signal> wait_for_signal(std::chrono::milliseconds timeout) noexcept {
  const auto signals = our_signals();
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  const timespec limit{whole.count(), std::chrono::nanoseconds(timeout - whole).count()};
  const int number = ::sigtimedwait(&signals, nullptr, &limit);
  if (number < 0) return std::nullopt;
  if (number == SIGIO) return Signal::change;
  return number == SIGHUP ? Signal::reload : Signal::stop;
}

}  // namespace agent_access::app
