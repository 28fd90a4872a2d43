/// \file
/// The charts and tables of the status page as HTML, and numbers for people. Charts are inline SVG, which scales to any
/// width: labels are HTML around it. Pure; thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/status/status_board.hpp"
#include "render/view.hpp"

namespace agent_access::app {

/// In decimal with that many places: "0.5".
[[nodiscard]] std::string decimal_text(double value, int places);
/// "85 µs", "1.2 ms", "25 ms", "1.0 s".
[[nodiscard]] std::string duration_text(std::chrono::nanoseconds duration);
/// "512 B", "1.5 KiB", "64 MiB".
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// `templates/status/<name>` with the values of `view`. The page has no line feeds between its elements: lines of the
/// template are joined without their indentation; an empty line is a line feed.
[[nodiscard]] std::string fill_status(std::string_view name, const render::View& view);

struct BarRow {
  std::string name;
  std::string detail;  ///< smaller text behind the name; may be empty
  std::uint64_t count = 0;
};
/// The rows with the most first, each with a bar for its share of the largest; further ones than `most` as one row.
/// Empty without rows, as the charts are without requests or keys.
[[nodiscard]] std::string bar_table(std::string_view name_heading, std::string_view count_heading,
                                    std::vector<BarRow> rows, std::size_t most);

/// Bars of the requests in each minute; refused ones are the darker lower part.
[[nodiscard]] std::string rate_chart(const std::vector<MinuteRates::Minute>& minutes);
/// Bars of the requests of the last 30 days up to `today`.
[[nodiscard]] std::string day_chart(const std::map<DayTable::Day, Counts>& days, DayTable::Day today);
/// A line for each key: when it is published and when it signs, with the present time.
[[nodiscard]] std::string key_chart(const std::vector<KeyRow>& keys, base::Seconds now);

}  // namespace agent_access::app
