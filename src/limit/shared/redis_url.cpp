#include "limit/shared/redis_url.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/enumerators.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"

namespace agent_access::limit {
namespace {

constexpr std::size_t kMostUrl = 2048;
constexpr std::size_t kMostHost = 253;
constexpr std::size_t kMostPath = 107;  // sun_path holds 108 with its terminating zero
constexpr std::uint32_t kMostDatabase = 65535;
constexpr std::string_view kTcp = "redis://";
constexpr std::string_view kTls = "rediss://";
constexpr std::string_view kUnix = "unix://";
constexpr std::array kSchemes{kTcp, kTls, kUnix};

struct Description {
  UrlFault fault;
  std::string_view text;
};

constexpr std::array kDescriptions{
    Description{UrlFault::unknown_scheme,
                "must begin with redis://, rediss:// (TLS) or unix://, as in redis://127.0.0.1:6379"},
    Description{
        UrlFault::bad_ca,
        "may have only ?ca= and an absolute path at its end, as in rediss://cache:6380?ca=/etc/ssl/redis-ca.pem"},
    Description{UrlFault::bad_credentials, "has credentials that are not user:password@ in percent encoding"},
    Description{UrlFault::bad_host, "has a host that is not valid"},
    Description{UrlFault::too_many_hosts, "names more than 8 hosts"},
    Description{UrlFault::bad_port, "has a port that is not 1 to 65535"},
    Description{UrlFault::bad_path, "must name a unix socket by an absolute path of at most 107 bytes"},
    Description{UrlFault::bad_database, "has a database that is not a number"},
    Description{UrlFault::too_long, "is longer than 2048 bytes"},
};
static_assert(base::is_complete(kDescriptions, &Description::fault));

/// The decoded bytes, in memory that is wiped; the text comes from the owner's file.
std::optional<base::SecretBytes> percent_decoded(std::string_view text) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < text.size(); ++i, ++size) {
    if (text[i] != '%') continue;
    if (text.size() - i < 3 || base::hex_value(text[i + 1]) < 0 || base::hex_value(text[i + 2]) < 0)
      return std::nullopt;
    i += 2;
  }
  base::SecretBytes decoded(size);
  auto out = decoded.reveal_for_writing().begin();
  for (std::size_t i = 0; i < text.size(); ++i, ++out) {
    *out = static_cast<std::byte>(text[i]);
    if (text[i] != '%') continue;
    *out = static_cast<std::byte>(base::hex_value(text[i + 1]) * 16 + base::hex_value(text[i + 2]));
    i += 2;
  }
  if (std::ranges::find(decoded.reveal(), std::byte{0}) != decoded.reveal().end()) return std::nullopt;
  return decoded;
}

std::optional<std::uint32_t> number(std::string_view text, std::uint32_t most) {
  const auto value = base::whole_number<std::uint32_t>(text);
  return value && *value <= most ? value : std::nullopt;
}

using UrlPart = base::Result<std::string_view, UrlFault>;

/// Removes "user:password@" from the front and returns the rest.
UrlPart take_credentials(std::string_view rest, RedisTarget& target) {
  // The last @: an unescaped password may contain another; a host or path contains none.
  const auto at = rest.rfind('@');
  if (at == std::string_view::npos) return rest;
  const auto text = rest.substr(0, at);
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return base::Failure(UrlFault::bad_credentials);
  const auto user = percent_decoded(text.substr(0, colon));
  auto password = percent_decoded(text.substr(colon + 1));
  if (!user || !password || password->size() == 0) return base::Failure(UrlFault::bad_credentials);
  target.user.assign(base::text_of(user->reveal()));
  target.password = std::move(*password);
  return rest.substr(at + 1);
}

bool is_host_character(char character, bool is_bracketed) noexcept {
  if (is_bracketed) return base::is_hex_digit(character) || character == ':' || character == '.';
  return base::is_alphanumeric(character) || character == '.' || character == '-' || character == '_';
}

/// "host", "host:port", "[address]:port".
base::Result<RedisHost, UrlFault> read_host(std::string_view text) {
  const bool is_bracketed = text.starts_with('[');
  const auto end = is_bracketed ? text.find(']') : std::min(text.find(':'), text.size());
  if (end == std::string_view::npos) return base::Failure(UrlFault::bad_host);
  const auto host = is_bracketed ? text.substr(1, end - 1) : text.substr(0, end);
  const bool is_clean =
      std::ranges::all_of(host, [&](char character) { return is_host_character(character, is_bracketed); });
  if (host.empty() || host.size() > kMostHost || !is_clean) return base::Failure(UrlFault::bad_host);
  RedisHost read{.name = std::string(host)};
  const auto rest = text.substr(is_bracketed ? end + 1 : end);
  if (rest.empty()) return read;
  if (!rest.starts_with(':')) return base::Failure(UrlFault::bad_host);
  const auto port = number(rest.substr(1), 65535);
  if (!port || *port == 0) return base::Failure(UrlFault::bad_port);
  read.port = static_cast<std::uint16_t>(*port);
  return read;
}

