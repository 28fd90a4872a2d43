#include "app/status/counts_json.hpp"

namespace agent_access::app {

namespace {

boost::json::object table_json(const NamedCounts& counts) {
  boost::json::object table;
  for (const auto& [key, count] : counts) table[key] = count;
  return table;
}

}  // namespace

boost::json::object counts_json(const Counts& counts) {
  boost::json::object object;
  for (const auto& [name, member] : kCountMembers) object[name] = counts.*member;
  for (const auto& [name, member] : kCountTables) object[name] = table_json(counts.*member);
  for (const auto& [name, member] : kResourceTables) {
    if (!(counts.*member).empty()) object[name] = table_json(counts.*member);
  }
  return object;
}

}  // namespace agent_access::app
