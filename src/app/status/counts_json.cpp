#include "app/status/counts_json.hpp"

namespace agent_access::app {

boost::json::object counts_json(const Counts& counts) {
  boost::json::object object;
  for (const auto& [name, member] : kCountMembers) object[name] = counts.*member;
  for (const auto& [name, member] : kCountTables) {
    boost::json::object table;
    for (const auto& [key, count] : counts.*member) table[key] = count;
    object[name] = std::move(table);
  }
  return object;
}

}  // namespace agent_access::app
