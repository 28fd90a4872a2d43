/// \file
/// A thread that does something again and again, and what tells the service manager that a load goes on.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include "ops/notify.hpp"

namespace agent_access::app {

/// Calls `beat`, at once and then once in each interval, on a thread of its own until it is destroyed.
class Pulse {
 public:
  Pulse(std::chrono::milliseconds interval, std::function<void()> beat);
  /// False where no thread can be started: then nothing is called.
  [[nodiscard]] bool has_thread() const noexcept { return thread_.joinable(); }

 private:
  std::jthread thread_;
};

/// While it exists, the service manager is told that the process loads, so that a load may take any time.
[[nodiscard]] std::unique_ptr<Pulse> tell_that_it_loads(const ops::Notifier& notifier);

}  // namespace agent_access::app
