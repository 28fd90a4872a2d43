/// \file
/// The owner's extended profile: any JSON object, prepared once as bytes to which `_meta` is appended.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "json/strict_json.hpp"

namespace agent_access::content {

/// reserved_name is `_meta`, which is the service's own; too_large is more than 16 MiB.
using ProfileFault = json::JsonFault;
using ProfileError = json::JsonError;

/// The profile's text up to, not including, its closing brace, followed by a comma unless it has no member: the body of
/// an answer is prefix + `"_meta":{...}}`. White space and number spelling are kept as the owner wrote them.
struct Profile {
  std::string prefix;
};

[[nodiscard]] base::Result<Profile, ProfileError> parse_profile(std::string_view json);
/// One sentence for the operator, without the file's name.
[[nodiscard]] std::string describe(const ProfileError& error);

}  // namespace agent_access::content
