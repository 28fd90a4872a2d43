#include "commands/command_line.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "app/text/path_text.hpp"
#include "app/text/table.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"
#include "base/unicode/unicode.hpp"
#include "tools/usage/usage_error.hpp"

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

/// The first line below the heading, without its indentation.
std::string example_in(const std::string& footer) {
  const auto begin = footer.find("\n  ");
  if (begin == std::string::npos) return {};
  return footer.substr(begin + 3, footer.find('\n', begin + 1) - begin - 3);
}

/// The help of CLI11, with lines that fit a terminal of 80 columns. Not its own width, so that the help is the same
/// everywhere.
class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    std::string fitting;
    for (std::string_view rest = help; !rest.empty();) {
      const auto line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      fitting.append(fitting_line(line)).append("\n");
    }
    return fitting;
  }

 private:
  static constexpr std::size_t kColumns = 80;

  [[nodiscard]] std::string fitting_line(std::string_view line) const {
    if (base::columns_of(line) <= kColumns) return std::string(line);
    const std::size_t before = get_column_width();
    const bool is_option = line.starts_with("  ") && line.size() > before && line[before - 1] == ' ';
    if (!is_option) return app::wrapped(line, 0, kColumns);
    return std::string(line.substr(0, before)) + app::wrapped(line.substr(before), before, kColumns);
  }
};

int run_version(bool json) {
  const auto version = app::program_version();
  if (json) {
    std::cout << "{\"version\":" << app::in_quotes(version) << ",\"compiler\":" << app::in_quotes(__VERSION__) << "}\n";
  } else {
    std::cout << "agent-access " << version << " (C++23, compiler " << __VERSION__ << ")\n";
  }
  return 0;
}

void add_version(CommandLine& line) {
  auto& version = add_command(line, "version", "Print the version", "version");
  const auto json = std::make_shared<bool>(false);
  add_json_option(version, *json);
  set_run(line, version, json, run_version);
}

/// In the order of the help.
void add_commands(CommandLine& line, const FurtherCommands& further) {
  for (auto* const add :
       {further.add_dev, add_init, add_import, further.add_serve, add_check, add_config, further.add_health,
        further.add_reload, add_export, add_keys, add_report, add_try, add_version, further.add_reference}) {
    add(line);
  }
}

/// What a command requires and was not given, as its help names it, with the values that it accepts: "DIR",
/// "SHELL: bash, zsh, fish".
std::string missing_argument(const CLI::App& command) {
  for (const CLI::Option* const option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    const auto values = values_in(option->get_type_name());
    return type_in(option->get_type_name()) + (values.empty() ? "" : ": " + base::joined(values));
  }
  return {};
}

/// 0 for --help and --version; else 2, with the nearest name if a command or an option is mistyped, and with the list
/// of commands if there is none.
int exit_of(const CommandLine& line, const CLI::ParseError& error, const std::vector<std::string_view>& arguments) {
  if (arguments.empty()) {
    std::cerr << line.root.help();
    return 2;
  }
  if (error.get_exit_code() == 0) return line.root.exit(error);
  if (const auto explanation = tools::explain_usage(parsed_tree(line.root), arguments)) {
    std::cerr << "agent-access: " << *explanation << '\n';
    return 2;
  }
  const auto called = line.root.get_subcommands();
  const std::string command = "agent-access" + (called.empty() ? "" : " " + called.front()->get_name());
  const std::string missing = called.empty() ? std::string() : missing_argument(*called.front());
  std::cerr << "agent-access: " << (missing.empty() ? error.what() : command + " needs " + missing) << "; `" << command
            << " --help` shows what it takes\n";
  return 2;
}

}  // namespace

tools::CommandTree parsed_tree(const CLI::App& app) {
  tools::CommandTree tree{app.get_name(), app.get_description(), {}, {}};
  tree.example = example_in(app.get_footer());
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) tree.options.push_back(option_of(*option, name));
    if (option->get_positional()) tree.arguments.push_back(option_of(*option, option->get_name(true)));
  }
  const auto is_listed = [](const CLI::App* command) { return !command->get_group().empty(); };
  for (const auto* command : app.get_subcommands(is_listed)) tree.commands.push_back(parsed_tree(*command));
  return tree;
}

void ConfigOption::add_to(CLI::App& command) {
  command
      .add_option("--config", file,
                  "The configuration file; default: agent-access.toml in the current folder, if there is one")
      ->envname("AGENT_ACCESS_CONFIG")
      ->type_name("FILE");
}

app::ConfigSources ConfigOption::sources() const {
  app::ConfigSources sources{{}, app::take_process_environment(), {}};
  if (auto config_file = path(); !config_file.empty()) sources.file = std::move(config_file);
  return sources;
}

std::filesystem::path ConfigOption::path() const {
  if (!file.empty()) return app::posix_path(file);
  std::error_code ignored;
  return std::filesystem::exists(kConfigName, ignored) ? std::filesystem::path(kConfigName) : std::filesystem::path();
}

CLI::App& add_command(CommandLine& line, const char* name, const char* doc, const char* example) {
  auto* const command = line.root.add_subcommand(name, doc);
  command->footer(std::string("Example:\n  agent-access ") + example);
  return *command;
}

void add_json_option(CLI::App& command, bool& json) { command.add_flag("--json", json, "Print JSON"); }

int run_command_line(int argument_count, char** arguments, const FurtherCommands& further,
                     std::shared_ptr<MachineCheck> machine) {
  CommandLine line;
  line.machine = std::move(machine);
  line.root.require_subcommand(1);
  line.root.set_version_flag("--version", app::program_version());
  line.root.formatter(std::make_shared<Help>());
  line.root.footer("Example:\n  agent-access dev\n\nEach command explains itself with --help.");
  add_commands(line, further);
  try {
    line.root.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    return exit_of(line, error, {arguments + 1, arguments + argument_count});
  }
  return line.exit_code;
}

}  // namespace agent_access::commands
