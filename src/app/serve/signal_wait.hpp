/// \file
/// Signals as values: blocked in every thread, received by the main thread with sigtimedwait.
#pragma once

#include <chrono>
#include <optional>

namespace agent_access::app {

enum class Signal { reload, stop };  ///< SIGHUP; SIGTERM or SIGINT

/// Blocks SIGHUP, SIGTERM and SIGINT and ignores SIGPIPE. Call it before the first thread is made.
void block_signals() noexcept;

/// The next signal, or nothing when none came in time.
[[nodiscard]] std::optional<Signal> wait_for_signal(std::chrono::milliseconds timeout) noexcept;

}  // namespace agent_access::app
