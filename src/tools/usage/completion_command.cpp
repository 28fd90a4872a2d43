#include "tools/usage/usage.hpp"

#include <iostream>

#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"

namespace agent_access::tools {
namespace {

using templates::View;

/// One line that can be in single quotes in every shell.
std::string plain(std::string_view text) {
  std::string out;
  for (const char character : text.substr(0, text.find('\n'))) {
    if (character != '\'' && character != ':' && character != '[' && character != ']') out += character;
  }
  return out;
}

void add_word(std::string& words, std::string_view word) { words.append(words.empty() ? "" : " ").append(word); }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) add_word(text, word);
  return text;
}

/// How a value is completed.
std::string_view kind_of(const CommandTree::Option& option) {
  if (!option.values.empty()) return "word";
  if (option.type == "FILE") return "file";
  return option.type == "DIR" ? "folder" : "anything";
}

View value_view(const CommandTree::Option& option) {
  const auto kind = kind_of(option);
  return View()
      .set("kind", kind)
      .set("is_file", kind == "file")
      .set("is_folder", kind == "folder")
      .set_optional("choices", joined(option.values));
}

template <class Items>
std::vector<View> described(const Items& items) {
  std::vector<View> views;
  for (const auto& item : items) views.push_back(View().set("name", item.name).set("doc", plain(item.doc)));
  return views;
}

/// The program, with an empty path, and each command.
void add_commands(std::vector<View>& views, const CommandTree& command, const std::string& path) {
  std::string values;
  for (const auto& argument : command.arguments) {
    for (const auto& value : argument.values) add_word(values, value);
  }
  std::string words;
  for (const auto& below : command.commands) add_word(words, below.name);
  if (!values.empty()) add_word(words, values);
  std::vector<View> with_value;
  for (const auto& option : command.options) {
    add_word(words, option.name);
    const std::string typed = path.empty() ? option.name : path + " " + option.name;
    if (option.takes_value) with_value.push_back(value_view(option).set("typed", typed));
  }
  auto view = View()
                  .set("is_root", path.empty())
                  .set("path", path)
                  .set("words", words)
                  .set("values", values)
                  .set("with_value", with_value)
                  .set("below", described(command.commands))
                  .set("options", described(command.options));
  if (command.arguments.empty() || !command.arguments.front().values.empty()) {
    view.set("takes", false);
  } else {
    view.set("takes", value_view(command.arguments.front()));
  }
  views.push_back(view);
  for (const auto& below : command.commands) add_commands(views, below, below.name);
}

View line(const std::string& kind, View values, std::string_view condition) {
  auto view = View().set("command", false).set("argument", false).set("option", false);
  return view.set(kind, values.set("condition", condition));
}

/// fish has a line for each command, argument and option, with the condition under which it is offered.
void add_lines(std::vector<View>& lines, const CommandTree& tree, const std::string& condition) {
  std::string names;
  for (const auto& command : tree.commands) names += " " + command.name;
  // A command is offered once.
  const auto first = tree.commands.empty() ? condition : condition + "; and not __fish_seen_subcommand_from" + names;
  for (const auto& command : tree.commands) {
    lines.push_back(line("command", View().set("name", command.name).set("doc", plain(command.doc)), first));
    add_lines(lines, command, "__fish_seen_subcommand_from " + command.name);
  }
  for (const auto& argument : tree.arguments) lines.push_back(line("argument", value_view(argument), condition));
  for (const auto& option : tree.options) {
    auto view = View().set("name", option.name.substr(2)).set("doc", plain(option.doc)).set("value", false);
    if (option.takes_value) view.set("value", value_view(option));
    lines.push_back(line("option", view, condition));
  }
}

}  // namespace

std::string render_completion(std::string_view shell, const CommandTree& root) {
  const std::string name = "completion/agent-access." + std::string(shell);
  const auto text = templates::asset(name);
  if (text.empty()) return {};
  View view;
  if (shell == "fish") {
    std::vector<View> lines;
    add_lines(lines, root, "__fish_use_subcommand");
    view.set("lines", lines);
  } else {
    std::vector<View> commands;
    add_commands(commands, root, "");
    view.set("commands", commands);
  }
  return templates::fill(name, text, view);
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
