#include "tools/visits/visits_text.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <ranges>
#include <string_view>
#include <utility>

#include "app/text/table.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/visible_text.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;
using Cells = std::vector<std::string>;
using app::TableRows;

/// Where there are fewer columns, bars are shorter, and operator and kind of an agent stand below its name.
constexpr std::size_t kWide = 130;
constexpr std::size_t kBarColumns = 20;
constexpr std::size_t kShortBarColumns = 10;
constexpr std::size_t kLongestName = 56;
constexpr std::size_t kMostElements = 1000;  // of an array of JSON

/// A table of names: its headings as text, and its names in JSON.
struct NamesTable {
  NameCounts Visits::* names;
  std::string_view title;
  std::string_view name;
  std::string_view count;
  const char* array;
  const char* json_name;
  const char* json_count;
};
constexpr NamesTable kDocuments{&Visits::documents, "Documents", "DOCUMENT", "READS", "documents", "path", "reads"};
constexpr auto kNames = std::to_array<NamesTable>({
    {&Visits::reasons, "Refusals", "REASON", "REFUSED", "refusals", "reason", "requests"},
    {&Visits::unknown_paths, "Unknown paths", "PATH", "REQUESTS", "unknown_paths", "path", "requests"},
    {&Visits::unknown_agents, "Unknown agents", "USER-AGENT", "REQUESTS", "unknown_agents", "user_agent", "requests"},
    {&Visits::client_names, "Names of registered clients", "NAME", "REGISTERED", "client_names", "name",
     "registrations"},
});

/// The form of the tables for people.
struct Form {
  Bars bars;
  std::size_t most;
  std::size_t columns;

  [[nodiscard]] bool is_wide() const noexcept { return columns >= kWide; }
  [[nodiscard]] std::string bar(double share) const {
    return bar_text(share, is_wide() ? kBarColumns : kShortBarColumns);
  }
};

std::string right(std::uint64_t number, std::size_t width) {
  std::string text = std::to_string(number);
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

Cells with_number_headings(Cells cells) {
  for (const auto& row : kNumberRows) cells.emplace_back(row.heading);
  return cells;
}

Cells with_numbers(Cells cells, const Numbers& numbers) {
  for (const auto& row : kNumberRows) cells.push_back(right(numbers.*row.member, row.heading.size()));
  return cells;
}

std::string titled(std::string_view title, const TableRows& rows, const Form& form) {
  return "\n" + std::string(title) + "\n" + app::render_table(rows, form.columns);
}

std::string more_than(std::size_t most, std::size_t all) {
  return all > most ? "and " + std::to_string(all - most) + " more\n" : std::string();
}

std::string days_text(const Visits& visits, const Form& form) {
  std::uint64_t most = 0;
  for (const auto& [day, numbers] : visits.days) most = std::max(most, numbers.requests);
  TableRows rows{with_number_headings({"DAY"})};
  for (const auto& [day, numbers] : visits.days) {
    rows.push_back(with_numbers({day_text(day)}, numbers));
    if (form.bars == Bars::blocks) rows.back().push_back(form.bar(share_of(numbers.requests, most)));
  }
  return titled("Days (UTC)", rows, form);
}

std::string families_text(const Visits& visits, const Form& form) {
  const auto families = families_of(visits);
  TableRows rows{with_number_headings(form.is_wide() ? Cells{"AGENT", "OPERATOR", "KIND"} : Cells{"AGENT"})};
  for (const auto& [family, numbers] : families | std::views::take(form.most)) {
    const auto name = app::printable(family->name, kLongestName);
    const auto operator_name = app::printable(family->operator_name, kLongestName);
    const auto kind = app::printable(family->kind, kLongestName);
    if (form.is_wide()) {
      rows.push_back(with_numbers({name, operator_name, kind}, numbers));
      const auto share = share_of(numbers.requests, families.front().numbers.requests);
      if (form.bars == Bars::blocks) rows.back().push_back(form.bar(share));
    } else {
      rows.push_back(
          with_numbers({name + " (" + operator_name + (operator_name.empty() ? "" : ", ") + kind + ")"}, numbers));
    }
  }
  return titled("Agents, by User-Agent (not verified)", rows, form) + more_than(form.most, families.size());
}

/// Empty when there are no names.
std::string names_text(const NamesTable& table, const Visits& visits, const Form& form) {
  const auto& names = (visits.*table.names);
  if (names.size() == 0) return {};
  const auto top = names.top(form.most);
  TableRows rows{{std::string(table.count), std::string(table.name)}};
  for (const auto& [text, number] : top) {
    Cells cells{right(number, table.count.size()), app::printable(text, kLongestName)};
    if (form.bars == Bars::blocks) cells.push_back(form.bar(share_of(number, top.front().second)));
    rows.push_back(std::move(cells));
  }
  return titled(table.title, rows, form) + more_than(form.most, names.size());
}

/// The table of gated documents and gates; empty when there are none.
std::string resources_text(const Visits& visits, const Form& form) {
  constexpr std::string_view kReads = "READS";
  constexpr std::string_view kRefused = "REFUSED";
  if (visits.resources.empty()) return {};
  TableRows rows{{std::string(kReads), std::string(kRefused), "DOCUMENT OR GATE"}};
  for (const auto& [path, numbers] : visits.resources | std::views::take(form.most)) {
    rows.push_back({right(numbers.reads, kReads.size()), right(numbers.refused, kRefused.size()),
                    app::printable(path, kLongestName)});
  }
  return titled("Gated documents and gates", rows, form) + more_than(form.most, visits.resources.size());
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return std::to_string(number).append(" ").append(number == 1 ? one : many);
}

std::string totals_of(const Visits& visits) {
  const Numbers& total = visits.total;
  return counted(total.requests, "request", "requests") + ": " +
         counted(total.documents, "read of a document", "reads of documents") + ", " +
         counted(total.registrations, "registration", "registrations") + ", " +
         counted(total.tokens, "token", "tokens") + ", " +
         counted(total.profiles, "read of the profile", "reads of the profile") + ", " + std::to_string(total.refused) +
         " refused";
}

bj::value time_value(const std::optional<base::Seconds>& time) {
  return time ? bj::value(app::format_time(*time)) : bj::value(nullptr);
}

bj::object numbers_value(bj::object object, const Numbers& numbers) {
  for (const auto& row : kNumberRows) object[row.name] = numbers.*row.member;
  return object;
}

bj::array names_value(const NamesTable& table, const Visits& visits) {
  bj::array array;
  for (const auto& [text, number] : (visits.*table.names).top(kMostElements)) {
    array.push_back(bj::object{{table.json_name, text}, {table.json_count, number}});
  }
  return array;
}

}  // namespace

