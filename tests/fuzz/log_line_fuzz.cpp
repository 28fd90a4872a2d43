// A log of any server is read or not, but never breaks its reader; the counts stay consistent, and the tables and the
// page contain no control character and no markup from the log.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "tools/visits/visit_counts.hpp"
#include "tools/visits/visits_html.hpp"
#include "tools/visits/visits_text.hpp"

namespace agent_access::fuzz {
/// The input is a log.
AGENT_ACCESS_FUZZ_TARGET(log_line) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  tools::VisitCounts counts(agents::AgentTable::built_in(),
                            {.lists = {{"GPTBot", *tools::parse_address_list("192.0.2.0/28")}}});
  while (!text.empty()) counts.add_line(take_line(text));
  counts.end_log();
  const tools::Visits& visits = counts.visits();
  std::uint64_t by_day = 0;
  std::uint64_t by_agent = 0;
  std::uint64_t by_address = 0;
  for (const auto& [day, numbers] : visits.days) by_day += numbers.requests;
  for (const auto& row : families_of(visits)) {
    by_agent += row.numbers.requests;
    for (const auto& [verdict, count] : row.verdicts) by_address += count;
  }
  must(by_day == visits.total.requests && by_agent == by_day && by_address == by_day);
  must(std::accumulate(visits.statuses.begin(), visits.statuses.end(), std::uint64_t{0}) == by_day);
  must(!visits.first || *visits.first >= base::Seconds{});
  const auto is_control = [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; };
  must(std::ranges::none_of(render_visits(visits, tools::Bars::none), is_control));
  must(render_visits_json(visits).back() == '\n');
  // Takes four times as long as all the rest.
  if (size % 16 != 0) return;
  const std::string page = render_visits_html(visits);
  must(std::ranges::none_of(page, is_control) && !page.contains("<script"));
}

}  // namespace agent_access::fuzz
