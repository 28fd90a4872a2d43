#include "app/text/time_text.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "base/utc_time.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kDateSize = 10;
constexpr std::size_t kTimeSize = 8;

}  // namespace

std::string utc_text(std::int64_t unix_time) {
  const base::UtcText text(unix_time);
  if (!base::has_utc_date(unix_time)) return "Unix time " + std::string(text.view());
  const auto date = std::string(text.view().substr(0, kDateSize));
  return date + " " + std::string(text.view().substr(kDateSize + 1, kTimeSize)) + " UTC";
}

std::string span_text(std::int64_t seconds) {
  // As unsigned, because the negative of the smallest number overflows.
  auto left = seconds < 0 ? 0 - static_cast<std::uint64_t>(seconds) : static_cast<std::uint64_t>(seconds);
  constexpr std::array<std::pair<std::uint64_t, std::string_view>, 4> kUnits{
      {{86'400, " d"}, {3'600, " h"}, {60, " min"}, {1, " s"}}};
  std::string text;
  int shown = 0;
  for (const auto& [size, name] : kUnits) {
    const auto count = left / size;
    left %= size;
    if (shown > 0) ++shown;
    if (count == 0 && !(shown == 0 && size == 1)) continue;
    if (shown == 0) shown = 1;
    if (shown > 2) break;
    text += (text.empty() ? "" : " ") + std::to_string(count) + std::string(name);
  }
  return text;
}

}  // namespace agent_access::app
