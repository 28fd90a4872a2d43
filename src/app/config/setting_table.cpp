#include "app/config/setting_table.hpp"

#include <algorithm>
#include <array>

#include "app/config/removed_settings.hpp"
#include "app/config/setting_checks.hpp"
#include "app/text/value_text.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

using net::Limits;

constexpr std::int64_t kMillisecond = 1;
constexpr std::int64_t kSecond = 1000 * kMillisecond;
constexpr std::int64_t kHour = 3600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kKibibyte = 1024;
constexpr std::int64_t kMebibyte = 1024 * kKibibyte;

constexpr std::array kSettings{
    Setting{"", "base_urls", &Config::base_urls, "The addresses of the site; the first is canonical", check_base_url},
    Setting{"listen", "address", &Config::listen_address, "Where the service listens", check_endpoint}.after(
        Effect::restart),
    Setting{"listen", "admin", &Config::listen_admin,
            "Where /livez, /readyz, /metrics and /status are served; keep it private; empty: nowhere",
            check_admin_endpoint}
        .after(Effect::restart),
    Setting{"listen", "drain_delay", &Config::drain_delay,
            "How long after a stop signal requests are still served while /readyz fails", nullptr, 0, 10 * kSecond}
        .after(Effect::restart),
    Setting{"listen", "proxy_protocol", &Config::proxy_protocol,
            "Connections of limits.trusted_proxies must start with a PROXY protocol header (version 2)"}
        .after(Effect::restart),
    Setting{"listen", "threads", &Config::threads, "Worker threads; 0: one for each core", nullptr, 0, 1024}.after(
        Effect::restart),
    Setting{"listen", "user", &Config::listen_user,
            "The user that serve switches to when started as root; empty: stays root", check_user}
        .after(Effect::restart),
    Setting{"secret", "file", &Config::secret_file, "The master secret: 32 or more random bytes"}
        .with(Secrecy::secret_file)
        .or_credential("secret"),
    Setting{"secret", "previous_files", &Config::previous_secret_files,
            "Previous master secrets whose clients and tokens stay valid, newest first"}
        .with(Secrecy::secret_file)
        .or_credential("secret-previous"),
    Setting{"keys", "rotation", &Config::key_rotation, "How long one key signs", nullptr, kHour, 3650 * kDay},
    Setting{"keys", "generation", &Config::key_generation, "Raise it to replace all keys at once in an emergency"},
    Setting{"keys", "pem_files", &Config::pem_files,
            "P-256 private keys to use instead of derived ones; the first signs"}
        .with(Secrecy::secret_file)
        .or_credential("keys-pem"),
    Setting{"content", "profile", &Config::profile, "The extended profile, a JSON object"}.with(Secrecy::gated_file),
    Setting{"content", "site", &Config::site, "Who you are and what you publish; empty: only the host name",
            check_optional_path}
        .with(Secrecy::open),
    Setting{"content", "faq", &Config::faq, "Questions and answers; empty: some about agent access",
            check_optional_path}
        .with(Secrecy::open),
    Setting{"content", "root", &Config::root, "A folder of your own files, served unchanged; empty: none",
            check_optional_path}
        .with(Secrecy::open),
    Setting{"content", "pages", &Config::pages, "Serve the generated pages; false if the site has its own pages"},
    Setting{"content", "not_found_page", &Config::not_found_page,
            "Show people a page at unknown paths, your public/404.html or a generated one; programs get JSON"},
    Setting{"mcp", "enabled", &Config::mcp_enabled,
            "Offer /mcp, an endpoint for agents that use the Model Context Protocol"},
    Setting{"mcp", "challenge", &Config::mcp_challenge,
            "How a call of get_full_profile without a token fails: http (401) or result (in the result of the tool)",
            check_mcp_challenge},
    Setting{"robots", "search", &Config::robots_search,
            "May search engines index the content: yes, no, or empty: not stated in /robots.txt", check_yes_no},
    Setting{"robots", "input", &Config::robots_input,
            "May assistants use the content for answers: yes, no, or empty: not stated in /robots.txt", check_yes_no},
    Setting{"robots", "training", &Config::robots_training,
            "May models be trained with the content: yes, no, or empty: not stated in /robots.txt", check_yes_no},
    Setting{"discovery", "ard", &Config::discovery_ard,
            "Publish /.well-known/ard.json, with example queries for search services of agents, and links to it"},
    Setting{"discovery", "page_markdown", &Config::discovery_page_markdown,
            "Publish each generated page also as Markdown: at /cv for Accept: text/markdown, and at /cv.md"},
    Setting{"discovery", "card_signature", &Config::discovery_card_signature,
            "Sign /.well-known/agent-card.json with the key that signs tokens"},
    Setting{"limits", "requests", &Config::limit_requests,
            "Requests of one client address to /oauth/* and /api/* in a window; 0: no limit", nullptr, 0, 1'000'000},
    Setting{"limits", "window", &Config::limit_window, "The window of requests and ceiling", nullptr, kSecond, kDay},
    Setting{"limits", "wide_networks", &Config::wide_networks,
            "Networks whose addresses get a multiple of requests, for example \"198.51.100.0/24=10\"",
            check_wide_network},
    Setting{"limits", "ceiling", &Config::limit_ceiling, "Requests of all clients together in a window; 0: no ceiling",
            nullptr, 0, 1'000'000'000},
    Setting{"limits", "shared", &Config::limit_shared,
            "A Redis through which replicas share limits: redis[s]://[user:password@]host[:port][,host...][/db] or "
            "unix:///path; "
            "empty: none",
            check_redis_url}
        .with(Secrecy::secret_value)
        .after(Effect::restart),
    Setting{"limits", "shared_file", &Config::limit_shared_file,
            "A file that contains limits.shared, to protect its password; empty: none", check_optional_path}
        .with(Secrecy::secret_file)
        .after(Effect::restart)
        .or_credential("limits-shared"),
    Setting{"limits", "trusted_proxies", &Config::trusted_proxies,
            "Networks of your proxies, whose forwarded_field is trusted; exempt from connections_per_address and the "
            "shares",
            check_network},
    Setting{
        "limits", "forwarded_field", &Config::forwarded_field,
        "The field with the client address: X-Forwarded-For or Forwarded; your proxies must set it; the other one is "
        "not read",
        check_forwarded_field},
    Setting{"limits", "request_line", &Limits::request_line, "Longest request line", nullptr, 256, 64 * kKibibyte,
            Unit::bytes},
    Setting{"limits", "header_block", &Limits::header_block, "Largest header block", nullptr, 5 * kKibibyte, kMebibyte,
            Unit::bytes},
    Setting{"limits", "header_fields", &Limits::header_fields, "Most header fields of a request", nullptr, 16, 1000},
    Setting{"limits", "body", &Limits::body, "Largest request body", nullptr, kKibibyte, kMebibyte, Unit::bytes},
    Setting{"limits", "handshake_deadline", &Limits::handshake_deadline, "Longest time for a TLS handshake", nullptr,
            100 * kMillisecond, kHour},
    Setting{"limits", "header_deadline", &Limits::header_deadline, "Longest time to receive a request head", nullptr,
            100 * kMillisecond, kHour},
    Setting{"limits", "body_deadline", &Limits::body_deadline, "Longest time to receive a request body", nullptr,
            100 * kMillisecond, kHour},
    Setting{"limits", "write_deadline", &Limits::write_deadline, "Longest time to send a response", nullptr,
            100 * kMillisecond, kHour},
    Setting{"limits", "idle_deadline", &Limits::idle_deadline, "Longest pause between two requests of a connection",
            nullptr, 100 * kMillisecond, kHour},
    Setting{"limits", "requests_per_connection", &Limits::requests_per_connection,
            "Requests after which a connection is closed", nullptr, 1, 1'000'000'000},
    Setting{"limits", "connections_per_address", &Limits::connections_per_address,
            "Open connections of one client address (IPv4 /32, IPv6 /64)", nullptr, 1, 1'000'000},
    Setting{"limits", "handshakes", &Limits::handshakes, "TLS handshakes in progress", nullptr, 1, 1'000'000},
    Setting{"limits", "handshakes_per_address", &Limits::handshakes_per_address,
            "TLS handshakes in progress of one client address", nullptr, 1, 1'000'000},
    Setting{"limits", "connections", &Limits::connections,
            "Open connections in total; 0: just below half of the descriptor limit", nullptr, 0, 1'000'000},
    Setting{"limits", "memory", &Limits::memory,
            "Memory for all connections together; beyond it connections are closed, idle ones first", nullptr,
            kMebibyte, 1024L * 1024 * kMebibyte, Unit::bytes},
    Setting{"limits", "address_share", &Limits::address_share,
            "Percent of memory for one client address (IPv4 /32, IPv6 /64)", nullptr, 1, 100},
    Setting{"limits", "network_share", &Limits::network_share,
            "Percent of connections, handshakes and memory for one network (IPv4 /24, IPv6 /56)", nullptr, 1, 100},
    Setting{"limits", "wide_network_share", &Limits::wide_network_share,
            "Percent of connections, handshakes and memory for one IPv6 /48", nullptr, 1, 100},
    Setting{"tls", "certificate", &Config::tls_certificate,
            "Certificate chain (PEM), the server's own first; empty: plain HTTP behind a proxy", check_optional_path}
        .with(Secrecy::open)
        .after(Effect::restart_to_switch)
        .or_credential("tls-certificate"),
    Setting{"tls", "key", &Config::tls_key, "Its private key (PEM, not encrypted)", check_optional_path}
        .with(Secrecy::secret_file)
        .or_credential("tls-key"),
    Setting{"tls", "more", &Config::tls_more,
            "More pairs \"CERTIFICATE:KEY\", selected by the server name that clients send (SNI)",
            check_certificate_pair}
        .with(Secrecy::secret_pairs),
    Setting{"tls", "http2", &Config::tls_http2, "Offer HTTP/2 besides HTTP/1.1, except to limits.trusted_proxies"},
    Setting{"tls", "hsts", &Config::tls_hsts, "How long browsers use only https (HSTS max-age); \"0s\": no HSTS",
            nullptr, 0, 3650 * kDay},
    Setting{"log", "level", &Config::log_level, "debug, info, warn or error", check_log_level}.after(Effect::restart),
    Setting{"log", "format", &Config::log_format, "json or text (default json; on a terminal, text)", check_log_format}
        .after(Effect::restart),
    Setting{"log", "refusals", &Config::log_refusals,
            "Log lines per second about refused requests, others are counted; 0: all are logged", nullptr, 0, 1'000'000}
        .after(Effect::restart),
    Setting{"log", "client_address", &Config::log_client_address,
            "Addresses of clients in the log: full, prefix (IPv4 /24, IPv6 /48) or none", check_client_address}
        .after(Effect::restart),
    Setting{"report", "status_page", &Config::status_page,
            "Serve the status page at /status of listen.admin, with the token, or without one to this machine"}
        .after(Effect::restart),
    Setting{"report", "token_file", &Config::report_token_file,
            "A file with the token of the status page, 32 characters or more; empty: only this machine may see it",
            check_optional_path}
        .with(Secrecy::secret_file)
        .after(Effect::restart),
    Setting{"report", "file", &Config::report_file,
            "A file that keeps the counters of the status page over restarts; each process needs its own; empty: none",
            check_optional_path}
        .with(Secrecy::open)
        .after(Effect::restart),
};

constexpr bool holds_paths(const Setting& setting) {
  return std::holds_alternative<std::filesystem::path Config::*>(setting.slot) ||
         std::holds_alternative<std::vector<std::filesystem::path> Config::*>(setting.slot);
}

constexpr bool declares_secrecy(const Setting& setting) {
  const bool names_files = holds_paths(setting);
  const bool is_secret = std::holds_alternative<base::SecretBytes Config::*>(setting.slot);
  if (is_secret) return setting.secrecy == Secrecy::secret_value;
  return !names_files || (setting.secrecy != Secrecy::undeclared && setting.secrecy != Secrecy::secret_value);
}
static_assert(std::ranges::all_of(kSettings, declares_secrecy),
              "a setting with file paths must declare whether the files are secret");

static_assert(std::ranges::all_of(kSettings,
                                  [](const Setting& setting) {
                                    return setting.credential.empty() || holds_paths(setting);
                                  }),
              "a credential is a file: only a setting with paths can have one");

std::string joined(std::string_view section, std::string_view key) {
  if (section.empty() || key.empty()) return std::string(section).append(key);
  return std::string(section).append(".").append(key);
}

/// The most likely setting: a key of the same section, the same key in another section, or any full name.
std::string suggestion(std::string_view section, std::string_view key) {
  std::vector<std::string> siblings;
  std::vector<std::string> names;
  for (const auto& setting : kSettings) {
    if (setting.key == key) return full_name(setting);
    if (setting.section == section) siblings.emplace_back(setting.key);
    names.push_back(full_name(setting));
  }
  if (const auto sibling = base::nearest_name(key, siblings); !sibling.empty()) return joined(section, sibling);
  return std::string(base::nearest_name(joined(section, key), names));
}

}  // namespace

std::span<const Setting> setting_table() noexcept { return kSettings; }

std::string full_name(const Setting& setting) { return joined(setting.section, setting.key); }

std::string environment_name(const Setting& setting) { return environment_name(full_name(setting)); }

std::string environment_name(std::string_view setting) {
  std::string name = std::string("AGENT_ACCESS_").append(setting);
  std::ranges::transform(name, name.begin(),
                         [](char character) { return character == '.' ? '_' : base::upper(character); });
  return name;
}

std::optional<std::size_t> find_setting(std::string_view section, std::string_view key) noexcept {
  for (std::size_t i = 0; i < kSettings.size(); ++i) {
    if (kSettings[i].section == section && kSettings[i].key == key) return i;
  }
  return std::nullopt;
}

bool is_section(std::string_view section) noexcept {
  return !section.empty() && std::ranges::find(kSettings, section, &Setting::section) != kSettings.end();
}

std::string explain_misplaced(std::string_view header, std::string_view key) {
  if (!find_setting("", key)) return {};
  return in_quotes(key) + " stands below " + std::string(header) +
         ", so it counts as a key of it; move it above the first [section]";
}

std::string explain_unknown(std::string_view section, std::string_view key) {
  const auto name = joined(section, key);
  if (const auto* removed = find_removed(name)) return removed->sentence();
  if (const auto misplaced = explain_misplaced("[" + std::string(section) + "]", key); !misplaced.empty()) {
    return misplaced;
  }
  const auto meant = suggestion(section, key);
  auto text = "unknown key " + in_quotes(name);
  if (!meant.empty()) text += "; did you mean " + in_quotes(meant) + "?";
  return text;
}

}  // namespace agent_access::app
