#include "app/status/page/html_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace agent_access::app {
namespace {

/// Two digits or more.
std::string short_text(double value) { return decimal_text(value, value < 9.95 ? 1 : 0); }

}  // namespace

std::string decimal_text(double value, int places) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, places);
  return {text.data(), end.ptr};
}

std::string number_text(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, 1, ',');
  return text;
}

std::string duration_text(std::chrono::nanoseconds duration) {
  const auto nanoseconds = static_cast<double>(duration.count());
  if (nanoseconds < 1e6) return decimal_text(nanoseconds / 1e3, 0) + " µs";
  if (nanoseconds < 1e9) return short_text(nanoseconds / 1e6) + " ms";
  return short_text(nanoseconds / 1e9) + " s";
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 4> kUnits = {"B", "KiB", "MiB", "GiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  const bool is_whole = unit == 0 || value == static_cast<double>(static_cast<std::uint64_t>(value));
  return (is_whole ? decimal_text(value, 0) : short_text(value)) + " " + std::string(kUnits[unit]);
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return number_text(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string section(std::string_view title, std::string_view note, const std::string& body) {
  std::string html = "<section><h2>" + render::escape_markup(title) + "</h2>";
  if (!note.empty()) html += "<p class=\"note\">" + render::escape_markup(note) + "</p>";
  return html + body + "</section>\n";
}

std::string empty_state(std::string_view sentence) {
  return "<p class=\"empty\">" + render::escape_markup(sentence) + "</p>";
}

std::string bar(double share, std::string_view css_class) {
  return "<svg class=\"" + std::string(css_class) +
         "\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"track\" "
         "width=\"100\" height=\"8\"/><rect class=\"fill\" width=\"" +
         decimal_text(std::clamp(share, 0.0, 1.0) * 100, 1) + "\" height=\"8\"/></svg>";
}

std::string bar_table(std::string_view name_heading, std::string_view count_heading, std::vector<BarRow> rows,
                      std::size_t most) {
  std::ranges::stable_sort(rows, std::ranges::greater{}, &BarRow::count);
  if (rows.size() > most) {
    BarRow others{.name = std::to_string(rows.size() - most) + " others", .detail = {}};
    for (std::size_t index = most; index < rows.size(); ++index) others.count += rows[index].count;
    rows.resize(most);
    rows.push_back(std::move(others));
  }
  std::uint64_t largest = 1;
  for (const auto& row : rows) largest = std::max(largest, row.count);
  std::string html = "<table class=\"bars\"><thead><tr><th scope=\"col\">" + render::escape_markup(name_heading) +
                     "</th><th scope=\"col\" class=\"number\">" + render::escape_markup(count_heading) +
                     "</th></tr></thead><tbody>";
  for (const auto& row : rows) {
    html += "<tr><th scope=\"row\">" + render::escape_markup(row.name);
    if (!row.detail.empty()) html += " <span class=\"detail\">" + render::escape_markup(row.detail) + "</span>";
    html += bar(static_cast<double>(row.count) / static_cast<double>(largest)) + "</th><td class=\"number\">" +
            number_text(row.count) + "</td></tr>";
  }
  return html + "</tbody></table>";
}

std::string fact_list(const std::vector<Fact>& facts) {
  std::string html = "<dl>";
  for (const auto& fact : facts)
    html += "<div><dt>" + render::escape_markup(fact.name) + "</dt><dd>" + fact.html + "</dd></div>";
  return html + "</dl>";
}

}  // namespace agent_access::app
