/// \file
/// The table of reverse proxies for which `check --proxy` prints a site. Constant; thread safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools {

struct Proxy {
  std::string_view name;   ///< as in the option: "haproxy"
  std::string_view title;  ///< as in sentences: "HAProxy"
  ProxyText (*render)(const ProxySite& site);
  bool sets_forwarded = true;       ///< it can write the address of the client into a Forwarded field (RFC 7239)
  bool sends_proxy_header = false;  ///< its site can send the PROXY protocol, version 2, to the service
  bool asks = true;       ///< it can ask the service whether a token opens a gated path, or verify tokens itself
  bool balances = false;  ///< its site can have several replicas, and asks each whether it is ready
};

[[nodiscard]] std::span<const Proxy> proxy_table() noexcept;

/// Null for an unknown name.
[[nodiscard]] const Proxy* find_proxy(std::string_view name) noexcept;

/// All names, each followed by `separator` except the last.
[[nodiscard]] std::string proxy_names(std::string_view separator);

/// Empty for a known name; else a sentence with the nearest name, and with all of them.
[[nodiscard]] std::string complaint_about_proxy(std::string_view name);

/// The site, as a text that needs no further change except for certificates and, where the text says so, the place of
/// the owner's own pages. Fails like make_proxy_site, if the settings want what the proxy cannot do, and like
/// problems_of_replicas. Without `replicas` the one service is that of listen.address. Extent::locations has the paths
/// of the service and of `document_paths` alone, whatever the settings say about pages.
[[nodiscard]] base::Result<ProxyText, app::Problems> render_proxy(const Proxy& proxy, const app::Config& config,
                                                                  const content::Settings& settings,
                                                                  std::span<const std::string> document_paths,
                                                                  std::span<const Replica> replicas = {},
                                                                  Extent extent = Extent::site);

}  // namespace agent_access::tools
