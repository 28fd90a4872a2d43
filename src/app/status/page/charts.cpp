#include "app/status/page/charts.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "app/status/page/html_parts.hpp"
#include "app/status/state_file.hpp"
#include "app/text/text.hpp"

namespace agent_access::app {
namespace {

constexpr double kHeight = 100;

struct Column {
  std::uint64_t requests = 0;
  std::uint64_t refused = 0;
  std::string label;  ///< of its time
};

std::string rect(std::string_view css_class, double x, double y, double width, double height) {
  return "<rect class=\"" + std::string(css_class) + "\" x=\"" + decimal_text(x, 1) + "\" y=\"" + decimal_text(y, 1) +
         "\" width=\"" + decimal_text(width, 1) + "\" height=\"" + decimal_text(height, 1) + "\"/>";
}

std::string column_rects(const Column& column, double x, double width, std::uint64_t largest) {
  if (column.requests == 0) return {};
  const auto height_of = [&](std::uint64_t count) {
    return kHeight * static_cast<double>(count) / static_cast<double>(largest);
  };
  const double whole = std::max(height_of(column.requests), 1.5);
  const double lower = column.refused == 0 ? 0 : std::max(height_of(std::min(column.refused, column.requests)), 1.5);
  std::string svg = "<g><title>" + column.label + ": " + counted(column.requests, "request") + ", " +
                    number_text(column.refused) + " refused</title>" +
                    rect("requests", x, kHeight - whole, width, whole);
  if (lower > 0) svg += rect("refused", x, kHeight - lower, width, lower);
  return svg + "</g>";
}

/// Columns from left to right, with labels at both ends and the value of the highest one.
std::string column_chart(const std::vector<Column>& columns, const std::string& description, const std::string& first,
                         const std::string& last, std::string_view unit) {
  std::uint64_t largest = 0;
  for (const auto& column : columns) largest = std::max(largest, column.requests);
  std::string html = "<figure><div class=\"scale\"><span>peak: " + number_text(largest) + " per " + std::string(unit) +
                     "</span><span class=\"legend\"><i class=\"requests\"></i> requests <i "
                     "class=\"refused\"></i> refused</span></div>";
  html += "<svg class=\"columns\" viewBox=\"0 0 " + std::to_string(columns.size() * 10) +
          " 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"" + description + "\">";
  double x = 1;
  for (const auto& column : columns) {
    html += column_rects(column, x, 8, largest);
    x += 10;
  }
  return html + "</svg><div class=\"scale\"><span>" + first + "</span><span>" + last + "</span></div></figure>";
}

std::string clock_text(base::Seconds time) { return format_time(time).substr(11, 5); }

struct TimeSpan {
  base::Seconds from;
  base::Seconds until;

  [[nodiscard]] double place(base::Seconds time) const {
    const auto inside = std::clamp(time, from, until);
    return 1000.0 * static_cast<double>((inside - from).count()) / static_cast<double>((until - from).count());
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

std::string key_line(const KeyRow& key, const TimeSpan& span, base::Seconds now) {
  const auto period = [&](std::string_view css_class, base::Seconds from, base::Seconds until) {
    const double x = span.place(from);
    return rect(css_class, x, 2, std::max(span.place(until) - x, 0.0), 12);
  };
  std::string html = "<li><div class=\"key\"><code>" + render::escape_markup(key.key_id) +
                     "</code> <span class=\"state " + key.state + "\">" + key.state +
                     "</span> <span class=\"detail\">" + key_times(key) + "</span></div>";
  html += R"(<svg class="line" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">)"
          R"(<rect class="track" y="7" width="1000" height="2"/>)";
  html += period("published", key.published_from, key.published_until);
  if (key.signs_from != key.signs_until) html += period("signs", key.signs_from, key.signs_until);
  html += rect("now", span.place(now) - 1, 0, 2, 16);
  return html + "</svg></li>";
}

}  // namespace

std::string rate_chart(const std::vector<MinuteRates::Minute>& minutes) {
  std::vector<Column> columns;
  std::uint64_t sum = 0;
  for (const auto& minute : minutes) {
    columns.push_back({minute.requests, minute.refused, clock_text(minute.time)});
    sum += minute.requests;
  }
  if (sum == 0) return empty_state("No request was answered in the last hour.");
  return column_chart(columns, counted(sum, "request") + " in the last hour, by minute",
                      clock_text(minutes.front().time) + " UTC", clock_text(minutes.back().time) + " UTC", "minute");
}

std::string day_chart(const std::map<DayTable::Day, Counts>& days, DayTable::Day today) {
  constexpr int kDays = 30;
  std::vector<Column> columns;
  std::uint64_t sum = 0;
  for (int back = kDays - 1; back >= 0; --back) {
    const auto day = today - std::chrono::days{back};
    const auto found = days.find(day);
    Column column;
    column.label = day_text(day);
    if (found != days.end()) {
      column.requests = found->second.requests;
      column.refused = refused(found->second);
    }
    sum += column.requests;
    columns.push_back(std::move(column));
  }
  if (sum == 0) return empty_state("No request was answered in the last 30 days.");
  return column_chart(columns, counted(sum, "request") + " in the last 30 days, by day", columns.front().label,
                      columns.back().label, "day");
}

std::string key_chart(const std::vector<KeyRow>& keys, base::Seconds now) {
  if (keys.empty()) return empty_state("There is no signing key.");
  const auto span = span_of(keys, now);
  std::string html = "<ul class=\"keys\">";
  for (const auto& key : keys) html += key_line(key, span, now);
  return html + "</ul><div class=\"scale\"><span>" + format_time(span.from).substr(0, 10) +
         "</span><span class=\"legend\">" +
         "<i class=\"published\"></i> published <i class=\"signs\"></i> signs <i class=\"now\"></i> now</span><span>" +
         format_time(span.until).substr(0, 10) + "</span></div>";
}

}  // namespace agent_access::app
