/// \file
/// Signals as values: blocked in every thread, received by the main thread with sigtimedwait.
#pragma once

#include <chrono>
#include <optional>

namespace agent_access::app {

enum class Signal { reload, change, stop };  ///< SIGHUP; SIGIO of a FolderWatch; SIGTERM or SIGINT

/// Blocks SIGHUP, SIGIO, SIGTERM and SIGINT and ignores SIGPIPE, SIGUSR1 and SIGUSR2. Call it before anything else:
/// until then a SIGHUP ends the process.
void block_signals() noexcept;

/// The next signal, or nothing when none came in time.
[[nodiscard]] std::optional<Signal> wait_for_signal(std::chrono::milliseconds timeout) noexcept;

}  // namespace agent_access::app
