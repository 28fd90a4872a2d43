#include "app/cli/completion_command.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

namespace agent_access::app {
namespace {

/// One line that can be in single quotes in every shell.
std::string plain(std::string_view text) {
  std::string out;
  for (const char character : text.substr(0, text.find('\n'))) {
    if (character != '\'' && character != ':' && character != '[' && character != ']') out += character;
  }
  return out;
}

std::string words_of(const CommandTree& tree) {
  std::string words;
  for (const auto& command : tree.commands) words += command.name + " ";
  for (const auto& option : tree.options) words += option.name + " ";
  if (!words.empty()) words.pop_back();
  return words;
}

/// "path) words=...;;" for the command and all below; `path` is the commands typed so far.
void append_cases(std::string& out, const CommandTree& tree, const std::string& path) {
  out += "    '" + path + "') words='" + words_of(tree) + "' ;;\n";
  for (const auto& command : tree.commands) {
    append_cases(out, command, path.empty() ? command.name : path + " " + command.name);
  }
}

/// The script collects the commands typed so far in `path`, and skips options between them.
std::string render_bash(const CommandTree& root) {
  std::string cases;
  append_cases(cases, root, "");
  return "_agent_access() {\n"
         "  local path='' words='' word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case \"${path:+$path }$word\" in\n" +
         [&] {
           std::string known;
           for (const auto& command : root.commands) {
             known += "      '" + command.name + "') path='" + command.name + "' ;;\n";
             for (const auto& below : command.commands) {
               const auto name = command.name + " " + below.name;
               known += "      '" + name + "') path='" + name + "' ;;\n";
             }
           }
           return known;
         }() +
         "    esac\n  done\n"
         "  case \"$path\" in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "}\n"
         "complete -o filenames -F _agent_access agent-access\n";
}

std::string render_zsh(const CommandTree& root) {
  return "#compdef agent-access\nautoload -U +X bashcompinit && bashcompinit\n" + render_bash(root);
}

void append_fish(std::string& out, const CommandTree& tree, const std::string& condition) {
  for (const auto& command : tree.commands) {
    out += "complete -c agent-access -f -n '" + condition + "' -a '" + command.name + "' -d '" + plain(command.doc) +
           "'\n";
    append_fish(out, command, "__fish_seen_subcommand_from " + command.name);
  }
  for (const auto& option : tree.options) {
    out += "complete -c agent-access -n '" + condition + "' -l '" + option.name.substr(2) + "' -d '" +
           plain(option.doc) + "'" + (option.takes_value ? " -r" : "") + "\n";
  }
}

}  // namespace

CommandTree command_tree(const CLI::App& app) {
  CommandTree tree{app.get_name(), app.get_description(), {}, {}};
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) {
      tree.options.push_back({"--" + name, option->get_description(), option->get_items_expected_max() > 0});
    }
  }
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    tree.commands.push_back(command_tree(*command));
  }
  return tree;
}

std::string render_completion(std::string_view shell, const CommandTree& root) {
  if (shell == "bash") return render_bash(root);
  if (shell == "zsh") return render_zsh(root);
  if (shell != "fish") return {};
  std::string out;
  append_fish(out, root, "__fish_use_subcommand");
  return out;
}

int run_completion(std::string_view shell, const CommandTree& root) {
  const auto script = render_completion(shell, root);
  if (script.empty()) {
    std::cerr << "agent-access: completion supports bash, zsh and fish\n";
    return 2;
  }
  std::cout << script;
  return 0;
}

}  // namespace agent_access::app
