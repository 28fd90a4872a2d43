#include "commands/config_command.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "app/config/setting_table.hpp"
#include "app/deployment/secret_files.hpp"
#include "app/text/table.hpp"
#include "app/text/terminal.hpp"
#include "base/visible_text.hpp"
#include "commands/command_line.hpp"

namespace agent_access::commands {
namespace {

std::string describe_secret(const app::Config& config) {
  if (!config.settings.issues_tokens()) return "-";
  const auto secrets = app::load_secrets(config);
  if (!secrets) return "not readable: " + secrets.error().front();
  std::string text;
  for (const auto& master : secrets->masters) {
    const auto fingerprint = master.fingerprint();
    if (!text.empty()) text += ", previous ";
    text += fingerprint ? *fingerprint : "unavailable";
  }
  return text;
}

struct ConfigOptions {
  ConfigOption config;
  bool json = false;
};

/// TOML values are valid JSON, except bare words such as the placeholder of a hidden secret.
boost::json::value json_value(const std::string& toml) {
  boost::json::error_code failed;
  auto value = boost::json::parse(toml, failed);
  return failed ? boost::json::value(toml) : value;
}

/// The row of a secret says if it cannot be read.
int run_config(const ConfigOptions& options) {
  const auto config = app::load_config(options.config.sources());
  if (!config) return app::fail(config.error());
  const auto fingerprint = describe_secret(*config);
  std::cout << (options.json ? render_config_json(*config, fingerprint)
                             : render_config(*config, fingerprint, app::terminal_columns()));
  return 0;
}

}  // namespace

std::string render_config(const app::Config& config, const std::string& fingerprint, std::size_t columns) {
  app::TableRows rows{{"SETTING", "VALUE", "FROM"}};
  for (const auto& row : app::setting_rows(config)) {
    rows.push_back({row.name, row.value, row.origin});
    if (row.name == "secret.file") rows.push_back({"secret (fingerprint)", fingerprint, row.origin});
  }
  return app::render_table(rows, columns);
}

std::string render_config_json(const app::Config& config, const std::string& fingerprint) {
  boost::json::array settings;
  const auto add = [&settings](std::string_view name, boost::json::value value, const std::string& origin) {
    settings.push_back({{"name", name}, {"value", std::move(value)}, {"from", origin}});
  };
  for (const auto& row : app::setting_rows(config)) {
    add(row.name, row.is_unused ? boost::json::value() : json_value(row.value), row.origin);
    if (row.name == "secret.file") add("secret (fingerprint)", boost::json::value(fingerprint), row.origin);
  }
  return base::visible_text(boost::json::serialize(boost::json::object{{"settings", std::move(settings)}})) + "\n";
}

void add_config(CommandLine& line) {
  auto& command =
      add_command(line, "config", "List every setting with its value and origin", "config --config agent-access.toml");
  const auto options = std::make_shared<ConfigOptions>();
  options->config.add_to(command);
  add_json_option(command, options->json);
  set_run(line, command, options, run_config);
}

}  // namespace agent_access::commands
