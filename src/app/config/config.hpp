/// \file
/// The configuration: values, the origin of each, and how they are loaded (file, then environment, then flags).
///
/// The known settings are the table of setting_table.hpp, the known keys of declared rows that of
/// access/access_table.hpp; nothing else is accepted. NOT checked here: that the files of
/// a setting exist and are valid, that ports are free (see material.hpp, check_command.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config/access/access_rows.hpp"
#include "app/config/values/origin.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "net/capacity/limits.hpp"

namespace agent_access::app {

/// Move-only, because it may own a secret. Once loaded, paths are absolute or relative to the working directory.
struct Config {
  std::vector<std::string> base_urls;
  std::string listen_address = "127.0.0.1:8080";
  std::string listen_admin = "127.0.0.1:9464";
  std::uint64_t threads = 0;
  bool proxy_protocol = false;
  std::chrono::milliseconds drain_delay{0};  ///< from the stop signal until the port closes
  std::string listen_user = "agent-access";  ///< empty: root stays root
  std::filesystem::path secret_file = "secret";
  std::vector<std::filesystem::path> previous_secret_files;
  std::chrono::milliseconds key_rotation = std::chrono::hours{24 * 7};
  std::uint64_t key_generation = 1;
  std::vector<std::filesystem::path> pem_files;
  std::filesystem::path profile = "profile.json";
  std::filesystem::path site = "site.json";  ///< empty: none; likewise the next two
  std::filesystem::path faq = "faq.json";
  std::filesystem::path root = "public";
  bool pages = true;
  bool not_found_page = false;
  bool mcp_enabled = false;
  std::string mcp_challenge = "http";  ///< or "result"
  std::string robots_search;           ///< "yes", "no" or empty; likewise the next two
  std::string robots_input;
  std::string robots_training;
  bool discovery_ard = false;
  bool discovery_page_markdown = false;
  bool discovery_card_signature = false;
  std::uint64_t limit_requests = 600;  ///< 0: nothing is limited
  std::chrono::milliseconds limit_window = std::chrono::seconds{60};
  std::vector<std::string> wide_networks;
  std::uint64_t limit_ceiling = 0;          ///< 0: none
  base::SecretBytes limit_shared;           ///< the URL of a Redis, with its password; empty: limits are not shared
  std::filesystem::path limit_shared_file;  ///< the file limits.shared was read from; empty: none
  std::vector<std::string> trusted_proxies = {"127.0.0.0/8", "::1/128"};
  std::string forwarded_field = "X-Forwarded-For";  ///< the field that is read from them
  net::Limits limits;
  std::filesystem::path tls_certificate;  ///< empty: plain HTTP, as is tls_key
  std::filesystem::path tls_key;
  std::vector<std::filesystem::path> tls_more;  ///< "certificate:key", the first half resolved; see tls_pairs.hpp
  bool tls_http2 = true;
  std::chrono::milliseconds tls_hsts = std::chrono::hours{24 * 365};  ///< 0: no header
  std::string log_level = "info";
  std::string log_format = "json";
  std::uint64_t log_refusals = 1'000;  ///< lines a second; 0: all
  std::string log_client_address = "prefix";
  bool status_page = false;
  std::filesystem::path report_file;  ///< counters that survive a restart; empty: none
  std::filesystem::path report_token_file;

  AccessRows access;  ///< [[scopes]], [[documents]] and [[gates]]; only the file declares them

  base::SecretBytes report_token;  ///< what report_token_file holds; empty: none

  std::optional<base::SecretBytes> secret_text;  ///< AGENT_ACCESS_SECRET; secret_file is then unused
  std::vector<Origin> origins;                   ///< same index as setting_table()
  std::filesystem::path file;                    ///< empty when none was read

  [[nodiscard]] Origin origin(std::string_view name) const;  ///< by full name: "listen.address"
};

/// Variables of the environment. Secret ones are not in the map but in locked memory.
struct Environment : std::map<std::string, std::string, std::less<>> {
  using Secrets = std::map<std::string, base::SecretBytes, std::less<>>;
  using map::map;

  std::shared_ptr<const Secrets> secrets;  ///< may be null; shared, because each reload uses them again
};

/// The variables of this process. Call once: moves the values of AGENT_ACCESS_SECRET and of each secret_value out of
/// the process' environment and overwrites them with zeros there.
[[nodiscard]] Environment take_process_environment();

struct ConfigSources {
  std::optional<std::filesystem::path> file;
  Environment environment;
  /// Full name, value as in the environment, and the flag's name: {"listen.address", "127.0.0.1:80", "--listen"}.
  struct Flag {
    std::string name;
    std::string value;
    std::string flag;
  };
  std::vector<Flag> flags;
};

/// Fails with all problems at once. Paths of the file and defaults are relative to the file's folder, those of the
/// environment and of flags to the working directory. A credential is used when its setting is not set otherwise
/// (credentials.hpp).
[[nodiscard]] base::Result<Config, Problems> load_config(const ConfigSources& sources);

}  // namespace agent_access::app
