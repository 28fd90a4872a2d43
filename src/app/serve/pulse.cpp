#include "app/serve/pulse.hpp"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <utility>

namespace agent_access::app {
namespace {

constexpr std::chrono::milliseconds kLoadPulse{10'000};

}  // namespace

Pulse::Pulse(std::chrono::milliseconds interval, std::function<void()> beat) try
    : thread_([interval, beat = std::move(beat)](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        do beat();
        while (!changed.wait_for(lock, stop, interval, [&stop] { return stop.stop_requested(); }));
      }) {
} catch (const std::system_error&) {
}

std::unique_ptr<Pulse> tell_that_it_loads(const ops::Notifier& notifier) {
  if (!notifier.is_present()) return nullptr;
  return std::make_unique<Pulse>(kLoadPulse, [&notifier] { static_cast<void>(notifier.extend(3 * kLoadPulse)); });
}

}  // namespace agent_access::app
