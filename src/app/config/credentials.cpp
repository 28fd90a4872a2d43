#include "app/config/credentials.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/config/setting_table.hpp"

namespace agent_access::app {
namespace {

using Files = std::vector<std::filesystem::path>;

/// The files of a credential, sorted; the plain name is before its continuations.
Files files_of(const std::filesystem::path& folder, std::string_view name) {
  Files files;
  const std::string continued = std::string(name) + "-";
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto file = entry->path().filename().string();
    if (file == name || file.starts_with(continued)) files.push_back(entry->path());
  }
  std::ranges::sort(files);
  return files;
}

/// Whether there is such a credential.
bool take(Config& config, const Setting& setting, const std::filesystem::path& folder) {
  if (const auto* slot = std::get_if<std::filesystem::path Config::*>(&setting.slot)) {
    const auto file = folder / setting.credential;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return false;
    config.** slot = file;
    return true;
  }
  auto files = files_of(folder, setting.credential);
  if (files.empty()) return false;
  config.*std::get<Files Config::*>(setting.slot) = std::move(files);
  return true;
}

}  // namespace

void take_credentials(Config& config, const Environment& environment) {
  const auto folder = environment.find("CREDENTIALS_DIRECTORY");
  if (folder == environment.end()) return;
  for (std::size_t i = 0; i < setting_table().size(); ++i) {
    const auto& setting = setting_table()[i];
    if (setting.credential.empty() || config.origins[i].kind != OriginKind::built_in) continue;
    if (take(config, setting, folder->second)) {
      config.origins[i] = {OriginKind::credential, std::string(setting.credential)};
    }
  }
}

std::vector<std::string> settings_from_credentials(const Config& config) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < config.origins.size(); ++i) {
    if (config.origins[i].kind == OriginKind::credential) names.push_back(full_name(setting_table()[i]));
  }
  return names;
}

}  // namespace agent_access::app
