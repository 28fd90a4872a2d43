/// \file
/// Which targets a printed site with gates refuses with 400 before it looks for a gate. Servers decode, resolve, merge,
/// cut off and compare paths each in their way, so a server behind the whole site could read "/x/..;/data/y", which the
/// proxy does not, as a path of the gate "/data/". The rule, as in docs/gate-mode.md:
/// - no path with an encoded letter, digit or control character, a character in an overlong form of UTF-8, or the
/// Kelvin
///   sign, whose lower case is "k";
/// - no path of an odd form that names the first folder of a gate, at any place and in any letter case.
///
/// All are regular expressions for PCRE and RE2, to be searched without regard to case in what is before the '?' of a
/// target as the client sent it. None has braces, or two backslashes in a row. Pure; thread safe.
///
/// NOT covered: broken escapes, which servers refuse, but HAProxy does not; a server that takes other letters beyond
/// ASCII for ASCII ones, and other paths that lead to what is gated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/proxies/site_gates.hpp"

namespace agent_access::tools {

/// Refused whatever they name. "%(25)*" is an escape at any level: "%41", "%2541", ...
inline constexpr std::string_view kUnreadablePath =
    R"(%(25)*([01][0-9a-f]|7f|3[0-9]|[46][1-9a-f]|[57][0-9a]|c[01]%(25)*[89ab]|e0%(25)*[89]|f0%(25)*8|e2%(25)*84%(25)*aa))";

/// Empty and dot segments, ';', '\' and '#', and an encoded '.', '/', '\', ';' or '%'.
inline constexpr std::string_view kOddPath = R"(//|/\.\.?([/?]|$)|[;\x5c#]|%(2[5ef]|3b|5c))";

/// Paths with a segment, or a part of one between characters that no name of a gate has, that is the first one of a
/// prefix.
[[nodiscard]] std::string named_path(const std::vector<SiteGate>& gates);

}  // namespace agent_access::tools
