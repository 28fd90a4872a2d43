#include <string>
#include <vector>

#include "app/config/access/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "tools/reference/rows.hpp"

namespace agent_access::tools {
namespace {

/// "a duration such as …, from "1h" to "3650d"".
template <class Row>
std::string value_form(const Row& row) {
  auto text = app::expected_form(row);
  const auto range = app::range_text(row);
  return range.empty() ? text : text + ", " + range;
}

std::string effect_text(const app::Setting& setting) {
  if (setting.effect == app::Effect::restart_to_switch) return "reload; to set or empty it: restart";
  return app::always_needs_restart(setting) ? "restart" : "reload";
}

std::string access_rows(const app::AccessTableRow& of) {
  const app::AccessRow defaults;
  std::string rows;
  for (const auto& key : app::access_keys()) {
    if (key.table != of.table) continue;
    const bool is_required = key.presence == app::Presence::required;
    add_row(rows, {cell_code(key.key), is_required ? "required" : cell_code(app::render_value(defaults, key)),
                   cell_text(key.doc), cell_text(value_form(key))});
  }
  return rows;
}

}  // namespace

void set_settings(render::View& view) {
  const app::Config defaults;
  std::string rows;
  for (const auto& setting : app::setting_table()) {
    add_row(rows, {cell_code(app::full_name(setting)), cell_code(app::render_value(defaults, setting)),
                   cell_text(setting.doc), cell_text(value_form(setting)), effect_text(setting),
                   cell_code(app::environment_name(setting)), cell_code(setting.credential)});
  }
  std::vector<render::View> tables;
  for (const auto& table : app::access_tables()) {
    tables.push_back(
        render::View().set("name", table.name).set("doc", cell_text(table.doc)).set("rows", access_rows(table)));
  }
  view.set("settings", rows)
      .set("tables", tables)
      .set("max_scopes", std::to_string(app::kMaxScopes - 1))
      .set("max_rows", std::to_string(app::kMaxAccessRows));
}

}  // namespace agent_access::tools
