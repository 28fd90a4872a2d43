#include "tools/reference/reference_command.hpp"

#include <iostream>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "ops/words/log_words.hpp"
#include "render/template.hpp"
#include "tools/reference/assets.hpp"
#include "tools/reference/rows.hpp"
#include "tools/usage/program_facts.hpp"

namespace agent_access::tools {
namespace {

/// Variable and option → the commands that have the option.
using OptionVariables = std::map<std::pair<std::string, std::string>, std::string>;

void collect_variables(const CommandTree& command, const std::string& path, OptionVariables& variables) {
  for (const auto& option : command.options) {
    if (option.variable.empty()) continue;
    auto& commands = variables[{option.variable, option.name}];
    commands.append(commands.empty() ? "" : ", ").append(cell_code(path));
  }
  for (const auto& below : command.commands) collect_variables(below, path_below(path, below), variables);
}

/// Each command, and each below it, with its purpose.
void add_commands(const CommandTree& command, const std::string& path, std::string& rows) {
  for (const auto& below : command.commands) {
    const std::string name = path_below(path, below);
    if (below.commands.empty()) add_row(rows, {cell_code(name), cell_text(below.doc)});
    add_commands(below, name, rows);
  }
}

std::string facts_rows(std::span<const ProgramFact> facts) {
  std::string rows;
  for (const auto& fact : facts) add_row(rows, {cell_codes(fact.name), cell_text(fact.meaning)});
  return rows;
}

std::string variables_rows(const CommandTree& root) {
  std::string rows = facts_rows(kVariables);
  OptionVariables of_options;
  collect_variables(root, {}, of_options);
  for (const auto& [names, commands] : of_options) {
    add_row(rows, {cell_code(names.first), "Sets " + cell_code(names.second) + " of " + commands + "."});
  }
  return rows;
}

void set_log(render::View& view) {
  std::string fields;
  for (const auto& row : ops::kAccessFields) add_row(fields, {cell_code(row.name), cell_text(row.meaning)});
  std::string events;
  for (const auto& event : ops::log_events()) {
    add_row(events,
            {cell_code(event.name), cell_code(event.level), cell_codes(event.fields), cell_text(event.meaning)});
  }
  view.set("fields", fields).set("events", events);
}

}  // namespace

std::string render_reference(const CommandTree& root) {
  std::string commands;
  add_commands(root, {}, commands);
  render::View view;
  set_settings(view);
  set_log(view);
  view.set("metrics", metrics_rows())
      .set("errors", errors_rows())
      .set("commands", commands)
      .set("exit_statuses", facts_rows(kExitStatuses))
      .set("signals", facts_rows(kSignals))
      .set("variables", variables_rows(root));
  return render::fill("reference.md", reference::asset("reference/reference.md"), view);
}

int run_reference(const CommandTree& root) {
  std::cout << render_reference(root);
  return 0;
}

}  // namespace agent_access::tools
