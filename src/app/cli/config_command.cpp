#include "app/cli/config_command.hpp"

#include <iostream>

#include "app/config/setting_table.hpp"
#include "app/deployment/secret_file.hpp"
#include "app/report/text_table.hpp"
#include "app/report/value_text.hpp"

namespace agent_access::app {
namespace {

std::string describe_secret(const Config& config) {
  const auto secrets = load_secrets(config);
  if (!secrets) return "not readable: " + secrets.error().front();
  std::string text;
  for (const auto& master : secrets->masters) {
    const auto fingerprint = master.fingerprint();
    if (!text.empty()) text += ", previous ";
    text += fingerprint ? *fingerprint : "unavailable";
  }
  return text;
}

}  // namespace

std::string render_config(const Config& config, const std::string& fingerprint) {
  std::vector<std::vector<std::string>> rows{{"SETTING", "VALUE", "FROM"}};
  for (std::size_t i = 0; i < setting_table().size(); ++i) {
    const auto& setting = setting_table()[i];
    const auto name = full_name(setting);
    const bool is_unused = name == "secret.file" && config.secret_text.has_value();
    rows.push_back({name, is_unused ? "-" : render_value(config, setting), to_text(config.origins[i])});
    if (name == "secret.file") rows.push_back({"secret (fingerprint)", fingerprint, to_text(config.origins[i])});
  }
  return render_table(rows);
}

int run_config(const ConfigOptions& options) {
  const auto config = load_config(options.sources);
  if (!config) {
    print_lines(config.error(), "agent-access: ");
    return 1;
  }
  std::cout << render_config(*config, describe_secret(*config));
  return 0;
}

}  // namespace agent_access::app
