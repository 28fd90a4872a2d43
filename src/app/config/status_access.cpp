#include "app/config/status_access.hpp"

#include <algorithm>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/text/value_text.hpp"
#include "base/ascii.hpp"
#include "base/ip_address.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::app {
namespace {

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
