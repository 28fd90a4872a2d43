#include "tools/reference/reference.hpp"

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "app/config/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "ops/words/log_words.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"

namespace agent_access::tools {
namespace {

/// Variable and option → the commands that have the option.
using OptionVariables = std::map<std::pair<std::string, std::string>, std::string>;

OptionVariables variables_of(const CommandTree& root) {
  OptionVariables variables;
  for (const auto& command : root.commands) {
    for (const auto& option : command.options) {
      if (option.variable.empty()) continue;
      auto& commands = variables[{option.variable, option.name}];
      commands.append(commands.empty() ? "" : ", ").append(cell_code(command.name));
    }
  }
  return variables;
}

std::string facts_rows(std::span<const ProgramFact> facts) {
  std::string rows;
  for (const auto& fact : facts) add_row(rows, {cell_codes(fact.name), cell_text(fact.meaning)});
  return rows;
}

std::string variables_rows(const CommandTree& root) {
  std::string rows = facts_rows(kVariables);
  for (const auto& [names, commands] : variables_of(root)) {
    add_row(rows, {cell_code(names.first), "Sets " + cell_code(names.second) + " of " + commands + "."});
  }
  return rows;
}

void set_log(templates::View& view) {
  std::string fields;
  for (const auto& row : ops::kAccessFields) add_row(fields, {cell_code(row.name), cell_text(row.meaning)});
  std::string events;
  for (const auto& event : ops::log_events()) {
    add_row(events,
            {cell_code(event.name), cell_code(event.level), cell_codes(event.fields), cell_text(event.meaning)});
  }
  view.set("fields", fields).set("events", events);
}

/// "a duration such as …, from "1h" to "3650d"".
std::string value_form(const app::Setting& setting) {
  auto text = app::expected_form(setting);
  const auto range = app::range_text(setting);
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
                   cell_text(key.doc), cell_text(app::expected_form(key))});
  }
  return rows;
}

/// Every setting: `settings`; every key of declared rows: `tables`, and the most rows of a table.
void set_settings(templates::View& view) {
  const app::Config defaults;
  std::string rows;
  for (const auto& setting : app::setting_table()) {
    add_row(rows, {cell_code(app::full_name(setting)), cell_code(app::render_value(defaults, setting)),
                   cell_text(setting.doc), cell_text(value_form(setting)), effect_text(setting),
                   cell_code(app::environment_name(setting)), cell_code(setting.credential)});
  }
  std::vector<templates::View> tables;
  for (const auto& table : app::access_tables()) {
    tables.push_back(
        templates::View().set("name", table.name).set("doc", cell_text(table.doc)).set("rows", access_rows(table)));
  }
  view.set("settings", rows)
      .set("tables", tables)
      .set("max_scopes", std::to_string(app::kMaxScopes - 1))
      .set("max_rows", std::to_string(app::kMaxAccessRows));
}

}  // namespace

std::string cell_text(std::string_view text) {
  std::string out;
  for (const char character : text) {
    if (character == '|' || character == '*' || character == '<' || character == '`') out += '\\';
    out += character;
  }
  return out;
}

std::string cell_code(std::string_view text) {
  if (text.empty()) return {};
  std::string out = "`";
  for (const char character : text) {
    // A vertical line ends a cell even within code.
    if (character == '|') out += '\\';
    out += character;
  }
  return out += '`';
}

std::string cell_codes(std::string_view list) {
  constexpr std::string_view kSeparator = ", ";
  std::string out;
  while (!list.empty()) {
    const auto end = list.find(kSeparator);
    out.append(out.empty() ? "" : kSeparator).append(cell_code(list.substr(0, end)));
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + kSeparator.size());
  }
  return out;
}

void add_row(std::string& rows, std::initializer_list<std::string_view> cells) {
  rows += rows.empty() ? "|" : "\n|";
  for (const auto cell : cells) rows.append(" ").append(cell).append(cell.empty() ? "|" : " |");
}

std::string render_reference(const CommandTree& root) {
  std::string commands;
  for (const auto& command : root.commands) add_row(commands, {cell_code(command.name), cell_text(command.doc)});
  templates::View view;
  set_settings(view);
  set_log(view);
  view.set("metrics", metrics_rows())
      .set("errors", errors_rows())
      .set("commands", commands)
      .set("exit_statuses", facts_rows(kExitStatuses))
      .set("signals", facts_rows(kSignals))
      .set("variables", variables_rows(root));
  return templates::filled("reference/reference.md", view);
}

}  // namespace agent_access::tools
