// What `try` says of a profile that says nothing.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "site/templates/assets.hpp"
#include "tools/probe/profile_content.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

Verdict checked_profile(std::string_view profile, bool is_local = false) {
  auto object = boost::json::parse(profile).as_object();
  object["_meta"] = {{"issued_to", "a-client"}, {"expires_at", 1}};
  return check_profile_content(object, is_local);
}

TEST(CheckProfileContent, AcceptsAProfileThatSaysAnything) {
  for (const auto* profile : {R"({"name":"Robin"})", R"({"days":7})", R"({"open":false})",
                              R"({"a":{"b":[null,"",{"c":"text"}]}})", R"({"name":"Robin","headline":"TODO"})"}) {
    EXPECT_FALSE(checked_profile(profile)) << profile;
  }
}

TEST(CheckProfileContent, WarnsOfOneThatIsEmptyOrHasPlaceholders) {
  for (const auto* profile :
       {"{}", R"({"$schema":"./profile.schema.json"})", R"({"name":"","contact":{"email":null},"roles":[]})",
        R"({"name":"TODO","headline":" Lorem ipsum dolor"})", R"({"name":"Your name","about":["…","<text>"]})"}) {
    const auto verdict = checked_profile(profile, true);
    ASSERT_TRUE(verdict) << profile;
    EXPECT_EQ(verdict->mark, Mark::warned);
    EXPECT_EQ(verdict->detail, "the profile is empty or has placeholders only, so a token opens nothing");
    EXPECT_EQ(verdict->remedy, "write into your profile.json what agents with a token should know");
  }
}

TEST(CheckProfileContent, WarnsOfTheExampleExceptOnThisMachine) {
  const auto example = templates::asset("example/profile.json");
  EXPECT_EQ(detail_of(checked_profile(example)), "the profile is the example of init");
  EXPECT_FALSE(checked_profile(example, true));
}

}  // namespace
}  // namespace agent_access::tools
