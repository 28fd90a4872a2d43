/// \file
/// The owner's extended profile: any JSON object, stored as bytes to which each response appends `_meta`.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "json/strict_json.hpp"

namespace agent_access::content {

/// reserved_name: `_meta`, which the service adds; too_large: more than 16 MiB.
using ProfileFault = json::JsonFault;
using ProfileError = json::JsonError;

/// The text of the profile before its closing brace, and a comma if it has members: the body of a response is
/// prefix + `"_meta":{...}}`. White space and the form of numbers are kept as the owner wrote them.
struct Profile {
  std::string prefix;
};

[[nodiscard]] base::Result<Profile, ProfileError> parse_profile(std::string_view json);
/// One sentence for the operator, without the file's name.
[[nodiscard]] std::string describe(const ProfileError& error);

}  // namespace agent_access::content
