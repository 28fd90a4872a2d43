#include "tools/visits/visits_html.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/visible_text.hpp"
#include "ops/words/outcome_words.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"
#include "tools/visits/remarks.hpp"
#include "tools/visits/visits_text.hpp"

namespace agent_access::tools {
namespace {

using templates::View;
using Days = std::map<Visits::Day, Numbers>;

constexpr double kHeight = 100;
constexpr double kLeastHeight = 1.5;  ///< of a column, so that one request among thousands is seen
constexpr double kDayWidth = 10;
constexpr int kFewestDays = 7;
constexpr std::size_t kLongestText = 200;

/// The value with one decimal place.
std::string decimal_text(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 1);
  return {text.data(), end.ptr};
}

/// A name from the log: of bounded length, and without characters that HTML does not allow or that nobody sees.
std::string name_text(std::string_view name) { return templates::clipped(base::visible_text(name), kLongestText); }

// The charts by day.

/// One of the numbers in a chart.
struct Series {
  std::uint64_t Numbers::* member;
  std::string_view heading;
  std::string_view name;
  std::string_view color;
};

/// Parts of one column: refused requests at the bottom, then reads, then all others.
constexpr auto kRequests = std::to_array<Series>({
    {&Numbers::requests, "Requests", "all requests", "middle"},
    {&Numbers::documents, "Pages", "pages or documents read", "strong"},
    {&Numbers::refused, "Refused", "refused", "bad"},
});
/// Columns beside each other.
constexpr auto kSteps = std::to_array<Series>({
    {&Numbers::registrations, "Registered", "registrations", "middle"},
    {&Numbers::tokens, "Tokens", "tokens", "strong"},
    {&Numbers::profiles, "Profile", "reads of the profile", "warm"},
});

enum class Columns : std::uint8_t { of_parts, side_by_side };

struct Chart {
  std::string_view title;
  std::span<const Series> series;
  Columns columns;
};
constexpr std::array<Chart, 2> kCharts = {
    {{"Requests by day", kRequests, Columns::of_parts},
     {"Registrations, tokens and reads of the profile by day", kSteps, Columns::side_by_side}}};

View rect_view(const Series& series, double x, double width, std::uint64_t count, std::uint64_t highest) {
  const double height = std::max(kHeight * static_cast<double>(count) / static_cast<double>(highest), kLeastHeight);
  return View()
      .set("color", series.color)
      .set("x", decimal_text(x))
      .set("y", decimal_text(kHeight - height))
      .set("width", decimal_text(width))
      .set("height", decimal_text(height));
}

std::vector<View> rects_of(const Chart& chart, const Numbers& numbers, double left, std::uint64_t highest) {
  constexpr double kWidth = 0.8 * kDayWidth;
  const double width = chart.columns == Columns::of_parts ? kWidth : kWidth / static_cast<double>(chart.series.size());
  std::vector<View> rects;
  for (std::size_t place = 0; place < chart.series.size(); ++place) {
    const Series& series = chart.series[place];
    std::uint64_t count = numbers.*series.member;
    if (count == 0) continue;
    // Reads stand on what was refused.
    if (series.member == &Numbers::documents) count += numbers.refused;
    const double shift = chart.columns == Columns::of_parts ? 0 : width * static_cast<double>(place);
    rects.push_back(rect_view(series, left + 0.1 * kDayWidth + shift, width, count, highest));
  }
  return rects;
}

View day_view(const Chart& chart, Visits::Day day, const Numbers& numbers, double left, std::uint64_t highest) {
  std::string label = day_text(day) + ":";
  std::vector<View> counts;
  for (const auto& series : chart.series) {
    const std::string count = app::number_text(numbers.*series.member);
    label.append(counts.empty() ? " " : ", ").append(series.heading).append(" ").append(count);
    counts.push_back(View().set("count", count));
  }
  return View()
      .set("day", day_text(day))
      .set("label", label)
      .set("counts", counts)
      .set("rects", rects_of(chart, numbers, left, highest));
}

/// Nothing if all its numbers are zero. `days` is not empty.
std::optional<View> chart_view(const Chart& chart, const Days& days) {
  const auto last = days.rbegin()->first;
  const auto first = std::clamp(days.begin()->first, last - std::chrono::days{kMostDaysInChart - 1},
                                last - std::chrono::days{kFewestDays - 1});
  std::uint64_t highest = 0;
  const auto shown = std::ranges::subrange(days.lower_bound(first), days.end());
  for (const auto& [day, numbers] : shown) {
    for (const auto& series : chart.series) highest = std::max(highest, numbers.*series.member);
  }
  if (highest == 0) return std::nullopt;
  std::vector<View> views;
  for (const auto& [day, numbers] : shown) {
    const double left = kDayWidth * static_cast<double>((day - first).count());
    views.push_back(day_view(chart, day, numbers, left, highest));
  }
  std::vector<View> series_views;
  for (const auto& series : chart.series) {
    series_views.push_back(View().set("heading", series.heading).set("name", series.name).set("color", series.color));
  }
  const bool are_all_shown = first <= days.begin()->first;
  const std::string note = are_all_shown ? "" : "the last " + std::to_string(kMostDaysInChart) + " days";
  const std::string description = std::string(chart.title) + ", from " + day_text(first) + " to " + day_text(last) +
                                  ". The table below has the numbers.";
  return View()
      .set("title", chart.title)
      .set_optional("note", note)
      .set("highest", app::number_text(highest))
      .set("series", series_views)
      .set("width", decimal_text(kDayWidth * static_cast<double>((last - first).count() + 1)))
      .set("description", description)
      .set("days", views)
      .set("first", day_text(first))
      .set("last", day_text(last));
}

// The tables, each row with a bar.

struct Row {
  std::string name;
  std::string detail;  ///< smaller text behind the name; may be empty
  std::uint64_t count = 0;
};

struct Table {
  std::string_view title;
  std::string_view note;  ///< may be empty
  std::string_view name_heading;
  std::string_view count_heading;
};

constexpr Table kResources{"Gated documents and gates", "", "Path", "Reads"};
constexpr Table kReasons{"Refusals", "", "Reason", "Requests"};

struct NamesSection {
  NameCounts Visits::* names;
  Table table;
};
constexpr NamesSection kDocumentsRead{&Visits::documents, {"Documents", "", "Path", "Reads"}};
constexpr auto kOtherNames = std::to_array<NamesSection>({
    {&Visits::missed, {"Not found by agents that answer, search or train", "", "Path", "Requests"}},
    {&Visits::unknown_paths, {"Unknown paths", "", "Path", "Requests"}},
    {&Visits::unknown_agents, {"Unknown agents", "", "User-Agent", "Requests"}},
    {&Visits::client_names, {"Names of registered clients", "as they call themselves", "Name", "Registered"}},
});

/// `all`: how many rows there are, of which `rows` are the first.
View table_view(const Table& table, const std::vector<Row>& rows, std::size_t all) {
  std::uint64_t most = 1;
  for (const auto& row : rows) most = std::max(most, row.count);
  std::vector<View> views;
  for (const auto& row : rows) {
    const double percent = 100 * static_cast<double>(row.count) / static_cast<double>(most);
    views.push_back(View()
                        .set("name", name_text(row.name))
                        .set_optional("detail", name_text(row.detail))
                        .set("percent", decimal_text(percent))
                        .set("count", app::number_text(row.count)));
  }
  const std::size_t hidden = all - rows.size();
  return View()
      .set("title", table.title)
      .set_optional("note", table.note)
      .set("name_heading", table.name_heading)
      .set("count_heading", table.count_heading)
      .set("rows", views)
      .set_optional("more", hidden == 0 ? std::string() : app::number_text(hidden));
}

/// "OpenAI, training; 2 pages or documents read, 1 refused; 3 in their list, 1 not in it (of 2026-01-31)"
std::string detail_of(const FamilyNumbers& row, const Visits& visits) {
  std::string text = row.family->operator_name;
  text.append(text.empty() ? "" : ", ").append(row.family->kind);
  std::string_view before = "; ";
  for (const auto& number_row : kNumberRows) {
    const auto number = row.numbers.*number_row.member;
    if (number == 0 || number_row.member == &Numbers::requests) continue;
    text.append(std::exchange(before, ", ")).append(number_words(number_row, number));
  }
  if (const auto list = visits.lists.find(row.family->name); list != visits.lists.end()) {
    const auto states = states_of(row.verdicts);
    text += "; " + app::number_text(states.in_list) + " in their list, " + app::number_text(states.not_in_list) +
            " not in it, " + app::number_text(states.unknown) + " cannot be told (list of " +
            (list->second.date.empty() ? "no date" : list->second.date) + ")";
  }
  return text;
}

std::vector<Row> agent_rows(const Visits& visits, std::size_t group) {
  std::vector<Row> rows;
  for (const auto& row : families_of(visits)) {
    if (group_of(*row.family) == group)
      rows.push_back({row.family->name, detail_of(row, visits), row.numbers.requests});
  }
  return rows;
}

std::vector<Row> resource_rows(const Visits& visits, std::size_t most) {
  std::vector<Row> rows;
  for (const auto& [path, numbers] : visits.resources | std::views::take(most)) {
    const std::string refused = numbers.refused == 0 ? "" : app::number_text(numbers.refused) + " refused";
    rows.push_back({path, refused, numbers.reads});
  }
  return rows;
}

/// The rows have the sentence of the refusal, as far as it says what was wrong; what to do follows the semicolon.
std::vector<Row> reason_rows(const Visits& visits, std::size_t most) {
  std::vector<Row> rows;
  for (const auto& [reason, count] : visits.reasons.top(most)) {
    const auto sentence = ops::sentence_of(reason);
    const std::string text(sentence.substr(0, sentence.find(';')));
    rows.push_back({text.empty() ? reason : text, text.empty() ? "" : reason, count});
  }
  return rows;
}

void add_names(std::vector<View>& tables, const NamesSection& table, const Visits& visits, std::size_t most) {
  const NameCounts& names = visits.*table.names;
  if (names.size() == 0) return;
  std::vector<Row> rows;
  for (const auto& [name, count] : names.top(most)) rows.push_back({name, "", count});
  tables.push_back(table_view(table.table, rows, names.size()));
}

std::vector<View> tables_of(const Visits& visits, std::size_t most) {
  std::vector<View> tables;
  const auto add = [&](const Table& table, const std::vector<Row>& rows, std::size_t all) {
    if (all != 0) tables.push_back(table_view(table, rows, all));
  };
  for (std::size_t group = 0; is_agent_known(visits) && group < kAgentGroups.size(); ++group) {
    auto rows = agent_rows(visits, group);
    const auto all = rows.size();
    rows.resize(std::min(most, all));
    add({kAgentGroups[group].title, "by User-Agent", "Agent", "Requests"}, rows, all);
  }
  add_names(tables, kDocumentsRead, visits, most);
  add(kResources, resource_rows(visits, most), visits.resources.size());
  add(kReasons, reason_rows(visits, most), visits.reasons.size());
  for (const auto& names : kOtherNames) add_names(tables, names, visits, most);
  return tables;
}

std::vector<View> totals_of(const Numbers& total) {
  std::vector<View> views;
  for (const auto& row : kNumberRows) {
    const auto number = total.*row.member;
    if (number == 0 && row.member != &Numbers::requests) continue;
    std::string name(number == 1 ? row.one : row.many);
    name.front() = base::upper(name.front());
    views.push_back(View().set("name", name).set("count", app::number_text(number)));
  }
  return views;
}

}  // namespace

std::string render_visits_html(const Visits& visits, std::size_t most) {
  std::vector<View> charts;
  for (const auto& chart : kCharts) {
    auto view = visits.days.empty() ? std::nullopt : chart_view(chart, visits.days);
    if (view) charts.push_back(std::move(*view));
  }
  std::vector<View> remarks;
  for (const auto& remark : remarks_of(visits)) remarks.push_back(View().set("text", remark));
  constexpr std::string_view kPage = "report/report.html";
  return templates::fill(kPage, templates::asset(kPage),
                         View()
                             .set("style", templates::asset("report/report.css"))
                             .set("version", app::program_version())
                             .set_optional("period", period_of(visits))
                             .set("totals", totals_of(visits.total))
                             .set("charts", charts)
                             .set("tables", tables_of(visits, most))
                             .set("has_remarks", !remarks.empty())
                             .set("remarks", remarks));
}

}  // namespace agent_access::tools
