#include "tools/usage/usage.hpp"

#include <algorithm>
#include <iostream>
#include <span>
#include <vector>

#include "app/config/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "app/text/text.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"

namespace agent_access::tools {
namespace {

using templates::View;

struct Escape {
  char character;
  std::string_view text;
};

constexpr Escape kEscapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                               {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};

std::string sentence(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out.back() != '.') out += '.';
  return out;
}

std::string synopsis(const CommandTree& command) {
  auto line = command.name;
  for (const auto& argument : command.arguments) line += " " + argument.type;
  if (!command.options.empty()) line += " [OPTION]...";
  return line;
}

std::string value_of(const CommandTree::Option& option) {
  std::string values;
  for (const auto& value : option.values) values += (values.empty() ? "" : "|") + value;
  return values.empty() ? option.type : values;
}

std::string explanation(const CommandTree::Option& option) {
  auto text = sentence(option.doc);
  if (!option.variable.empty()) text += " The environment variable " + option.variable + " sets it, too.";
  return text;
}

/// The example without its heading "Example:" and its indentation.
std::string example_lines(const std::string& footer) {
  const std::string_view text = footer;
  const auto begin = text.find("\n  ");
  if (begin == std::string_view::npos) return {};
  const auto line = text.substr(begin + 3);
  return std::string(line.substr(0, line.find('\n')));
}

/// A term in bold, its value in italics (may be empty), and the indented text that explains it.
View item(std::string_view term, std::string_view value, std::string_view text) {
  return View().set("term", roff_text(term)).set_optional("value", roff_text(value)).set("text", roff_text(text));
}

View command_view(const CommandTree& command) {
  std::vector<View> items;
  for (const auto& argument : command.arguments) items.push_back(item(argument.type, "", explanation(argument)));
  for (const auto& option : command.options) {
    if (option.name != "--help") items.push_back(item(option.name, value_of(option), explanation(option)));
  }
  return View()
      .set("synopsis", roff_text(synopsis(command)))
      .set("doc", roff_text(sentence(command.doc)))
      .set("items", items)
      .set_optional("example", roff_text(example_lines(command.example)));
}

std::vector<View> items_of(std::span<const ProgramFact> facts) {
  std::vector<View> items;
  for (const auto& fact : facts) items.push_back(item(fact.name, "", fact.meaning));
  return items;
}

std::string detail_of(const app::Setting& setting) {
  auto text = sentence(setting.doc);
  if (app::always_needs_restart(setting)) text += " A change takes effect after a restart.";
  if (setting.effect == app::Effect::restart_to_switch) text += " Setting or emptying it takes effect after a restart.";
  text += " Variable: " + app::environment_name(setting) + ".";
  if (!setting.credential.empty()) text += " Credential: " + std::string(setting.credential) + ".";
  return text;
}

std::string detail_of(const app::AccessKey& key) {
  return sentence(key.doc) + (key.presence == app::Presence::required ? " Required." : "");
}

/// One section for each part of the file; the first settings stand in none.
std::vector<View> sections() {
  const app::Config defaults;
  std::vector<View> sections;
  std::vector<View> items;
  std::string_view section;
  const auto end_section = [&] {
    const std::string heading = section.empty() ? std::string() : roff_text("[" + std::string(section) + "]");
    sections.push_back(View().set_optional("heading", heading).set("items", items));
    items.clear();
  };
  for (const auto& setting : app::setting_table()) {
    if (setting.section != section) end_section();
    section = setting.section;
    items.push_back(item(setting.key, "= " + app::render_value(defaults, setting), detail_of(setting)));
  }
  end_section();
  return sections;
}

std::vector<View> access_tables() {
  const app::AccessRow defaults;
  std::vector<View> tables;
  for (const auto& table : app::access_tables()) {
    std::vector<View> items;
    for (const auto& key : app::access_keys()) {
      if (key.table != table.table) continue;
      const bool is_required = key.presence == app::Presence::required;
      items.push_back(item(key.key, is_required ? "" : "= " + app::render_value(defaults, key), detail_of(key)));
    }
    tables.push_back(View()
                         .set("heading", roff_text("[[" + std::string(table.name) + "]]"))
                         .set("doc", roff_text(sentence(table.doc)))
                         .set("items", items));
  }
  return tables;
}

/// "0 after success, 1 after a failure, …"
std::string exit_statuses() {
  std::string text;
  for (const auto& status : kExitStatuses) {
    text.append(text.empty() ? "" : ", ").append(status.name).append(" ").append(status.meaning);
  }
  return text += '.';
}

std::string with_version(std::string_view name, View view) {
  view.set("version", roff_text(app::program_version()));
  return templates::filled(name, view);
}

}  // namespace

std::string roff_text(std::string_view text) {
  std::string out;
  for (const char character : text) {
    const bool is_first = out.empty() || out.back() == '\n';
    // A line that begins with one of these would be a request.
    if (is_first && (character == '.' || character == '\'')) out += "\\&";
    const auto found = std::ranges::find(kEscapes, character, &Escape::character);
    if (found == std::ranges::end(kEscapes)) {
      out += character;
    } else {
      out += found->text;
    }
  }
  return out;
}

std::string render_command_manual(const CommandTree& root) {
  std::vector<View> commands;
  for (const auto& command : root.commands) commands.push_back(command_view(command));
  return with_version("man/agent-access.1", View()
                                                .set("commands", commands)
                                                .set("signals", items_of(kSignals))
                                                .set("exit_statuses", roff_text(exit_statuses()))
                                                .set("variables", items_of(kVariables)));
}

std::string render_settings_manual() {
  return with_version("man/agent-access.toml.5", View().set("sections", sections()).set("tables", access_tables()));
}

int run_man(std::string_view section, const CommandTree& root) {
  if (section != "1" && section != "5") {
    std::cerr << "agent-access: there are the sections 1 and 5\n";
    return 2;
  }
  std::cout << (section == "1" ? render_command_manual(root) : render_settings_manual());
  return 0;
}

}  // namespace agent_access::tools
