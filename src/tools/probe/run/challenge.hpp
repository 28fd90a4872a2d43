/// \file
/// One challenge of a WWW-Authenticate value, RFC 9110 section 11.6.1: scheme 1*SP name=value *( "," name=value ).
/// Pure; thread safe. NOT done: several challenges in one value and token68 credentials, which are refused.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::tools {

struct Challenge {
  std::string scheme;                             ///< lower case
  std::map<std::string, std::string> parameters;  ///< names in lower case, values unquoted

  /// The parameter's value, or empty.
  [[nodiscard]] std::string_view parameter(const std::string& name) const;
};

[[nodiscard]] std::optional<Challenge> parse_challenge(std::string_view value);

}  // namespace agent_access::tools
