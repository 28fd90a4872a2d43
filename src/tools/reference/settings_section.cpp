#include "app/config/access/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "tools/reference/markdown_table.hpp"
#include "tools/reference/sections.hpp"

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

std::string render_access_table(const app::AccessTableRow& of) {
  const app::AccessRow defaults;
  MarkdownTable table({"Key", "Default", "Meaning", "Value"});
  for (const auto& key : app::access_keys()) {
    if (key.table != of.table) continue;
    const bool is_required = key.presence == app::Presence::required;
    table.row({cell_code(key.key), is_required ? "required" : cell_code(app::render_value(defaults, key)),
               cell_text(key.doc), cell_text(value_form(key))});
  }
  return "\nRows of `[[" + std::string(of.name) + "]]`: " + cell_text(of.doc) + ".\n\n" + table.text();
}

std::string render_access_section() {
  std::string text =
      "\n### Rows of `[[scopes]]`, `[[documents]]` and `[[gates]]`\n\n"
      "The file can have any of these tables several times, each with two pairs of brackets above its keys: one row "
      "for "
      "each scope, document and part of the site. Only the file can have them: there are no environment variables for "
      "them. A change takes effect with a reload. Without such rows, the only scope is `read:extended`, and it opens "
      "the "
      "profile alone; `scope` in a token request is ignored as long as there is no row of `[[scopes]]`. " +
      std::to_string(app::kMaxScopes - 1) + " scopes, " + std::to_string(app::kMaxAccessRows) + " documents and " +
      std::to_string(app::kMaxAccessRows) + " gates are the most.\n";
  for (const auto& table : app::access_tables()) text += render_access_table(table);
  return text;
}

}  // namespace

std::string render_settings_section() {
  std::string text =
      "## Settings\n\n"
      "The configuration is a TOML file; relative paths start at its folder. A change takes effect with a reload or "
      "with "
      "a restart. A credential of systemd is used if its setting is not set.\n\n";
  MarkdownTable table({"Setting", "Default", "Meaning", "Value", "Takes effect", "Environment variable", "Credential"});
  const app::Config defaults;
  for (const auto& setting : app::setting_table()) {
    table.row({cell_code(app::full_name(setting)), cell_code(app::render_value(defaults, setting)),
               cell_text(setting.doc), cell_text(value_form(setting)), effect_text(setting),
               cell_code(app::environment_name(setting)), cell_code(setting.credential)});
  }
  return text += table.text() + render_access_section();
}

}  // namespace agent_access::tools
