#include "app/config/derived_values.hpp"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/text/value_text.hpp"
#include "http/message.hpp"

namespace agent_access::app {
namespace {

/// The files of a credential, sorted; the plain name is before its continuations.
Paths files_of(const std::filesystem::path& folder, std::string_view name) {
  Paths files;
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
  const auto place = setting.place(config);
  if (auto* const* path = std::get_if<Path*>(&place)) {
    const auto file = folder / setting.credential;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return false;
    **path = file;
    return true;
  }
  auto files = files_of(folder, setting.credential);
  if (files.empty()) return false;
  *std::get<Paths*>(place) = std::move(files);
  return true;
}

constexpr std::int64_t kMostFactor = 1000;

/// resolve_paths has resolved the text as a whole, and so the certificate; the key is resolved against the same folder.
TlsPairPaths split(const Config& config, const std::filesystem::path& pair) {
  const std::string text = pair.string();
  const auto colon = text.rfind(':');
  std::filesystem::path key = text.substr(colon + 1);
  if (config.origin("tls.more").kind == OriginKind::file) key = config.file.parent_path() / key;
  return {text.substr(0, colon), std::move(key)};
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

std::optional<limit::WideNetwork> parse_wide_network(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto network = base::Network::parse(text.substr(0, equals));
  const auto factor = parse_number(text.substr(equals + 1));
  if (!network || !factor || *factor < 1 || *factor > kMostFactor) return std::nullopt;
  return limit::WideNetwork{*network, *factor};
}

std::optional<base::ForwardedField> parse_forwarded_field(std::string_view text) noexcept {
  if (http::equal_names(text, "X-Forwarded-For")) return base::ForwardedField::x_forwarded_for;
  if (http::equal_names(text, "Forwarded")) return base::ForwardedField::forwarded;
  return std::nullopt;
}

content::RequestLog request_log_of(const Config& config) noexcept {
  using enum content::RequestLog;
  if (config.log_level > ops::Level::info) return none;
  switch (config.log_client_address) {
    case ops::ClientAddress::full: return with_address;
    case ops::ClientAddress::prefix: return with_network;
    case ops::ClientAddress::none: return without_address;
  }
  return none;
}

std::vector<TlsPairPaths> further_tls_pairs(const Config& config) {
  std::vector<TlsPairPaths> pairs;
  for (const auto& pair : config.tls_more) pairs.push_back(split(config, pair));
  return pairs;
}

}  // namespace agent_access::app
