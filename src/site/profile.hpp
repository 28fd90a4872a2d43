/// \file
/// The owner's extended profile: any JSON object, prepared once as bytes to which `_meta` is appended.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::site {

enum class ProfileFault {
  not_json,
  not_an_object,
  has_meta,        ///< `_meta` is the service's own
  duplicate_name,  ///< the same member twice in one object, at any depth
  not_finite,      ///< a number beyond double
  too_deep,        ///< more than 32 levels
  too_large,       ///< more than 16 MiB
};

struct ProfileError {
  ProfileFault fault;
  std::size_t line = 0;  ///< 1-based; 0 when the fault has no place
  std::string detail;    ///< the member's name where there is one
};

/// The profile's text up to, not including, its closing brace, followed by a comma unless it has no member: the body of
/// an answer is prefix + `"_meta":{...}}`. White space and number spelling are kept as the owner wrote them.
struct Profile {
  std::string prefix;
};

[[nodiscard]] base::Result<Profile, ProfileError> parse_profile(std::string_view json);
/// One sentence for the operator, without the file's name.
[[nodiscard]] std::string describe(const ProfileError& error);

}  // namespace agent_access::site
