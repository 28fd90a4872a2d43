/// \file
/// The gates ([[gates]]) as the site of a proxy has them, and the parts of their texts that several proxies share. Pure
/// functions; thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "content/settings.hpp"

namespace agent_access::tools {

struct SiteGate {
  std::string prefix;                ///< "/data/": letters, digits and "-._~/" only
  std::string scope;                 ///< its name
  std::vector<std::string> methods;  ///< with HEAD where GET is

  /// Whether requests only read, so that files can be behind the gate.
  [[nodiscard]] bool is_for_reading() const;
  [[nodiscard]] bool lists(std::string_view method) const;
};

/// The gates in the order in which a proxy must try them: longer prefixes first.
[[nodiscard]] std::vector<SiteGate> gates_of_site(const content::Settings& settings);

/// Why no proxy gets an answer: none is trusted, or the service sees clients as its peers (PROXY protocol).
[[nodiscard]] app::Problems problems_of_asking(const app::Config& config);

/// Why no site with these gates can be printed: these problems, and prefixes that would need the quoting rules of each
/// proxy. Empty without gates.
[[nodiscard]] app::Problems problems_of_gates(const app::Config& config, const content::Settings& settings);

/// "^/data([/?#]|$)", a regular expression for decoded paths: the prefix also without its last slash, and with what a
/// server that decodes twice takes for its end.
[[nodiscard]] std::string gate_pattern(const SiteGate& gate);
/// "^/data([/?#]|$)|^/api/v1([/?#]|$)"; for all gates.
[[nodiscard]] std::string pattern_of_gates(const std::vector<SiteGate>& gates);

/// The body of the 400 to a path that servers read in different ways (path_rule.hpp).
[[nodiscard]] std::string ambiguous_path_body();
/// The body of the 404 to a client that asks what only proxies may ask: that of an unknown path.
[[nodiscard]] std::string unknown_path_body();
/// The body of the 503 while the service cannot be asked.
[[nodiscard]] std::string unavailable_body();

}  // namespace agent_access::tools
