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
#include "tools/visits/remarks.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;
using Cells = std::vector<std::string>;
using app::TableRows;

/// Where there are fewer columns, bars are shorter, and agents have none.
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
    {&Visits::missed, "Not found by agents that answer, search or train", "PATH", "REQUESTS", "not_found_by_agents",
     "path", "requests"},
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

/// Numbers that no request of these visits has are left out.
Cells with_number_headings(Cells cells, const Visits& visits) {
  for (const auto& row : kNumberRows) {
    if (visits.total.*row.member != 0) cells.emplace_back(row.heading);
  }
  return cells;
}

Cells with_numbers(Cells cells, const Numbers& numbers, const Visits& visits) {
  for (const auto& row : kNumberRows) {
    if (visits.total.*row.member != 0) cells.push_back(right(numbers.*row.member, row.heading.size()));
  }
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
  TableRows rows{with_number_headings({"DAY"}, visits)};
  for (const auto& [day, numbers] : visits.days) {
    rows.push_back(with_numbers({day_text(day)}, numbers, visits));
    if (form.bars == Bars::blocks) rows.back().push_back(form.bar(share_of(numbers.requests, most)));
  }
  return titled("Days (UTC)", rows, form);
}

/// "GPTBot (OpenAI)", and what other clients are.
std::string family_text(const agents::AgentFamily& family) {
  std::string details = family.operator_name;
  if (group_of(family) == kOthers) details.append(details.empty() ? "" : ", ").append(family.kind);
  return app::printable(family.name + " (" + details + ")", kLongestName);
}

/// The table of a group; empty when nobody of it came.
std::string group_text(std::size_t group, const Visits& visits, const Form& form) {
  auto families = families_of(visits);
  std::erase_if(families, [group](const FamilyNumbers& row) { return group_of(*row.family) != group; });
  if (families.empty()) return {};
  TableRows rows{with_number_headings({"AGENT"}, visits)};
  for (const auto& row : families | std::views::take(form.most)) {
    rows.push_back(with_numbers({family_text(*row.family)}, row.numbers, visits));
    const auto share = share_of(row.numbers.requests, families.front().numbers.requests);
    if (form.bars == Bars::blocks && form.is_wide()) rows.back().push_back(form.bar(share));
  }
  return titled(kAgentGroups[group].title, rows, form) + more_than(form.most, families.size());
}

