#include "tools/usage/man_command.hpp"

#include <iostream>
#include <vector>

#include "app/config/access/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "app/text/text.hpp"
#include "tools/usage/program_facts.hpp"
#include "tools/usage/roff.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kConfigPath = "/etc/agent-access/agent-access.toml";

std::string sentence(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out.back() != '.') out += '.';
  return out;
}

std::string synopsis(const CommandTree& command, const std::string& path) {
  auto line = path;
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

void append_command(ManualPage& page, const CommandTree& command, const std::string& path) {
  if (command.commands.empty()) {
    page.subsection(synopsis(command, path));
    page.paragraph(sentence(command.doc));
    for (const auto& argument : command.arguments) page.item(argument.type, "", explanation(argument));
    for (const auto& option : command.options) {
      if (option.name != "--help") page.item(option.name, value_of(option), explanation(option));
    }
    if (const auto example = example_lines(command.example); !example.empty()) page.verbatim(example);
  }
  for (const auto& below : command.commands) append_command(page, below, path + " " + below.name);
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

void append_access_tables(ManualPage& page) {
  const app::AccessRow defaults;
  page.section("ROWS");
  page.paragraph(
      "The file can have these tables several times, once for each scope, document and part of the site. There are no "
      "environment variables for them. A change takes effect with a reload.");
  for (const auto& table : app::access_tables()) {
    page.subsection("[[" + std::string(table.name) + "]]");
    page.paragraph(sentence(table.doc));
    for (const auto& key : app::access_keys()) {
      if (key.table != table.table) continue;
      const bool is_required = key.presence == app::Presence::required;
      page.item(key.key, is_required ? "" : "= " + app::render_value(defaults, key), detail_of(key));
    }
  }
}

/// "0 after success, 1 after a failure, …"
std::string exit_statuses() {
  std::string text;
  for (const auto& status : kExitStatuses) {
    text.append(text.empty() ? "" : ", ").append(status.name).append(" ").append(status.meaning);
  }
  return text += '.';
}

}  // namespace

std::string render_command_manual(const CommandTree& root) {
  ManualPage page("agent-access", "1", "registration and token service for AI agents", app::program_version());
  page.section("SYNOPSIS");
  page.paragraph("agent-access COMMAND [OPTION]...");
  page.section("DESCRIPTION");
  page.paragraph(
      "agent-access is an OAuth 2.0 server without a database: any agent registers as a client, gets a token that is "
      "valid for 15 minutes, and reads one protected profile. --help after a command describes it.");
  page.section("COMMANDS");
  for (const auto& command : root.commands) append_command(page, command, command.name);
  page.section("SIGNALS");
  for (const auto& signal : kSignals) page.item(signal.name, "", signal.meaning);
  page.section("EXIT STATUS");
  page.paragraph(exit_statuses());
  page.section("ENVIRONMENT");
  for (const auto& variable : kVariables) page.item(variable.name, "", variable.meaning);
  page.section("FILES");
  page.item(kConfigPath, "", "The configuration of the service.");
  page.item("/usr/share/doc/agent-access", "", "Guides, and examples of drop-ins for the unit.");
  page.section("SEE ALSO");
  page.paragraph("agent-access.toml(5), systemctl(1), systemd.exec(5)");
  return page.text();
}

std::string render_settings_manual() {
  ManualPage page("agent-access.toml", "5", "configuration of agent-access", app::program_version());
  page.section("DESCRIPTION");
  page.paragraph(
      "The configuration is a TOML file. An unknown key is an error. Relative paths start at the folder of the file. "
      "The "
      "environment variable that a setting names overrides it, lists separated by commas. The credential that a "
      "setting "
      "names (systemd.exec(5), LoadCredential) is used when the setting is not set; a list also takes the credentials "
      "whose names continue that name after a hyphen, in their order. agent-access config lists every setting with its "
      "value and source, agent-access check finds mistakes.");
  page.section("SETTINGS");
  const app::Config defaults;
  std::string_view section;
  for (const auto& setting : app::setting_table()) {
    if (setting.section != section) page.subsection("[" + std::string(setting.section) + "]");
    section = setting.section;
    page.item(setting.key, "= " + app::render_value(defaults, setting), detail_of(setting));
  }
  append_access_tables(page);
  page.section("EXAMPLE");
  page.verbatim(
      "base_urls = [\"https://example.com\", \"https://www.example.com\"]\n\n"
      "[limits]\ntrusted_proxies = [\"192.0.2.10/32\"]");
  page.section("FILES");
  page.item(kConfigPath, "", "The file that the systemd unit names.");
  page.section("SEE ALSO");
  page.paragraph("agent-access(1)");
  return page.text();
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
