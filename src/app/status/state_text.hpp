/// \file
/// The counters by day as the text of report.file: one JSON object with a version. Pure; thread safe.
#pragma once

#include <string>
#include <string_view>

#include "app/status/day_table.hpp"
#include "base/result.hpp"

namespace agent_access::app {

/// {"version":1,"days":[{"day":"2026-01-31","requests":1,"registrations":0,"tokens":0,"profiles":0,
/// "routes":{},"statuses":{},"refusals":{},"agents":{}}]} and a line feed; days on which gated documents or gates were
/// asked for have "reads" and "refused", too, which older programs skip. Numbers only: no name in it comes from a
/// client.
[[nodiscard]] std::string render_state(const DayTable& days);

/// The text is untrusted: numbers must be whole and not negative, names printable ASCII and of bounded length, at most
/// 500 in a table. An
/// error says what is wrong: "is of version 2, and this program reads version 1".
[[nodiscard]] base::Result<DayTable, std::string> parse_state(std::string_view text);

/// "2026-01-31".
[[nodiscard]] std::string day_text(DayTable::Day day);

}  // namespace agent_access::app
