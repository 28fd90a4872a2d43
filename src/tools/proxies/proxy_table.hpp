/// \file
/// The table of reverse proxies for which `check --proxy` prints a site, and the sites. Constant; thread safe.
///
/// The text of a site is a template in templates/proxies; a row says which, and what it needs besides the values of all
/// sites. A site has: one listener for all hosts, IPv6 included; with TLS, a redirect from http to each host's own
/// https URL, but 403 `https_required` for what takes credentials, and Strict-Transport-Security; the client's address
/// in the field that the service reads, and the other field removed (decision 0021); Host unchanged; everything to the
/// service if it has the pages, else /oauth/, /api/agent/ and each document, and the rest to the owner's own pages. No
/// value of a request is in a response.
///
/// With Extent::locations there is only what a site that exists includes: /oauth/, /api/agent/ and each document, the
/// fields for the service, and the gates. It changes nothing of what that site serves at other paths.
///
/// A site with gates (decision 0045) refuses what site_gates.cpp says. A gated part asks the service about every
/// request for a path at or below a prefix, in any letter case, before anything is read of the owner's files or sent to
/// the owner's server. It passes on X-Agent-Client-Id, X-Agent-Scope and X-Agent-Token-Id from the service, never from
/// a client, and not the token. While the service cannot be asked, it is 503. Clients cannot ask at /oauth/gate.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/templates/template.hpp"
#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools {

/// A template of templates/proxies, "nginx.conf", with these values. `export` and `keys` write some of them.
[[nodiscard]] std::string proxy_text(std::string_view name, const templates::View& view);

/// The text of a configuration file.
struct ProxyText {
  std::string text;
  std::vector<std::string> taken;       ///< paths that are the service's; with "*" at its end: and all below
  std::vector<std::string> omitted;     ///< paths that the proxy cannot express
  std::vector<std::string> redirected;  ///< gated documents that it therefore cannot refuse in clear text
};

/// What the site of a proxy can do.
struct ProxyAbilities {
  bool sets_forwarded = true;  ///< write the address of the client into a Forwarded field (RFC 7239)
  bool asks = true;            ///< ask the service whether a token opens a gated path, or verify tokens itself
  bool balances = false;       ///< have several replicas in its site, and ask each whether it is ready
};

struct Proxy {
  std::string_view name;           ///< as in the option: "haproxy"
  std::string_view title;          ///< as in sentences: "HAProxy"
  std::string_view site_template;  ///< below templates/proxies
  /// A path as its configuration has it; nothing if it cannot express the path.
  std::optional<std::string> (*path)(std::string_view path);
  void (*add_values)(templates::View& view, const ProxySite& site);  ///< to those that all templates have
  ProxyAbilities can = {};
  std::string_view locations_template = {};  ///< of what a site that exists includes; empty: the same one
};

[[nodiscard]] std::span<const Proxy> proxy_table() noexcept;

/// Null for an unknown name.
[[nodiscard]] const Proxy* find_proxy(std::string_view name) noexcept;

/// All names, each followed by `separator` except the last.
[[nodiscard]] std::string proxy_names(std::string_view separator);

/// Empty for a known name; else a sentence with the nearest name, and with all of them.
[[nodiscard]] std::string complaint_about_proxy(std::string_view name);

/// The text for this site, which must have nothing that the proxy cannot do.
[[nodiscard]] ProxyText render_site(const Proxy& proxy, const ProxySite& site);

/// The site of the settings, as a text that needs no further change except for certificates and, where the text says
/// so, the place of the owner's own pages. Fails like make_proxy_site, if the settings want what the proxy cannot do,
/// and like problems_of_replicas. Without `replicas` the one service is that of listen.address; only for a proxy that
/// balances there can be some. Extent::locations has
/// the paths of the service and of `document_paths` alone, whatever the settings say about pages.
[[nodiscard]] base::Result<ProxyText, app::Problems> render_proxy(const Proxy& proxy, const app::Config& config,
                                                                  const content::Settings& settings,
                                                                  std::span<const std::string> document_paths,
                                                                  std::span<const Replica> replicas = {},
                                                                  Extent extent = Extent::site);

}  // namespace agent_access::tools