std::string day_text(Visits::Day day) {
  return app::format_time(base::Seconds{day}).substr(0, std::string_view("2026-01-31").size());
}

std::string period_of(const Visits& visits) {
  const auto since = visits.range.since ? visits.range.since : visits.first;
  const auto until = visits.range.until ? visits.range.until : visits.last;
  std::string text = since ? "from " + app::format_time(*since) : std::string();
  if (until) text.append(text.empty() ? "" : " ").append("until ").append(app::format_time(*until));
  return text;
}

std::vector<std::string> remarks_of(const Visits& visits) {
  std::vector<std::string> remarks;
  if (visits.left_out != 0) {
    remarks.push_back(counted(visits.left_out, "more refusal has", "more refusals have") +
                      " no line, because of log.refusals");
  }
  if (visits.own_tests != 0) {
    remarks.push_back(counted(visits.own_tests, "request", "requests") +
                      " of agent-access try, which is your own test, " + (visits.own_tests == 1 ? "is" : "are") +
                      " not counted; --with-try counts them");
  }
  if (visits.unreadable != 0) {
    remarks.push_back(counted(visits.unreadable, "line", "lines") + " could not be read: damaged, or cut");
  }
  if (visits.foreign != 0) {
    remarks.push_back(counted(visits.foreign, "line from other programs was", "lines from other programs were") +
                      " skipped");
  }
  const bool is_any_read = visits.foreign + visits.unreadable != visits.lines || visits.lines == 0;
  if (visits.foreign != 0 && visits.foreign == visits.lines) {
    remarks.emplace_back(
        "no line is of this service's log as JSON; the report needs log.format = \"json\" (the default)");
  } else if (!is_any_read) {
    remarks.emplace_back("no line of this service's log could be read");
  } else if (visits.total.requests == 0) {
    remarks.emplace_back("no request is in this time; log.level = \"info\" (the default) logs them");
  }
  return remarks;
}

std::string bar_text(double share, std::size_t columns) {
  constexpr std::array<std::string_view, 8> kParts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!(share > 0)) return {};
  const double eighths = std::min(share, 1.0) * static_cast<double>(columns) * 8;
  const auto whole = std::max<std::size_t>(static_cast<std::size_t>(std::lround(eighths)), 1);
  std::string text;
  for (std::size_t index = 0; index < whole / 8; ++index) text += "█";
  return text.append(kParts[whole % 8]);
}

std::string render_visits(const Visits& visits, Bars bars, std::size_t most, std::size_t columns) {
  const Form form{bars, most, columns};
  const std::string period = period_of(visits);
  std::string text = "Visits" + (period.empty() ? "" : " " + period) + "\n";
  text += app::wrapped(totals_of(visits), 0, columns) + "\n";
  if (visits.total.requests != 0) {
    text += days_text(visits, form);
    text += families_text(visits, form);
    text += names_text(kDocuments, visits, form);
    text += resources_text(visits, form);
    for (const auto& table : kNames) text += names_text(table, visits, form);
  }
  const auto remarks = remarks_of(visits);
  if (!remarks.empty()) text += "\n";
  for (const auto& remark : remarks) text += app::wrapped(remark, 0, columns) + "\n";
  return text;
}

std::string render_visits_json(const Visits& visits) {
  bj::object object{{"since", time_value(visits.range.since)},
                    {"until", time_value(visits.range.until)},
                    {"first", time_value(visits.first)},
                    {"last", time_value(visits.last)},
                    {"lines", visits.lines},
                    {"unreadable", visits.unreadable},
                    {"foreign", visits.foreign},
                    {"left_out", visits.left_out},
                    {"try_requests", visits.own_tests},
                    {"total", numbers_value({}, visits.total)}};
  auto& days = object["days"].emplace_array();
  for (const auto& [day, numbers] : visits.days) days.push_back(numbers_value({{"day", day_text(day)}}, numbers));
  auto& agents = object["agents"].emplace_array();
  for (const auto& [family, numbers] : families_of(visits)) {
    agents.push_back(
        numbers_value({{"name", family->name}, {"operator", family->operator_name}, {"kind", family->kind}}, numbers));
  }
  object[kDocuments.array] = names_value(kDocuments, visits);
  auto& resources = object["resources"].emplace_array();
  for (const auto& [path, numbers] : visits.resources | std::views::take(kMostElements)) {
    resources.push_back({{"path", path}, {"reads", numbers.reads}, {"refused", numbers.refused}});
  }
  for (const auto& table : kNames) object[table.array] = names_value(table, visits);
  return base::visible_text(bj::serialize(object)) + "\n";
}

}  // namespace agent_access::tools
