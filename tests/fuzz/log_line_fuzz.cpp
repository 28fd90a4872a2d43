// A line of a log is read or not, but never breaks the reader; what was read keeps its promises, the counts stay
// consistent, and the tables and the page contain no control character and no markup from the log.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "fuzz/target.hpp"
#include "tools/visits/line_source.hpp"
#include "tools/visits/log_line.hpp"
#include "tools/visits/visit_counts.hpp"
#include "tools/visits/visits_html.hpp"
#include "tools/visits/visits_text.hpp"

namespace agent_access::fuzz {
/// The input is a log.
AGENT_ACCESS_FUZZ_TARGET(log_line) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  tools::VisitCounts counts(agents::AgentTable::built_in(), {});
  std::uint64_t requests = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const tools::LogLine read = tools::read_log_line(line);
    if (const auto* const visit = std::get_if<tools::Visit>(&read)) {
      ++requests;
      must(visit->status >= 100 && visit->status <= 999 && visit->time >= base::Seconds{});
    }
    counts.add_line(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  const tools::Visits& visits = counts.visits();
  must(visits.total.requests == requests && visits.unreadable + visits.foreign + requests <= visits.lines);
  const auto is_control = [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; };
  must(std::ranges::none_of(render_visits(visits, tools::Bars::none), is_control));
  must(render_visits_json(visits).back() == '\n');
  // Takes four times as long as all the rest.
  if (size % 16 != 0) return;
  const std::string page = render_visits_html(visits);
  must(std::ranges::none_of(page, is_control) && !page.contains("<script"));
}

}  // namespace agent_access::fuzz