/// Hosts with commas between them.
base::Result<void, UrlFault> read_hosts(std::string_view text, RedisTarget& target) {
  for (;;) {
    const auto comma = std::min(text.find(','), text.size());
    auto host = read_host(text.substr(0, comma));
    if (!host) return base::Failure(host.error());
    if (target.hosts.size() == kMostRedisHosts) return base::Failure(UrlFault::too_many_hosts);
    target.hosts.push_back(std::move(*host));
    if (comma == text.size()) return {};
    text.remove_prefix(comma + 1);
  }
}

base::Result<void, UrlFault> read_database(std::string_view text, RedisTarget& target) {
  const auto database = number(text, kMostDatabase);
  if (!database) return base::Failure(UrlFault::bad_database);
  target.database = *database;
  return {};
}

/// "?ca=/path", or nothing.
base::Result<void, UrlFault> read_ca(std::string_view text, RedisTarget& target) {
  constexpr std::string_view kCa = "?ca=";
  if (text.empty()) return {};
  const bool is_absolute = text.starts_with(kCa) && text.substr(kCa.size()).starts_with('/');
  if (!is_absolute || text.find('\0') != std::string_view::npos) return base::Failure(UrlFault::bad_ca);
  target.ca_file.assign(text.substr(kCa.size()));
  return {};
}

base::Result<void, UrlFault> read_tcp(std::string_view text, RedisTarget& target) {
  if (target.has_tls) {
    const auto query = std::min(text.find('?'), text.size());
    if (const auto read = read_ca(text.substr(query), target); !read) return read;
    text = text.substr(0, query);
  }
  const auto slash = std::min(text.find('/'), text.size());
  if (const auto read = read_hosts(text.substr(0, slash), target); !read) return read;
  const auto database = text.substr(std::min(slash + 1, text.size()));
  return database.empty() ? base::Result<void, UrlFault>{} : read_database(database, target);
}

base::Result<void, UrlFault> read_unix(std::string_view text, RedisTarget& target) {
  const auto query = std::min(text.find('?'), text.size());
  const auto path = text.substr(0, query);
  const bool has_zero = path.find('\0') != std::string_view::npos;
  if (path.size() < 2 || !path.starts_with('/') || path.size() > kMostPath || has_zero) {
    return base::Failure(UrlFault::bad_path);
  }
  target.path.assign(path);
  if (query == text.size()) return {};
  constexpr std::string_view kDatabase = "?db=";
  if (!text.substr(query).starts_with(kDatabase)) return base::Failure(UrlFault::bad_database);
  return read_database(text.substr(query + kDatabase.size()), target);
}

}  // namespace

base::Result<RedisTarget, UrlFault> parse_redis_url(std::string_view url) {
  if (url.size() > kMostUrl) return base::Failure(UrlFault::too_long);
  const auto scheme = std::ranges::find_if(kSchemes, [url](std::string_view each) { return url.starts_with(each); });
  if (scheme == kSchemes.end()) return base::Failure(UrlFault::unknown_scheme);
  const bool is_unix = *scheme == kUnix;
  RedisTarget target;
  target.has_tls = *scheme == kTls;
  const auto rest = take_credentials(url.substr(scheme->size()), target);
  if (!rest) return base::Failure(rest.error());
  const auto read = is_unix ? read_unix(*rest, target) : read_tcp(*rest, target);
  if (!read) return base::Failure(read.error());
  return target;
}

std::string_view describe(UrlFault fault) noexcept { return kDescriptions[static_cast<std::size_t>(fault)].text; }

std::string show_redis_url(std::string_view url) {
  const auto scheme = url.find("://");
  const auto at = url.rfind('@');
  if (scheme == std::string_view::npos || at == std::string_view::npos || at < scheme + 3) return std::string(url);
  const auto begin = scheme + 3;
  const auto colon = url.substr(begin, at - begin).find(':');
  // Without a colon it may be a misplaced password.
  const auto kept = colon == std::string_view::npos ? begin : begin + colon + 1;
  return std::string(url.substr(0, kept)).append("***").append(url.substr(at));
}

}  // namespace agent_access::limit
