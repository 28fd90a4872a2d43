#include "tools/usage/completion_command.hpp"

#include <cstdint>
#include <iostream>

#include "base/text.hpp"

namespace agent_access::tools {
namespace {

/// One line that can be in single quotes in every shell.
std::string plain(std::string_view text) {
  std::string out;
  for (const char character : text.substr(0, text.find('\n'))) {
    if (character != '\'' && character != ':' && character != '[' && character != ']') out += character;
  }
  return out;
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

enum class Takes : std::uint8_t { anything, file, folder, choice };

Takes kind_of(const CommandTree::Option& option) {
  if (!option.values.empty()) return Takes::choice;
  if (option.type == "FILE") return Takes::file;
  return option.type == "DIR" ? Takes::folder : Takes::anything;
}

/// "'try --only') …" for each option with a value: how it is completed.
template <class Render>
std::string value_cases(const CommandTree& root, const Render& render) {
  std::string cases;
  for_each(root, "", [&](const CommandTree& command, const std::string& path) {
    for (const auto& option : command.options) {
      if (option.takes_value) cases += "    '" + below(path, option.name) + "') " + render(option) + " ;;\n";
    }
  });
  return cases;
}

std::string bash_value(const CommandTree::Option& value) {
  switch (kind_of(value)) {
    case Takes::file:
      return "takes=file";
    case Takes::folder:
      return "takes=folder";
    case Takes::choice:
      return "takes=word words='" + base::joined(value.values, " ") + "'";
    default:
      return "takes=anything";
  }
}

std::string zsh_value(const CommandTree::Option& value) {
  switch (kind_of(value)) {
    case Takes::file:
      return "_files; return";
    case Takes::folder:
      return "_files -/; return";
    case Takes::choice:
      return "compadd -- " + base::joined(value.values, " ") + "; return";
    default:
      return "return";
  }
}

std::string fish_value(const CommandTree::Option& value) {
  switch (kind_of(value)) {
    case Takes::file:
      return " -F";
    case Takes::folder:
      return " -f -a '(__fish_complete_directories)'";
    case Takes::choice:
      return " -f -a '" + base::joined(value.values, " ") + "'";
    default:
      return " -f";
  }
}

/// The words after a command: the commands below it, the values of its argument, its options.
std::string words_after(const CommandTree& command) {
  std::vector<std::string> words;
  for (const auto& each : command.commands) words.push_back(each.name);
  for (const auto& argument : command.arguments)
    words.insert(words.end(), argument.values.begin(), argument.values.end());
  for (const auto& option : command.options) words.push_back(option.name);
  return base::joined(words, " ");
}

/// The script collects the commands typed so far in `path`, and skips options between them.
std::string render_bash(const CommandTree& root) {
  std::string words;
  for_each(root, "", [&](const CommandTree& command, const std::string& path) {
    const bool takes_path = !command.arguments.empty() && kind_of(command.arguments.front()) != Takes::choice;
    const auto takes = takes_path ? " " + bash_value(command.arguments.front()) : std::string();
    words += "    '" + path + "') words='" + words_after(command) + "'" + takes + " ;;\n";
  });
  return "_agent_access() {\n"
         "  local path='' words='' takes='' word current=\"${COMP_WORDS[COMP_CWORD]}\"\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case \"${path:+$path }$word\" in\n" +
         path_cases(root) +
         "    esac\n  done\n"
         "  case \"$path\" in\n" +
         words +
         "  esac\n"
         "  case \"${path:+$path }${COMP_WORDS[COMP_CWORD-1]}\" in\n" +
         value_cases(root, bash_value) +
         "  esac\n"
         "  [[ $current != -* ]] || takes=word\n"
         "  local IFS=$' \\t\\n'\n"
         "  case \"$takes\" in\n"
         "    file) IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
         "    folder) IFS=$'\\n'; COMPREPLY=($(compgen -d -- \"$current\")) ;;\n"
         "    anything) COMPREPLY=() ;;\n"
         "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
         "  esac\n"
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
    const bool is_folder = !command.arguments.empty() && kind_of(command.arguments.front()) == Takes::folder;
    lists += "    '" + path + "') commands=(" + described(command.commands) + " ) values=(" +
             base::joined(values, " ") + ") options=(" + described(command.options) + " )" +
             (is_folder ? " files=(-/)" : "") + " ;;\n";
  });
  return "#compdef agent-access\n"
         "_agent_access() {\n"
         "  local path_typed='' word\n"
         "  local -a commands values options files\n"
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
         value_cases(root, zsh_value) +
         "  esac\n"
         "  case \"$path_typed\" in\n" +
         lists +
         "  esac\n"
         "  if [[ $PREFIX == -* ]]; then _describe -o option options\n"
         "  elif (( ${#commands} )); then _describe command commands\n"
         "  elif (( ${#values} )); then compadd -- $values\n"
         "  else _files $files\n"
         "  fi\n"
         "}\n"
         "if [[ $funcstack[1] == _agent-access ]]; then _agent_access \"$@\"; else compdef _agent_access agent-access; "
         "fi\n";
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
    out += "complete -c agent-access -n '" + condition + "'" + fish_value(argument) + "\n";
  }
  for (const auto& option : tree.options) {
    out += "complete -c agent-access -n '" + condition + "' -l '" + option.name.substr(2) + "' -d '" +
           plain(option.doc) + "'" + (option.takes_value ? " -r" + fish_value(option) : "") + "\n";
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

}  // namespace agent_access::tools
