#include "app/init_command.hpp"

#include <array>
#include <iostream>
#include <span>

#include "app/example_content.hpp"
#include "app/file_access.hpp"
#include "app/setting_checks.hpp"
#include "app/setting_table.hpp"
#include "app/text_table.hpp"
#include "base/base64url.hpp"
#include "crypto/random.hpp"
#include "oauth/master.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kConfigName = "agent-access.toml";
constexpr std::string_view kSecretName = "secret";
constexpr std::string_view kProfileName = "profile.json";

void append_setting(std::string& out, const Config& defaults, const Setting& setting) {
  out.append("# ").append(setting.doc).append(".\n");
  out.append("#").append(setting.key).append(" = ").append(render_value(defaults, setting)).append("\n");
}

Problems existing_files(const std::filesystem::path& directory) {
  Problems problems;
  for (const auto name : {kConfigName, kSecretName, kProfileName}) {
    std::error_code ignored;
    const auto path = directory / name;
    if (std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::not_found) continue;
    problems.push_back(path.string() + " exists already; nothing was written");
  }
  return problems;
}

std::vector<std::string> chosen_base_urls(const InitOptions& options) {
  if (!options.base_urls.empty()) return options.base_urls;
  return {"https://example.com", "https://www.example.com"};
}

}  // namespace

std::string render_first_config(const std::vector<std::string>& base_urls) {
  Config config;
  config.base_urls = base_urls;
  std::string out =
      "# Configuration of agent-access. Lines that are commented out show the defaults.\n"
      "# Every key can be overridden by AGENT_ACCESS_<SECTION>_<KEY>. Relative paths start at this file's folder.\n"
      "# `agent-access check --config agent-access.toml` tells what is wrong and prints a reverse-proxy snippet.\n\n";
  std::string_view section;
  for (const auto& setting : setting_table()) {
    if (setting.section != section) out.append("\n[").append(setting.section).append("]\n");
    section = setting.section;
    if (setting.key != "base_urls") {
      append_setting(out, config, setting);
      continue;
    }
    out.append("# ").append(setting.doc).append(".\n");
    out.append(setting.key).append(" = ").append(render_value(config, setting)).append("\n");
  }
  return out;
}

base::Result<void, Problems> write_first_files(const InitOptions& options, base::Random& random) {
  std::error_code error;
  std::filesystem::create_directories(options.directory, error);
  if (error) return base::Failure<Problems>({"cannot create " + options.directory.string() + ": " + error.message()});
  if (auto existing = existing_files(options.directory); !existing.empty()) {
    return base::Failure<Problems>(std::move(existing));
  }
  std::array<std::byte, oauth::kMinMasterSize> bytes{};
  if (!random.fill(bytes)) return base::Failure<Problems>({"the system gave no randomness"});
  auto secret = base::base64url_encode(bytes) + "\n";
  base::wipe(bytes);

  // The secret first: a configuration without one would invite somebody to invent it.
  auto written = create_file(options.directory / kSecretName, secret, FileMode::owner_only);
  base::wipe(std::as_writable_bytes(std::span(secret)));
  if (written) {
    written = create_file(options.directory / kProfileName, example_profile(), FileMode::everybody_may_read);
  }
  if (written) {
    const auto config = render_first_config(chosen_base_urls(options));
    written = create_file(options.directory / kConfigName, config, FileMode::everybody_may_read);
  }
  if (!written) return base::Failure<Problems>({written.error()});
  return {};
}

int run_init(const InitOptions& options) {
  for (const auto& base_url : options.base_urls) {
    if (const auto complaint = check_base_url(base_url)) {
      std::cerr << "agent-access: " << *complaint << '\n';
      return 2;
    }
  }
  crypto::SystemRandom random;
  if (const auto written = write_first_files(options, random); !written) {
    print_lines(written.error(), "agent-access: ");
    return 1;
  }
  const auto folder = options.directory;
  const auto config = (folder / kConfigName).string();
  std::cout << "Wrote " << config << "\n      " << (folder / kSecretName).string() << " (readable by you alone)\n      "
            << (folder / kProfileName).string() << " (an example: replace it)\n\n"
            << "Back up " << (folder / kSecretName).string()
            << ": whoever loses it loses every registered client, and whoever has it can\n"
               "make tokens. Nothing else needs a backup but your content and the configuration.\n\n"
            << "Next: edit base_urls in " << config << ", then\n"
            << "  agent-access check --config " << config << "\n  agent-access serve --config " << config << '\n';
  return 0;
}

}  // namespace agent_access::app
