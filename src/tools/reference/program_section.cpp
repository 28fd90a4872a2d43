#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tools/reference/markdown_table.hpp"
#include "tools/reference/sections.hpp"
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
  for (const auto& below : command.commands) {
    collect_variables(below, path.empty() ? below.name : path + " " + below.name, variables);
  }
}

/// Each command, and each below it, with its purpose.
void add_commands(const CommandTree& command, const std::string& path, MarkdownTable& table) {
  for (const auto& below : command.commands) {
    const std::string name = path.empty() ? below.name : path + " " + below.name;
    if (below.commands.empty()) table.row({cell_code(name), cell_text(below.doc)});
    add_commands(below, name, table);
  }
}

std::string fact_table(std::string_view heading, std::span<const ProgramFact> facts) {
  MarkdownTable table({heading, "Meaning"});
  for (const auto& fact : facts) table.row({cell_codes(fact.name), cell_text(fact.meaning)});
  return table.text();
}

}  // namespace

std::string render_program_section(const CommandTree& root) {
  MarkdownTable table({"Command", "Meaning"});
  add_commands(root, {}, table);
  std::string text = "## Commands\n\nEach has `--help` with its options and an example.\n\n" + table.text() + '\n';
  text += "## Exit statuses, signals and variables\n\n";
  text += fact_table("Exit status", kExitStatuses) + '\n' + fact_table("Signal", kSignals) + '\n';
  text += fact_table("Variable", kVariables);
  OptionVariables of_options;
  collect_variables(root, {}, of_options);
  for (const auto& [names, commands] : of_options) {
    text += "| " + cell_code(names.first) + " | Sets " + cell_code(names.second) + " of " + commands + ". |\n";
  }
  return text;
}

}  // namespace agent_access::tools
