#include "tools/usage/usage_error.hpp"

#include <algorithm>
#include <cstddef>

#include "app/text/words.hpp"
#include "base/text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kProgram = "agent-access";

/// "; did you mean "serve"?", or where the names are listed.
std::string hint(std::string_view name, const std::vector<std::string>& names, const std::string& command) {
  const auto meant = base::nearest_name(name, names);
  if (!meant.empty()) return "; did you mean " + app::in_quotes(meant) + "?";
  return "; `" + command + " --help` lists them";
}

std::string unknown_command(std::string_view word, const CommandTree& tree, const std::string& command) {
  std::vector<std::string> names;
  for (const auto& below : tree.commands) names.push_back(below.name);
  return "unknown command " + app::in_quotes(word) + hint(word, names, command);
}

std::string unknown_option(std::string_view name, const CommandTree& tree, const std::string& command) {
  std::vector<std::string> names;
  for (const auto& option : tree.options) names.push_back("--" + option.name);
  return "unknown option " + app::in_quotes(name) + " of " + command + hint(name, names, command);
}

/// Follows the words through the tree.
class Walk {
 public:
  explicit Walk(const CommandTree& root) : tree_(&root) {}

  /// The explanation if the word is unknown.
  std::optional<std::string> take(std::string_view word) {
    if (is_value_) {
      is_value_ = false;
      return std::nullopt;
    }
    if (word.starts_with("--")) return take_option(word);
    if (word.starts_with('-') && word.size() > 1) {
      // CLI11 has "-h" itself.
      return word == "-h" ? std::nullopt : std::optional(unknown_option(word, *tree_, command_));
    }
    return take_word(word);
  }

 private:
  std::optional<std::string> take_option(std::string_view word) {
    const auto name = word.substr(0, word.find('='));
    const auto found = std::ranges::find(tree_->options, name.substr(2), &CommandTree::Option::name);
    if (found == tree_->options.end()) return unknown_option(name, *tree_, command_);
    is_value_ = found->takes_value && name.size() == word.size();
    return std::nullopt;
  }

  std::optional<std::string> take_word(std::string_view word) {
    const auto found = std::ranges::find(tree_->commands, word, &CommandTree::name);
    if (found != tree_->commands.end()) {
      tree_ = &*found;
      command_.append(" ").append(word);
      return std::nullopt;
    }
    if (!tree_->commands.empty()) return unknown_command(word, *tree_, command_);
    if (++arguments_ <= tree_->arguments.size()) return std::nullopt;
    return "unexpected argument " + app::in_quotes(word) + " of " + command_ + "; `" + command_ +
           " --help` shows what it takes";
  }

  const CommandTree* tree_;
  std::string command_{kProgram};
  std::size_t arguments_ = 0;
  bool is_value_ = false;  ///< the next word is the value of an option
};

}  // namespace

std::optional<std::string> explain_usage(const CommandTree& root, std::span<const std::string_view> arguments) {
  Walk walk(root);
  for (const auto word : arguments) {
    if (word == "--") return std::nullopt;
    if (auto explanation = walk.take(word)) return explanation;
  }
  return std::nullopt;
}

}  // namespace agent_access::tools
