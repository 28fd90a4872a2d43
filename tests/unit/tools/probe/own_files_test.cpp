// What `try` says of files of the owner that lead nowhere or say nothing.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "site/templates/assets.hpp"
#include "tools/probe/own_files.hpp"
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

TEST(CheckNamesAuthMd, WarnsOfAGuideThatDoesNot) {
  EXPECT_FALSE(check_names_auth_md(answer_of(200, "text/plain", "See https://example.com/auth.md for a token.")));
  const auto verdict = check_names_auth_md(answer_of(200, "text/plain", "# A site\n\n- [Home](/)\n"));
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->mark, Mark::warned);
  EXPECT_EQ(verdict->remedy, "add a link to /auth.md to your own file");
}

TEST(CheckHome, WarnsOfAPageWithoutALinkToTheService) {
  const auto page = [](std::vector<ClientField> fields) {
    return check_home(answer_of(200, "text/html", "<h1>Home</h1>", std::move(fields)));
  };
  EXPECT_FALSE(page({{"Link", R"(</auth.md>; rel="service-doc")"}}));
  EXPECT_FALSE(page({{"Link", R"(</style.css>; rel="preload")"},
                     {"link", R"(<https://example.com/.well-known/api-catalog>; rel="api-catalog")"}}));
  for (const auto& fields : {std::vector<ClientField>(), {{"Link", R"(</style.css>; rel="preload")"}}}) {
    const auto verdict = page(fields);
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->mark, Mark::warned);
    EXPECT_EQ(verdict->remedy, R"(let the server of / send Link: </.well-known/api-catalog>; rel="api-catalog")");
  }
  EXPECT_FALSE(check_home(answer_of(404, "application/json", "{}")));
}

TEST(CheckHome, AcceptsALinkInThePageWhereNoTokensAreIssued) {
  const auto page = answer_of(200, "text/html", R"(<a href="/llms.txt">llms.txt</a>)");
  EXPECT_FALSE(check_home(page, false));
  EXPECT_TRUE(check_home(page, true));
  EXPECT_TRUE(check_home(answer_of(200, "text/html", "<h1>Home</h1>"), false));
}

}  // namespace
}  // namespace agent_access::tools
