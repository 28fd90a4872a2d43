#include "app/config/setting_table.hpp"
#include "app/reference/markdown_table.hpp"
#include "app/reference/sections.hpp"

namespace agent_access::app {
namespace {

/// "a duration such as …, from "1h" to "3650d"".
std::string value_form(const Setting& setting) {
  auto text = expected_form(setting);
  const auto range = range_text(setting);
  return range.empty() ? text : text + ", " + range;
}

std::string effect_text(const Setting& setting) {
  if (setting.effect == Effect::restart_to_switch) return "reload; to set or empty it: restart";
  return always_needs_restart(setting) ? "restart" : "reload";
}

}  // namespace

std::string render_settings_section() {
  std::string text =
      "## Settings\n\n"
      "The configuration is a TOML file; relative paths start at its folder. A change takes effect with a reload or "
      "with "
      "a restart. A credential of systemd is used if its setting is not set.\n\n";
  MarkdownTable table({"Setting", "Default", "Meaning", "Value", "Takes effect", "Environment variable", "Credential"});
  const Config defaults;
  for (const auto& setting : setting_table()) {
    table.row({cell_code(full_name(setting)), cell_code(render_value(defaults, setting)), cell_text(setting.doc),
               cell_text(value_form(setting)), effect_text(setting), cell_code(environment_name(setting)),
               cell_code(setting.credential)});
  }
  return text += table.text();
}

}  // namespace agent_access::app
