#include "app/config/value_files.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/files/file_access.hpp"
#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/ip_address.hpp"
#include "net/io/sockets.hpp"

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

constexpr std::size_t kMaxTokenFile = 4096;

bool is_token_character(char character) noexcept {
  return base::is_alphanumeric(character) || std::string_view("-._~+/=").contains(character);
}

base::Result<base::SecretBytes, std::string> read_token(const std::filesystem::path& path) {
  const auto content = read_file(path, kMaxTokenFile);
  if (!content) return base::Failure(content.error());
  if (!content->exposure.empty()) return base::Failure(content->exposure);
  auto token = parse_status_token(content->bytes.reveal());
  if (!token) return base::Failure(path.string() + " " + token.error());
  return token;
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

bool is_loopback_address(std::string_view address) {
  static const auto version4 = base::Network::parse("127.0.0.0/8");
  static const auto version6 = base::Network::parse("::1/128");
  const auto parsed = base::IpAddress::parse(address);
  return parsed && (version4->contains(*parsed) || version6->contains(*parsed));
}

base::Result<base::SecretBytes, std::string> parse_status_token(base::ByteView content) {
  std::string_view text = base::text_of(content);
  if (text.ends_with('\n')) text.remove_suffix(1);
  constexpr std::string_view kRemedy = "make one with: openssl rand -hex 32";
  if (text.size() < kLeastToken || text.size() > kMostToken) {
    return base::Failure("holds " + std::to_string(text.size()) + " characters, and a token has " +
                         std::to_string(kLeastToken) + " to " + std::to_string(kMostToken) + "; " +
                         std::string(kRemedy));
  }
  if (!std::ranges::all_of(text, is_token_character)) {
    return base::Failure("holds something else than letters, digits and -._~+/=; " + std::string(kRemedy));
  }
  return base::SecretBytes(base::bytes_of(text));
}

void read_status_access(Config& config, Problems& problems) {
  if (!config.report_token_file.empty()) {
    auto token = read_token(config.report_token_file);
    if (!token) {
      problems.push_back(to_text(config.origin("report.token_file")) + ": report.token_file: " + token.error());
      return;
    }
    config.report_token = std::move(*token);
  }
  const auto endpoint = net::parse_endpoint(config.listen_admin);
  if (!config.status_page || !endpoint || is_loopback_address(endpoint->address)) return;
  if (config.report_token.size() != 0) return;
  problems.push_back(to_text(config.origin("report.status_page")) + ": report.status_page: listen.admin is " +
                     in_quotes(config.listen_admin) +
                     ", which others can reach; set report.token_file to a file that `openssl rand -hex 32` wrote, or "
                     "listen.admin to an address of this machine such as \"127.0.0.1:9464\"");
}

}  // namespace agent_access::app
