#include "site/agents/agent_table.hpp"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/ascii.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::agents {
namespace {

constexpr std::size_t kMostRows = 2000;
constexpr std::string_view kTableFile = "agents.json";
constexpr std::string_view kTableForm =
    R"(must be {"agents": [{"name": "…", "operator": "…", "kind": "…", "contains": "…"}, …]})";

/// Nothing unless the row has the four strings, of which only `operator` may be empty.
std::optional<AgentFamily> row_of(const boost::json::value& value) {
  const auto* const object = value.if_object();
  if (object == nullptr) return std::nullopt;
  AgentFamily row;
  const std::array<std::pair<std::string_view, std::string*>, 4> members = {
      {{"name", &row.name}, {"operator", &row.operator_name}, {"kind", &row.kind}, {"contains", &row.contains}}};
  for (const auto& [name, member] : members) {
    const auto* const found = object->if_contains(name);
    const auto* const text = found != nullptr ? found->if_string() : nullptr;
    if (text == nullptr || (text->empty() && name != "operator")) return std::nullopt;
    member->assign(text->data(), text->size());
  }
  const auto* const robots = object->if_contains("robots");
  row.is_in_robots = robots != nullptr && robots->is_bool() && robots->get_bool();
  row.user_agent = json::text_at(*object, "user_agent");
  return row;
}

const AgentFamily& unknown_family() {
  static const AgentFamily family{.name = "unknown", .operator_name = "", .kind = "unknown", .contains = ""};
  return family;
}

const AgentFamily& unnamed_family() {
  static const AgentFamily family{.name = "no User-Agent", .operator_name = "", .kind = "unknown", .contains = ""};
  return family;
}

}  // namespace

base::Result<AgentTable, std::string> AgentTable::parse(std::string_view json) {
  const auto object = json::read_object(json);
  const auto* const agents = object ? json::array_at(*object, "agents") : nullptr;
  if (agents == nullptr) return base::Failure(std::string(kTableForm));
  if (agents->size() > kMostRows) return base::Failure("has more than " + std::to_string(kMostRows) + " agents");
  AgentTable table;
  for (const auto& value : *agents) {
    auto row = row_of(value);
    if (!row) {
      return base::Failure("agent " + std::to_string(table.rows_.size() + 1) +
                           " needs the texts name, operator, kind and contains; only operator may be empty");
    }
    table.patterns_.push_back(base::lower_case(row->contains));
    table.rows_.push_back(std::move(*row));
  }
  return table;
}

std::string_view AgentTable::built_in_text() noexcept { return templates::asset(kTableFile); }

const AgentTable& AgentTable::built_in() {
  static const AgentTable table = [] {
    auto parsed = parse(built_in_text());
    if (!parsed) throw std::logic_error("web/agents.json " + parsed.error());
    return std::move(*parsed);
  }();
  return table;
}

const AgentFamily& AgentTable::family_of(std::string_view user_agent) const {
  if (user_agent.empty()) return unnamed_family();
  const std::string text = base::lower_case(user_agent);
  for (std::size_t index = 0; index < patterns_.size(); ++index) {
    const std::string_view pattern = patterns_[index];
    if (pattern.starts_with('^') ? text.starts_with(pattern.substr(1)) : text.contains(pattern)) return rows_[index];
  }
  return unknown_family();
}

}  // namespace agent_access::agents
