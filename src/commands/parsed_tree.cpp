#include "commands/parsed_tree.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/text/value_text.hpp"

namespace agent_access::commands {
namespace {

/// CLI11 writes what a validator accepts behind the type: "TEXT:{access,discovery}", "INT:INT in [1 - 600]".
std::string type_in(const std::string& text) {
  return text.substr(0, std::min(text.find(":{"), text.find(":INT in ")));
}

/// A type that lists them is written as "nginx|caddy".
std::vector<std::string> values_in(const std::string& type) {
  if (type.find('|') != std::string::npos) {
    std::string listed = type;
    std::ranges::replace(listed, '|', ',');
    return app::split_list(listed);
  }
  const auto begin = type.find('{');
  const auto end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  return app::split_list(std::string_view(type).substr(begin + 1, end - begin - 1));
}

tools::CommandTree::Option option_of(const CLI::Option& option, const std::string& name) {
  tools::CommandTree::Option described{name, option.get_description(), option.get_items_expected_max() > 0};
  if (!described.takes_value) return described;
  const auto type = option.get_type_name();
  described.type = type_in(type);
  described.values = values_in(type);
  described.variable = option.get_envname();
  return described;
}

}  // namespace

tools::CommandTree parsed_tree(const CLI::App& app) {
  tools::CommandTree tree{app.get_name(), app.get_description(), {}, {}};
  tree.example = app.get_footer();
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) tree.options.push_back(option_of(*option, "--" + name));
    if (option->get_positional()) tree.arguments.push_back(option_of(*option, option->get_name(true)));
  }
  const auto is_listed = [](const CLI::App* command) { return !command->get_group().empty(); };
  for (const auto* command : app.get_subcommands(is_listed)) tree.commands.push_back(parsed_tree(*command));
  return tree;
}

}  // namespace agent_access::commands
