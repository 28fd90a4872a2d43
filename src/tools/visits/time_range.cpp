#include "tools/visits/time_range.hpp"

#include <chrono>
#include <string>

#include "app/text/text.hpp"

namespace agent_access::tools {

std::optional<base::Seconds> parse_moment(std::string_view text, base::Seconds now) {
  constexpr std::size_t kDateSize = 10;
  const auto today = std::chrono::floor<std::chrono::days>(now);
  if (text == "today") return base::Seconds{today};
  if (text == "yesterday") return base::Seconds{today - std::chrono::days{1}};
  if (const auto ago = app::parse_duration(text)) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*ago);
    // Not before 1970, where no line is; also against an overflow.
    return seconds > now.time_since_epoch() ? base::Seconds{} : now - seconds;
  }
  if (text.size() != kDateSize || text.find('-') == std::string_view::npos) return app::parse_time(text);
  return app::parse_time(std::string(text) + "T00:00:00Z");
}

}  // namespace agent_access::tools
