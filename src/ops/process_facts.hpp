/// \file
/// What a process manager shows of this process, for the metrics that Prometheus' client libraries name process_*. Read
/// from the kernel: getrusage(2), getrlimit(2) and /proc/self, which the unit's ProcSubset=pid leaves visible. Thread
/// safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_access::ops {

/// A value that cannot be read is left out.
struct ProcessFacts {
  std::optional<double> cpu_seconds;  ///< user and system time
  std::optional<std::uint64_t> open_descriptors;
  std::optional<std::uint64_t> most_descriptors;  ///< the soft limit
  std::optional<std::uint64_t> virtual_bytes;
  std::optional<std::uint64_t> resident_bytes;
  std::optional<double> start_time;  ///< Unix time
};

[[nodiscard]] ProcessFacts read_process_facts();

/// The sizes in the text of /proc/self/statm, in pages.
struct MemoryPages {
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
};
[[nodiscard]] std::optional<MemoryPages> parse_statm(std::string_view text) noexcept;
/// Field 22 of the text of /proc/self/stat: clock ticks from the boot to the start. The name of the program, field 2,
/// may contain spaces and parentheses.
[[nodiscard]] std::optional<std::uint64_t> parse_start_ticks(std::string_view stat) noexcept;

}  // namespace agent_access::ops
