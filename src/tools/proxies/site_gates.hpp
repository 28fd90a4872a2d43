/// \file
/// The gates ([[gates]]) as the site of a proxy has them, and the regular expressions that all proxies share. A site
/// with gates refuses some targets with 400 before it looks for a gate: servers decode, resolve, merge, cut off and
/// compare paths each in their way, so a server behind the whole site could read "/x/..;/data/y", which the proxy does
/// not, as a path of the gate "/data/". The rule, as in docs/gate-mode.md:
/// - no path with an encoded letter, digit or control character, a character in an overlong form of UTF-8, or the
///   Kelvin sign, whose lower case is "k";
/// - no path of an odd form that names the first folder of a gate, at any place and in any letter case.
///
/// The expressions of the rule are for PCRE and RE2, to be searched without regard to case in what is before the '?' of
/// a target as the client sent it. None has braces, or two backslashes in a row. Pure functions; thread safe.
///
/// NOT covered: broken escapes, which servers refuse, but HAProxy does not; a server that takes other letters beyond
/// ASCII for ASCII ones, and other paths that lead to what is gated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "site/content/settings.hpp"

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

/// Why no proxy gets an answer: none is trusted.
[[nodiscard]] app::Problems problems_of_asking(const app::Config& config);

/// Why no site with these gates can be printed: these problems, and prefixes that would need the quoting rules of each
/// proxy. Empty without gates.
[[nodiscard]] app::Problems problems_of_gates(const app::Config& config, const content::Settings& settings);

/// "^/data([/?#]|$)", a regular expression for decoded paths: the prefix also without its last slash, and with what a
/// server that decodes twice takes for its end.
[[nodiscard]] std::string gate_pattern(const SiteGate& gate);
/// "^/data([/?#]|$)|^/api/v1([/?#]|$)"; for all gates.
[[nodiscard]] std::string pattern_of_gates(const std::vector<SiteGate>& gates);

/// Refused whatever they name. "%(25)*" is an escape at any level: "%41", "%2541", ...
inline constexpr std::string_view kUnreadablePath =
    R"(%(25)*([01][0-9a-f]|7f|3[0-9]|[46][1-9a-f]|[57][0-9a]|c[01]%(25)*[89ab]|e0%(25)*[89]|f0%(25)*8|e2%(25)*84%(25)*aa))";

/// Empty and dot segments, ';', '\' and '#', and an encoded '.', '/', '\', ';' or '%'.
inline constexpr std::string_view kOddPath = R"(//|/\.\.?([/?]|$)|[;\x5c#]|%(2[5ef]|3b|5c))";

/// Paths with a segment, or a part of one between characters that no gate has, that is the first of a prefix.
[[nodiscard]] std::string named_path(const std::vector<SiteGate>& gates);

}  // namespace agent_access::tools
