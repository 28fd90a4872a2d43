/// \file
/// The commands of the program as data, and what is made from them and from the tables that the program itself uses:
/// the reference, manual pages, completion scripts, and the explanation of a wrong command line. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/templates/template.hpp"

namespace agent_access::tools {

struct CommandTree {
  struct Option {
    std::string name;  ///< "config" for --config; of an argument without a name: "directory"
    std::string doc;   ///< one line, no full stop
    bool takes_value = false;
    std::string type{};                 ///< "FILE"; empty without a value
    std::vector<std::string> values{};  ///< all that are accepted; empty: any
    std::string variable{};             ///< the environment variable that sets it, too
  };
  std::string name;
  std::string doc;                    ///< one line, no full stop
  std::vector<Option> options;        ///< of the program: none with a value
  std::vector<CommandTree> commands;  ///< of the program; a command has none below it
  std::vector<Option> arguments{};    ///< without a name, in their order
  std::string example{};              ///< one line; may be empty
};

/// A file of templates/reference, filled from the commands and all tables: "reference.md", the page docs/reference.md;
/// "agent-access.1" and "agent-access.toml.5", in the language of man(7); "agent-access.bash", ".zsh" and ".fish",
/// which complete commands, options and their values, both sourced and in the shell's folder of completions.
[[nodiscard]] std::string render_reference(std::string_view file, const CommandTree& root);

/// `unknown command "serv"; did you mean "serve"?`, for the first word that the tree does not have; nothing if there is
/// none, for example because a value is missing. `arguments` are those after the name of the program.
[[nodiscard]] std::optional<std::string> explain_usage(const CommandTree& root,
                                                       std::span<const std::string_view> arguments);

// Parts of the view of render_reference.

/// A view of each row; its flag "is_first" is for what stands between two.
template <class Rows, class ViewOf>
[[nodiscard]] std::vector<templates::View> views_of(const Rows& rows, ViewOf view_of) {
  std::vector<templates::View> views;
  for (const auto& row : rows) views.push_back(view_of(row).set("is_first", views.empty()));
  return views;
}
template <class Names>
[[nodiscard]] std::vector<templates::View> list_of(const Names& names) {
  return views_of(names, [](std::string_view name) { return templates::View().set("name", name); });
}

[[nodiscard]] std::vector<templates::View> error_views();
[[nodiscard]] std::vector<templates::View> metric_views();

}  // namespace agent_access::tools
