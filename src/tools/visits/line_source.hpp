/// \file
/// The lines of a log: from a file, compressed or not, from standard input, or from the journal of systemd through
/// journalctl; and the times of --since and --until. Belongs to one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/ports.hpp"
#include "base/result.hpp"

namespace agent_access::tools {

/// What is done with what is read.
struct LineSink {
  std::function<void(std::string_view line)> line;         ///< without its line feed
  std::function<void(std::uint64_t bytes)> has_read = {};  ///< bytes so far, now and then; may be empty
};

/// From an open file, as it is or compressed by gzip (RFC 1952, also several members), which the sink does not see. A
/// line longer than kLongestLine is passed on cut, so that it counts once. An error is a sentence. NOT limited: how
/// much a compressed file becomes; no more than a line of it is kept.
[[nodiscard]] base::Result<void, std::string> read_lines(int descriptor, std::string_view name, const LineSink& sink);
/// "-": standard input. Refuses files of zstd and xz, and says how to read them.
[[nodiscard]] base::Result<void, std::string> read_log_file(const std::string& path, const LineSink& sink);

/// The text of `journalctl` for the unit; the lines of the service itself, without those of the service manager.
struct JournalQuery {
  std::string unit = "agent-access";
  std::optional<base::Seconds> since = std::nullopt;
};

/// A name that systemd accepts for a service: nothing that a shell reads otherwise.
[[nodiscard]] bool is_unit_name(std::string_view name) noexcept;
/// "exec journalctl --no-pager -o cat -u agent-access --since @1790000000".
[[nodiscard]] std::string journal_command(const JournalQuery& query);
[[nodiscard]] base::Result<void, std::string> read_journal(const JournalQuery& query, const LineSink& sink);

/// "7d", "24h" (so long before `now`), "today", "yesterday", "2026-01-31" (its start), "2026-01-31T12:00:00Z" or
/// seconds since 1970; all in UTC. Nothing for any other text, nor for a number that is_without_unit().
[[nodiscard]] std::optional<base::Seconds> parse_moment(std::string_view text, base::Seconds now);
/// "30", which means days or hours, and no time of 1970.
[[nodiscard]] bool is_without_unit(std::string_view text) noexcept;

}  // namespace agent_access::tools