/// Agents whose addresses a list has; empty when there are none.
std::string addresses_text(const Visits& visits, const Form& form) {
  const Cells headings = {"AGENT", "IN THEIR LIST", "NOT IN IT", "CANNOT BE TOLD", "LIST OF"};
  TableRows rows{headings};
  for (const auto& row : families_of(visits)) {
    const auto list = visits.lists.find(row.family->name);
    if (list == visits.lists.end()) continue;
    const auto states = states_of(row.verdicts);
    rows.push_back({app::printable(row.family->name, kLongestName), right(states.in_list, headings[1].size()),
                    right(states.not_in_list, headings[2].size()), right(states.unknown, headings[3].size()),
                    list->second.date.empty() ? "no date" : app::printable(list->second.date, kLongestName)});
  }
  return rows.size() == 1 ? std::string() : titled("Was it them, by their addresses", rows, form);
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

/// "8 requests: 3 pages or documents read, 2 refused"
std::string totals_of(const Visits& visits) {
  std::string text;
  for (const auto& row : kNumberRows) {
    const auto number = visits.total.*row.member;
    if (number == 0 && row.member != &Numbers::requests) continue;
    text += number_words(row, number) + (text.empty() ? ": " : ", ");
  }
  return text.substr(0, text.size() - 2);
}

/// "2 of them (25.0 %) by agents that answer, search or train"
std::string agents_share(const Visits& visits) {
  std::uint64_t requests = 0;
  for (const auto& [name, row] : visits.families) {
    if (group_of(*row.family) != kOthers) requests += row.numbers.requests;
  }
  const auto share = std::lround(1000 * share_of(requests, visits.total.requests));
  return app::number_text(requests) + " of them (" + std::to_string(share / 10) + "." + std::to_string(share % 10) +
         " %) by agents that answer, search or train";
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

/// Lines that are no visits: those skipped, those with another protocol, those that could not be read, and why.
void add_unread(bj::object& object, const Visits& visits) {
  std::uint64_t all = 0;
  auto& reasons = object["unread"].emplace_array();
  for (const auto& [lines, reason] : counted_reasons(visits.no_visits, kNoVisits)) {
    reasons.push_back({{"reason", reason}, {"lines", lines}});
    all += lines;
  }
  const auto count_of = [&](NoVisit reason) {
    const auto found = visits.no_visits.find(reason);
    return found == visits.no_visits.end() ? std::uint64_t{0} : found->second;
  };
  object["garbage"] = count_of(NoVisit::not_http);
  object["damaged"] = count_of(NoVisit::damaged);
  object["skipped"] = all - count_of(NoVisit::not_http) - count_of(NoVisit::damaged);
}

/// {"none": 1, "2xx": 7}, those that occurred.
bj::object statuses_value(const Visits& visits) {
  bj::object object;
  for (std::size_t digit = 0; digit < visits.statuses.size(); ++digit) {
    const auto name = digit == 0 ? "none" : std::to_string(digit) + "xx";
    if (visits.statuses[digit] != 0) object[name] = visits.statuses[digit];
  }
  return object;
}

bj::object states_value(const AddressStates& states) {
  return {{"verified", states.in_list}, {"outside", states.not_in_list}, {"unknown", states.unknown}};
}

bj::object family_value(const FamilyNumbers& row, const Visits& visits) {
  const auto& family = *row.family;
  auto object =
      numbers_value({{"name", family.name}, {"operator", family.operator_name}, {"kind", family.kind}}, row.numbers);
  object["addresses"] = states_value(states_of(row.verdicts));
  if (const auto list = visits.lists.find(family.name); list != visits.lists.end()) {
    object["list_date"] = list->second.date;
  }
  return object;
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

std::string number_words(const NumberRow& row, std::uint64_t number) {
  return app::number_text(number) + " " + std::string(number == 1 ? row.one : row.many);
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
  if (is_agent_known(visits)) text += app::wrapped(agents_share(visits), 0, columns) + "\n";
  if (visits.total.requests != 0) {
    text += days_text(visits, form);
    for (std::size_t group = 0; group < kAgentGroups.size(); ++group) {
      if (is_agent_known(visits)) text += group_text(group, visits, form);
    }
    text += addresses_text(visits, form);
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
                    {"left_out", visits.left_out},
                    {"try_requests", visits.own_tests},
                    {"total", numbers_value({}, visits.total)},
                    {"statuses", statuses_value(visits)}};
  add_unread(object, visits);
  auto& formats = object["formats"].emplace_array();
  for (const auto& [name, form] : visits.forms) formats.push_back({{"name", name}, {"requests", form.requests}});
  auto& days = object["days"].emplace_array();
  for (const auto& [day, numbers] : visits.days) days.push_back(numbers_value({{"day", day_text(day)}}, numbers));
  auto& agents = object["agents"].emplace_array();
  AddressStates sum;
  for (const auto& row : families_of(visits)) {
    agents.push_back(family_value(row, visits));
    const auto states = states_of(row.verdicts);
    sum = {sum.in_list + states.in_list, sum.not_in_list + states.not_in_list, sum.unknown + states.unknown};
  }
  object["addresses"] = states_value(sum);
  object[kDocuments.array] = names_value(kDocuments, visits);
  auto& resources = object["resources"].emplace_array();
  for (const auto& [path, numbers] : visits.resources | std::views::take(kMostElements)) {
    resources.push_back({{"path", path}, {"reads", numbers.reads}, {"refused", numbers.refused}});
  }
  for (const auto& table : kNames) object[table.array] = names_value(table, visits);
  return base::visible_text(bj::serialize(object)) + "\n";
}

}  // namespace agent_access::tools
