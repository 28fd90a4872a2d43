#include "content/profile.hpp"

#include "base/ascii.hpp"

namespace agent_access::content {

namespace {

constexpr json::JsonRules kProfileRules = {"the profile", std::size_t{16} << 20U, "_meta"};

}  // namespace

base::Result<Profile, ProfileError> parse_profile(std::string_view json) {
  const auto members = json::check_json(json, kProfileRules);
  if (!members) return base::Failure(members.error());
  // The text is one object: apart from white space, its first and last characters are the braces.
  Profile profile{std::string(base::trim_white_space(json.substr(0, json.rfind('}'))))};
  if (*members > 0) profile.prefix.push_back(',');
  return profile;
}

std::string describe(const ProfileError& error) {
  return json::place_prefix(error.line, error.column) + sentence(error, kProfileRules);
}

}  // namespace agent_access::content
