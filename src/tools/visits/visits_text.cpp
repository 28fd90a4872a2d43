#include "tools/visits/visits_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "app/text/text.hpp"

namespace agent_access::tools {
namespace {

using Cells = std::vector<std::string>;
using TableRows = std::vector<Cells>;

constexpr std::size_t kBarColumns = 20;  // a bar is the last cell of its row: the table counts bytes
constexpr std::size_t kLongestName = 56;
constexpr std::array<std::string_view, 6> kNumberNames = {"REQUESTS", "READS",   "REGISTERED",
                                                          "TOKENS",   "PROFILE", "REFUSED"};

std::string right(std::uint64_t number, std::size_t width) {
  std::string text = std::to_string(number);
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::array<std::uint64_t, kNumberNames.size()> values_of(const Numbers& numbers) {
  return {numbers.requests, numbers.documents, numbers.registrations,
          numbers.tokens,   numbers.profiles,  numbers.refused};
}

void add_number_names(Cells& cells) { cells.insert(cells.end(), kNumberNames.begin(), kNumberNames.end()); }

void add_numbers(Cells& cells, const Numbers& numbers) {
  const auto values = values_of(numbers);
  for (std::size_t index = 0; index < values.size(); ++index) {
    cells.push_back(right(values[index], kNumberNames[index].size()));
  }
}

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string day_text(VisitCounts::Day day) {
  return app::format_time(base::Seconds{day}).substr(0, std::string_view("2026-01-31").size());
}

std::string with_title(std::string_view title, const TableRows& rows) {
  std::string text = "\n";
  text.append(title).append("\n");
  return text + app::render_table(rows);
}

std::string days_text(const VisitCounts& counts, Bars bars) {
  std::uint64_t most = 0;
  for (const auto& [day, numbers] : counts.days()) most = std::max(most, numbers.requests);
  TableRows rows{{"DAY"}};
  add_number_names(rows.front());
  for (const auto& [day, numbers] : counts.days()) {
    Cells cells{day_text(day)};
    add_numbers(cells, numbers);
    if (bars == Bars::blocks) cells.push_back(bar_text(share_of(numbers.requests, most), kBarColumns));
    rows.push_back(std::move(cells));
  }
  return with_title("Days (UTC)", rows);
}

std::string families_text(const VisitCounts& counts, Bars bars, std::size_t most) {
  const auto families = counts.families();
  TableRows rows{{"AGENT", "OPERATOR", "KIND"}};
  add_number_names(rows.front());
  for (const auto& row : families) {
    if (rows.size() > most) break;
    Cells cells{app::printable(row.family->name, kLongestName), app::printable(row.family->operator_name, kLongestName),
                app::printable(row.family->kind, kLongestName)};
    add_numbers(cells, row.numbers);
    if (bars == Bars::blocks) {
      cells.push_back(bar_text(share_of(row.numbers.requests, families.front().numbers.requests), kBarColumns));
    }
    rows.push_back(std::move(cells));
  }
  std::string text = with_title("Agents, by User-Agent (not verified)", rows);
  if (families.size() > most) text += "and " + std::to_string(families.size() - most) + " more\n";
  return text;
}

/// A table of names, or nothing when there are none.
std::string names_text(std::string_view title, std::string_view name, std::string_view count, const NameCounts& names,
                       Bars bars, std::size_t most) {
  if (names.size() == 0) return {};
  const auto top = names.top(most);
  TableRows rows{{std::string(count), std::string(name)}};
  for (const auto& [text, number] : top) {
    Cells cells{right(number, count.size()), app::printable(text, kLongestName)};
    if (bars == Bars::blocks) cells.push_back(bar_text(share_of(number, top.front().second), kBarColumns));
    rows.push_back(std::move(cells));
  }
  std::string text = with_title(title, rows);
  if (names.size() > most) text += "and " + std::to_string(names.size() - most) + " more\n";
  return text;
}

/// Of gated documents and gates, or nothing when there are none.
std::string resources_text(const VisitCounts& counts, std::size_t most) {
  constexpr std::string_view kReads = "READS";
  constexpr std::string_view kRefused = "REFUSED";
  if (counts.resources().empty()) return {};
  TableRows rows{{std::string(kReads), std::string(kRefused), "DOCUMENT OR GATE"}};
  for (const auto& [path, numbers] : counts.resources()) {
    if (rows.size() > most) break;
    rows.push_back({right(numbers.reads, kReads.size()), right(numbers.refused, kRefused.size()),
                    app::printable(path, kLongestName)});
  }
  std::string text = with_title("Gated documents and gates", rows);
  if (counts.resources().size() > most) text += "and " + std::to_string(counts.resources().size() - most) + " more\n";
  return text;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return std::to_string(number).append(" ").append(number == 1 ? one : many);
}

std::string heading_of(const VisitCounts& counts) {
  const Numbers& total = counts.total();
  std::string text = "Visits";
  const auto since = counts.range().since ? counts.range().since : counts.first();
  const auto until = counts.range().until ? counts.range().until : counts.last();
  if (since) text += " from " + app::format_time(*since);
  if (until) text += " until " + app::format_time(*until);
  text += "\n" + counted(total.requests, "request", "requests") + ": " +
          counted(total.documents, "read of a document", "reads of documents") + ", " +
          counted(total.registrations, "registration", "registrations") + ", " +
          counted(total.tokens, "token", "tokens") + ", " +
          counted(total.profiles, "read of the profile", "reads of the profile") + ", " +
          std::to_string(total.refused) + " refused\n";
  return text;
}

std::string remarks_of(const VisitCounts& counts) {
  std::string text;
  if (counts.left_out() != 0) {
    text +=
        counted(counts.left_out(), "more refusal has", "more refusals have") + " no line, because of log.refusals\n";
  }
  if (counts.own_tests() != 0) {
    text += counted(counts.own_tests(), "request", "requests") + " of agent-access try, which is your own test, " +
            (counts.own_tests() == 1 ? "is" : "are") + " not counted; --with-try counts them\n";
  }
  if (counts.unreadable() != 0) {
    text += counted(counts.unreadable(), "line", "lines") + " could not be read: damaged, or cut\n";
  }
  if (counts.foreign() != 0) {
    text += counted(counts.foreign(), "line from other programs was", "lines from other programs were") + " skipped\n";
  }
  if (counts.total().requests == 0 && counts.foreign() != 0 && counts.foreign() == counts.lines()) {
    text += "no line is JSON; the report needs log.format = \"json\" (the default)\n";
  } else if (counts.total().requests == 0) {
    text += "no request is in this time; log.level = \"info\" (the default) logs them\n";
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string bar_text(double share, std::size_t columns) {
  constexpr std::array<std::string_view, 8> kParts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!(share > 0)) return {};
  const double eighths = std::min(share, 1.0) * static_cast<double>(columns) * 8;
  const auto whole = std::max<std::size_t>(static_cast<std::size_t>(std::lround(eighths)), 1);
  std::string text;
  for (std::size_t index = 0; index < whole / 8; ++index) text += "█";
  return text.append(kParts[whole % 8]);
}

std::string render_visits(const VisitCounts& counts, Bars bars, std::size_t most) {
  std::string text = heading_of(counts);
  if (counts.total().requests != 0) {
    text += days_text(counts, bars);
    text += families_text(counts, bars, most);
    text += names_text("Documents", "DOCUMENT", "READS", counts.documents(), bars, most);
    text += resources_text(counts, most);
    text += names_text("Refusals", "REASON", "REFUSED", counts.reasons(), bars, most);
    text += names_text("Unknown paths", "PATH", "REQUESTS", counts.unknown_paths(), bars, most);
    text += names_text("Unknown agents", "USER-AGENT", "REQUESTS", counts.unknown_agents(), bars, most);
    text += names_text("Names of registered clients", "NAME", "REGISTERED", counts.client_names(), bars, most);
  }
  return text + remarks_of(counts);
}

}  // namespace agent_access::tools
