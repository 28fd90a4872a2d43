/// \file
/// Small parts of the status page: numbers, times and tables as HTML. Text becomes HTML only by
/// documents::escape_markup, which they call. Pure; thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/status/counts.hpp"
#include "base/ports.hpp"
#include "render/markup_text.hpp"

namespace agent_access::app {

/// In decimal with that many places: "0.5".
[[nodiscard]] std::string decimal_text(double value, int places);
/// "1,234,567".
[[nodiscard]] std::string number_text(std::uint64_t number);
/// "85 µs", "1.2 ms", "25 ms", "1.0 s".
[[nodiscard]] std::string duration_text(std::chrono::nanoseconds duration);
/// "512 B", "1.5 KiB", "64 MiB".
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);
/// "1 request", "2 requests".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

/// A section with a heading; `note` is text below it and may be empty, `body` is HTML.
[[nodiscard]] std::string section(std::string_view title, std::string_view note, const std::string& body);
/// A sentence in place of an empty table.
[[nodiscard]] std::string empty_state(std::string_view sentence);

struct BarRow {
  std::string name;
  std::string detail;  ///< smaller text behind the name; may be empty
  std::uint64_t count = 0;
};
/// The rows with the most first, each with a bar for its share of the largest; further ones than `most` as one row.
[[nodiscard]] std::string bar_table(std::string_view name_heading, std::string_view count_heading,
                                    std::vector<BarRow> rows, std::size_t most);
/// A bar that is `share` (0 to 1) full.
[[nodiscard]] std::string bar(double share, std::string_view css_class = "bar");

struct Fact {
  std::string name;
  std::string html;
};
/// A list of names and values (`dl`).
[[nodiscard]] std::string fact_list(const std::vector<Fact>& facts);

}  // namespace agent_access::app
