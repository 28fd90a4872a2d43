#include "app/status/page/charts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "app/status/page/assets.hpp"
#include "app/status/state_file.hpp"
#include "app/text/text.hpp"
#include "render/template.hpp"

namespace agent_access::app {
namespace {

using render::View;

constexpr double kHeight = 100;
constexpr double kLeastHeight = 1.5;  ///< of a column, so that one request among thousands is seen

/// Two digits or more.
std::string short_text(double value) { return decimal_text(value, value < 9.95 ? 1 : 0); }

std::string joined_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    out.append(line.empty() ? "\n" : line.substr(std::min(line.find_first_not_of(' '), line.size())));
  }
  return out;
}

struct Column {
  std::uint64_t requests = 0;
  std::uint64_t refused = 0;
  std::string label;  ///< of its time
};

View column_view(const Column& column, std::size_t place, std::uint64_t largest) {
  const auto height_of = [&](std::uint64_t count) {
    return std::max(kHeight * static_cast<double>(count) / static_cast<double>(largest), kLeastHeight);
  };
  const double whole = height_of(column.requests);
  const double lower = height_of(std::min(column.refused, column.requests));
  return View()
      .set("label", column.label)
      .set("requests", counted(column.requests, "request"))
      .set("refused", number_text(column.refused))
      .set("x", decimal_text(static_cast<double>(10 * place + 1), 1))
      .set("top", decimal_text(kHeight - whole, 1))
      .set("height", decimal_text(whole, 1))
      .set("refused_top", decimal_text(kHeight - lower, 1))
      .set_optional("refused_height", column.refused == 0 ? std::string() : decimal_text(lower, 1));
}

/// Columns from left to right, with labels at both ends and the value of the highest one. `period` is "hour, by
/// minute".
std::string column_chart(const std::vector<Column>& columns, std::string_view period, std::string_view unit,
                         std::string_view zone) {
  std::uint64_t largest = 0;
  std::uint64_t sum = 0;
  for (const auto& column : columns) {
    largest = std::max(largest, column.requests);
    sum += column.requests;
  }
  if (sum == 0) return {};
  std::vector<View> views;
  for (std::size_t place = 0; place < columns.size(); ++place) {
    if (columns[place].requests != 0) views.push_back(column_view(columns[place], place, largest));
  }
  return fill_status("columns.html", View()
                                         .set("peak", number_text(largest))
                                         .set("unit", unit)
                                         .set("width", std::to_string(columns.size() * 10))
                                         .set("description", counted(sum, "request").append(period))
                                         .set("columns", views)
                                         .set("first", std::string(columns.front().label).append(zone))
                                         .set("last", std::string(columns.back().label).append(zone)));
}

struct TimeSpan {
  base::Seconds from;
  base::Seconds until;

  [[nodiscard]] double place(base::Seconds time) const {
    const auto inside = std::clamp(time, from, until);
    return 1000.0 * static_cast<double>((inside - from).count()) / static_cast<double>((until - from).count());
  }
  [[nodiscard]] double width(base::Seconds begin, base::Seconds end) const {
    return std::max(place(end) - place(begin), 0.0);
  }
};

/// From the first to the last time of any key; PEM keys have neither, and get a day on both sides of now.
TimeSpan span_of(const std::vector<KeyRow>& keys, base::Seconds now) {
  TimeSpan span{now - std::chrono::days{1}, now + std::chrono::days{1}};
  for (const auto& key : keys) {
    if (key.published_from != base::Seconds::min()) span.from = std::min(span.from, key.published_from);
    if (key.published_until != base::Seconds::max()) span.until = std::max(span.until, key.published_until);
  }
  return span;
}

std::string key_times(const KeyRow& key) {
  const bool never_signs = key.signs_from == key.signs_until;
  if (key.published_until == base::Seconds::max()) return "from a PEM file, without an end";
  if (never_signs) return "of a previous secret, accepted until " + format_time(key.published_until);
  if (key.state == "next") return "signs from " + format_time(key.signs_from);
  if (key.state == "signs") return "signs until " + format_time(key.signs_until);
  return "accepted until " + format_time(key.published_until);
}

View key_view(const KeyRow& key, const TimeSpan& span, base::Seconds now) {
  const bool never_signs = key.signs_from == key.signs_until;
  const auto signs_width = decimal_text(span.width(key.signs_from, key.signs_until), 1);
  return View()
      .set("id", key.key_id)
      .set("state", key.state)
      .set("times", key_times(key))
      .set("published_x", decimal_text(span.place(key.published_from), 1))
      .set("published_width", decimal_text(span.width(key.published_from, key.published_until), 1))
      .set("signs_x", decimal_text(span.place(key.signs_from), 1))
      .set_optional("signs_width", never_signs ? std::string() : signs_width)
      .set("now_x", decimal_text(span.place(now) - 1, 1));
}

}  // namespace

std::string decimal_text(double value, int places) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, places);
  return {text.data(), end.ptr};
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

std::string fill_status(std::string_view name, const View& view) {
  return render::fill(name, joined_lines(status::asset("status/" + std::string(name))), view);
}

std::string bar_table(std::string_view name_heading, std::string_view count_heading, std::vector<BarRow> rows,
                      std::size_t most) {
  if (rows.empty()) return {};
  std::ranges::stable_sort(rows, std::ranges::greater{}, &BarRow::count);
  if (rows.size() > most) {
    BarRow others{.name = std::to_string(rows.size() - most) + " others", .detail = {}};
    for (std::size_t index = most; index < rows.size(); ++index) others.count += rows[index].count;
    rows.resize(most);
    rows.push_back(std::move(others));
  }
  std::uint64_t largest = 1;
  for (const auto& row : rows) largest = std::max(largest, row.count);
  std::vector<View> views;
  for (const auto& row : rows) {
    views.push_back(
        View()
            .set("name", row.name)
            .set_optional("detail", row.detail)
            .set("percent", decimal_text(100 * (static_cast<double>(row.count) / static_cast<double>(largest)), 1))
            .set("count", number_text(row.count)));
  }
  return fill_status("bars.html",
                     View().set("name_heading", name_heading).set("count_heading", count_heading).set("rows", views));
}

std::string rate_chart(const std::vector<MinuteRates::Minute>& minutes) {
  std::vector<Column> columns;
  for (const auto& minute : minutes) {
    columns.push_back({minute.requests, minute.refused, format_time(minute.time).substr(11, 5)});
  }
  return column_chart(columns, " in the last hour, by minute", "minute", " UTC");
}

std::string day_chart(const std::map<DayTable::Day, Counts>& days, DayTable::Day today) {
  constexpr int kDays = 30;
  std::vector<Column> columns;
  for (int back = kDays - 1; back >= 0; --back) {
    const auto day = today - std::chrono::days{back};
    auto& column = columns.emplace_back(Column{.label = day_text(day)});
    if (const auto found = days.find(day); found != days.end()) {
      column.requests = found->second.requests;
      column.refused = refused(found->second);
    }
  }
  return column_chart(columns, " in the last 30 days, by day", "day", "");
}

std::string key_chart(const std::vector<KeyRow>& keys, base::Seconds now) {
  if (keys.empty()) return {};
  const auto span = span_of(keys, now);
  std::vector<View> views;
  for (const auto& key : keys) views.push_back(key_view(key, span, now));
  return fill_status("keys.html", View()
                                      .set("keys", views)
                                      .set("first_day", format_time(span.from).substr(0, 10))
                                      .set("last_day", format_time(span.until).substr(0, 10)));
}

}  // namespace agent_access::app
