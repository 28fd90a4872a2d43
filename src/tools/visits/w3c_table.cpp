#include "tools/visits/w3c_table.hpp"

#include <algorithm>
#include <map>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::tools {
namespace {

constexpr LogForm kW3c{"W3C", "the field cs(User-Agent)"};

/// Percent-encoded by CloudFront, in older files twice; IIS writes '+' for a blank.
std::string agent_of(std::string agent, char separator) {
  if (separator == ' ') std::ranges::replace(agent, '+', ' ');
  for (int times = 0; times < 2; ++times) agent = base::percent_decoded(agent).value_or(agent);
  return agent;
}

}  // namespace

void W3cTable::set_columns(std::string_view line) {
  constexpr std::string_view kFields = "#Fields:";
  if (!line.starts_with(kFields)) return;
  columns_.clear();
  line = base::trim(line.substr(kFields.size()));
  while (!line.empty()) columns_.emplace_back(base::take_until(line, line.contains('\t') ? '\t' : ' '));
}

LogLine W3cTable::read(std::string_view line) const {
  const char separator = line.contains('\t') ? '\t' : ' ';
  if (std::ranges::count(line, separator) + 1 != std::ssize(columns_)) return NoVisit::damaged;
  std::map<std::string_view, std::string> values;
  for (const auto& column : columns_) values[column] = base::take_until(line, separator);
  return visit_of({.time = values["date"] + "T" + values["time"] + "Z",
                   .method = values["cs-method"],
                   .target = values["cs-uri-stem"],
                   .status = values["sc-status"],
                   .peer = values["c-ip"],
                   .forwarded = values["x-forwarded-for"],
                   .user_agent = agent_of(values["cs(User-Agent)"], separator)},
                  kW3c);
}

}  // namespace agent_access::tools
