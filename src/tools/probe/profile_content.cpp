#include "tools/probe/profile_content.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/templates/assets.hpp"
#include "tools/probe/responses.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

/// What texts that wait for their content begin with, in lower case.
constexpr auto kPlaceholders =
    std::to_array<std::string_view>({"todo", "tbd", "tba", "xxx", "...", "…", "lorem ipsum", "placeholder", "change me",
                                     "changeme", "your ", "<", "["});

bool is_placeholder(std::string_view text) {
  const auto folded = base::lower_case(base::trim_white_space(text));
  return folded.empty() || std::ranges::any_of(kPlaceholders, [&](auto start) { return folded.starts_with(start); });
}

/// Members whose names begin with `$` or `_` are about the file.
bool says_something(const bj::value& value) {
  if (const auto* const text = value.if_string()) return !is_placeholder(*text);
  if (const auto* const list = value.if_array()) return std::ranges::any_of(*list, says_something);
  if (const auto* const object = value.if_object()) {
    return std::ranges::any_of(*object, [](const auto& member) {
      return !member.key().starts_with('$') && !member.key().starts_with('_') && says_something(member.value());
    });
  }
  return !value.is_null();
}

bool is_example(bj::object profile) {
  profile.erase("_meta");
  return profile == bj::parse(templates::asset("example/profile.json"));
}

}  // namespace

Verdict check_profile_content(const bj::object& profile, bool is_local) {
  const std::string remedy = "write into your profile.json what agents with a token should know";
  if (!says_something(profile)) {
    return Finding{"the profile is empty or has placeholders only, so a token opens nothing", remedy, Mark::warned};
  }
  if (is_local || !is_example(profile)) return std::nullopt;
  return Finding{"the profile is the example of init", remedy, Mark::warned};
}

}  // namespace agent_access::tools
