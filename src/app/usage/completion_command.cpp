#include "app/usage/completion_command.hpp"

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

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string below(const std::string& path, const std::string& name) { return path.empty() ? name : path + " " + name; }

/// Calls `use` with every command and the commands typed before and with it: "token inspect".
template <class Use>
void for_each(const CommandTree& tree, const std::string& path, const Use& use) {
  use(tree, path);
  for (const auto& command : tree.commands) for_each(command, below(path, command.name), use);
}

/// "'serve') path='serve' ;;" for each command: finds out which one has been typed.
std::string path_cases(const CommandTree& root) {
  std::string cases;
  for_each(root, "", [&](const CommandTree&, const std::string& path) {
    if (!path.empty()) cases += "      '" + path + "') path='" + path + "' ;;\n";
  });
  return cases;
}

/// For each option with a value, "'try --only') …": its values, or nothing, which means a file.
template <class Render>
std::string value_cases(const CommandTree& root, const Render& render) {
  std::string cases;
  for_each(root, "", [&](const CommandTree& command, const std::string& path) {
    for (const auto& option : command.options) {
      if (option.takes_value) cases += "    '" + below(path, option.name) + "') " + render(option.values) + " ;;\n";
    }
  });
  return cases;
}

/// The words after a command: the commands below it, the values of its argument, its options.
std::string words_after(const CommandTree& command) {
  std::vector<std::string> words;
  for (const auto& each : command.commands) words.push_back(each.name);
  for (const auto& argument : command.arguments)
    words.insert(words.end(), argument.values.begin(), argument.values.end());
  for (const auto& option : command.options) words.push_back(option.name);
  return joined(words);
}

/// The script collects the commands typed so far in `path`, and skips options between them.
std::string render_bash(const CommandTree& root) {
  std::string words;
  for_each(root, "", [&](const CommandTree& command, const std::string& path) {
    words += "    '" + path + "') words='" + words_after(command) + "' ;;\n";
  });
  return "_agent_access() {\n"
         "  local path='' words='' word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case \"${path:+$path }$word\" in\n" +
         path_cases(root) +
         "    esac\n  done\n"
         "  case \"$path\" in\n" +
         words +
         "  esac\n"
         "  case \"${path:+$path }${COMP_WORDS[COMP_CWORD-1]}\" in\n" +
         value_cases(root, [](const auto& values) { return "words='" + joined(values) + "'"; }) +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "}\n"
         "complete -o filenames -F _agent_access agent-access\n";
}

template <class Items>
std::string described(const Items& items) {
  std::string text;
  for (const auto& item : items) text += " '" + item.name + ":" + plain(item.doc) + "'";
  return text;
}

/// zsh calls the function of a file in $fpath by the name of the file; the last line serves both that and `source`.
std::string render_zsh(const CommandTree& root) {
  std::string lists;
  for_each(root, "", [&](const CommandTree& command, const std::string& path) {
    std::vector<std::string> values;
    for (const auto& argument : command.arguments)
      values.insert(values.end(), argument.values.begin(), argument.values.end());
    lists += "    '" + path + "') commands=(" + described(command.commands) + " ) values=(" + joined(values) +
             ") options=(" + described(command.options) + " ) ;;\n";
  });
  return "#compdef agent-access\n"
         "_agent_access() {\n"
         "  local path_typed='' word\n"
         "  local -a commands values options\n"
         "  for word in \"${(@)words[2,CURRENT-1]}\"; do\n"
         "    case \"${path_typed:+$path_typed }$word\" in\n" +
         [&] {
           std::string cases;
           for_each(root, "", [&](const CommandTree&, const std::string& path) {
             if (!path.empty()) cases += "      '" + path + "') path_typed='" + path + "' ;;\n";
           });
           return cases;
         }() +
         "    esac\n  done\n"
         "  case \"${path_typed:+$path_typed }${words[CURRENT-1]}\" in\n" +
         value_cases(root,
                     [](const auto& values) {
                       return values.empty() ? std::string("_files; return")
                                             : "compadd -- " + joined(values) + "; return";
                     }) +
         "  esac\n"
         "  case \"$path_typed\" in\n" +
         lists +
         "  esac\n"
         "  if [[ $PREFIX == -* ]]; then _describe -o option options\n"
         "  elif (( ${#commands} )); then _describe command commands\n"
         "  elif (( ${#values} )); then compadd -- $values\n"
         "  else _files\n"
         "  fi\n"
         "}\n"
         "if [[ $funcstack[1] == _agent-access ]]; then _agent_access \"$@\"; else compdef _agent_access agent-access; "
         "fi\n";
}

std::string fish_values(const std::vector<std::string>& values) {
  return values.empty() ? std::string() : " -f -a '" + joined(values) + "'";
}

void append_fish(std::string& out, const CommandTree& tree, const std::string& condition) {
  std::string names;
  for (const auto& command : tree.commands) names += " " + command.name;
  // A command is offered once.
  const auto first = tree.commands.empty() ? condition : condition + "; and not __fish_seen_subcommand_from" + names;
  for (const auto& command : tree.commands) {
    out += "complete -c agent-access -f -n '" + first + "' -a '" + command.name + "' -d '" + plain(command.doc) + "'\n";
    append_fish(out, command, "__fish_seen_subcommand_from " + command.name);
  }
  for (const auto& argument : tree.arguments) {
    if (argument.values.empty()) continue;
    out += "complete -c agent-access -n '" + condition + "'" + fish_values(argument.values) + "\n";
  }
  for (const auto& option : tree.options) {
    out += "complete -c agent-access -n '" + condition + "' -l '" + option.name.substr(2) + "' -d '" +
           plain(option.doc) + "'" + (option.takes_value ? " -r" + fish_values(option.values) : "") + "\n";
  }
}

}  // namespace

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
