/// \file
/// The counted visits as tables for people and as JSON for programs. Names from the log are untrusted: the
/// tables escape what a reader does not see (app::printable). Pure; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/text/table.hpp"
#include "tools/visits/visit_counts.hpp"

namespace agent_access::tools {

// What every form of the report says.

/// "2026-01-31".
[[nodiscard]] std::string day_text(Visits::Day day);
/// "from 2026-01-01T00:00:00Z until 2026-01-31T12:00:00Z"; empty if neither is known.
[[nodiscard]] std::string period_of(const Visits& visits);
/// "1 token", "2 tokens".
[[nodiscard]] std::string number_words(const NumberRow& row, std::uint64_t number);

enum class Bars : std::uint8_t {
  none,   ///< numbers only, for files and pipes
  blocks  ///< and bars of U+2588 to U+258F
};

/// `most`: rows of each table except that of days.
[[nodiscard]] std::string render_visits(const Visits& visits, Bars bars, std::size_t most = 15,
                                        std::size_t columns = app::kUnlimited);

/// One object and a line feed:
/// {"since","until","first","last","lines","skipped","garbage","damaged","unread","left_out","try_requests","total",
/// "statuses","addresses","formats","days","agents","documents","resources","not_found_by_agents","refusals",
/// "unknown_paths","unknown_agents","client_names"}. Times are RFC 3339 or null. At most 1000 elements in each array
/// except days.
/// Also safe for a terminal (base::visible_text).
[[nodiscard]] std::string render_visits_json(const Visits& visits);

/// `share` (0 to 1) of `columns` characters, in eighths; at least an eighth if it is not 0.
[[nodiscard]] std::string bar_text(double share, std::size_t columns);

}  // namespace agent_access::tools
