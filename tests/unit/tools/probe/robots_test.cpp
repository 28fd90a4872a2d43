// robots.txt as RFC 9309 reads it, and what `try` says of one.
#include "tools/probe/robots.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

bool allows(std::string_view rules, std::string_view path) {
  return RobotsFile("User-agent: *\n" + std::string(rules)).allows("ExampleBot", path);
}

// RFC 9309 section 5.1.
TEST(RobotsFile, ReadsTheSimpleExample) {
  const RobotsFile robots(
      "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"
      "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"
      "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n"
      "User-Agent: quxbot\n\nEOF\n");
  EXPECT_FALSE(robots.allows("other", "/a.gif"));
  EXPECT_TRUE(robots.allows("other", "/a.gif?x"));
  EXPECT_FALSE(robots.allows("other", "/example/x"));
  EXPECT_TRUE(robots.allows("other", "/publications/x"));
  EXPECT_TRUE(robots.allows("other", "/"));
  EXPECT_FALSE(robots.allows("FooBot", "/"));
  EXPECT_TRUE(robots.allows("foobot", "/example/page.html"));
  EXPECT_TRUE(robots.allows("foobot", "/example/allowed.gif"));
  EXPECT_FALSE(robots.allows("foobot", "/example/disallowed.gif"));
  for (const auto* agent : {"barbot", "bazbot"}) {
    EXPECT_FALSE(robots.allows(agent, "/example/page.html"));
    EXPECT_TRUE(robots.allows(agent, "/a.gif"));
  }
  EXPECT_TRUE(robots.allows("quxbot", "/example/page.html"));
}

// Section 5.2.
TEST(RobotsFile, TakesTheLongestMatch) {
  EXPECT_TRUE(allows("Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n", "/example/page/a.gif"));
  EXPECT_FALSE(
      allows("Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n", "/example/page/disallowed.gif"));
}

TEST(RobotsFile, AllowsIfTwoRulesAreEquallyLong) {
  EXPECT_TRUE(allows("Allow: /a\nDisallow: /a\n", "/a"));
  EXPECT_TRUE(allows("Disallow: /a\nAllow: /a\n", "/a"));
}

// Section 2.2.1.
TEST(RobotsFile, MergesTheGroupsOfOneAgent) {
  const RobotsFile robots(
      "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nUser-agent: *\nDisallow: /\n\n"
      "user-agent: examplebot/2.0\ndisallow: /baz\n");
  for (const auto* path : {"/foo", "/bar", "/baz"}) EXPECT_FALSE(robots.allows("ExampleBot", path)) << path;
  EXPECT_TRUE(robots.allows("ExampleBot", "/"));
  EXPECT_FALSE(robots.allows("OtherBot", "/"));
  EXPECT_EQ(robots.groups_of("EXAMPLEBOT"), 2U);
  EXPECT_EQ(robots.groups_of("OtherBot"), 0U);
}

// Section 2.2.2; the second column is the path that is asked for.
TEST(RobotsFile, ComparesEqualSpellingsOfAPath) {
  for (const auto& [pattern, path] : {std::pair{"/foo/bar?baz=quz", "/foo/bar?baz=quz"},
                                      {"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https%3a%2f%2ffoo.bar"},
                                      {"/foo/bar/\u30C4", "/foo/bar/%E3%83%84"},
                                      {"/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"},
                                      {"/foo/bar/%62%61%7A", "/foo/bar/baz"}}) {
    EXPECT_FALSE(allows(std::string("Disallow: ") + pattern, path)) << pattern;
  }
  EXPECT_TRUE(allows("Disallow: /foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"));
  EXPECT_TRUE(allows("Disallow: /%zz%4", "/zz"));
}

// Section 2.2.3.
TEST(RobotsFile, KnowsTheSpecialCharacters) {
  EXPECT_FALSE(allows("Disallow: / # all\n", "/a"));
  EXPECT_FALSE(allows("Disallow: /this/path/exactly$", "/this/path/exactly"));
  EXPECT_TRUE(allows("Disallow: /this/path/exactly$", "/this/path/exactly/not"));
  EXPECT_FALSE(allows("Disallow: /this/*/exactly", "/this/or/that/exactly/too"));
  EXPECT_TRUE(allows("Disallow: /this/*/exactly$", "/this/or/that/exactly/too"));
  EXPECT_FALSE(allows("Disallow: /*a*b$", "/xaxbxb"));
  EXPECT_TRUE(allows("Disallow: /*ab*ab$", "/xab"));
  EXPECT_FALSE(allows("Disallow: /path/file-with-a-%2A.html", "/path/file-with-a-*.html"));
  EXPECT_FALSE(allows("Disallow: /path/foo-%24", "/path/foo-$"));
  EXPECT_FALSE(allows("Disallow: /a$b", "/a$b"));
}

TEST(RobotsFile, ReadsLinesWithAnyEndAfterAByteOrderMark) {
  const RobotsFile robots(
      "\xEF\xBB\xBFUser-agent: *\rdisallow : /a\r\n\r\nSitemap: https://example.com/s\rDISALLOW:/b");
  EXPECT_FALSE(robots.allows("x", "/a"));
  EXPECT_FALSE(robots.allows("x", "/b"));
  EXPECT_TRUE(robots.allows("x", "/c"));
}

TEST(RobotsFile, SkipsWhatIsNoRule) {
  EXPECT_TRUE(RobotsFile("").allows("x", "/"));
  EXPECT_TRUE(RobotsFile("Disallow: /\n").allows("x", "/")) << "no group";
  EXPECT_TRUE(allows("Disallow:\n", "/"));
  EXPECT_TRUE(allows("Disallow: /\n", "/robots.txt"));
  const RobotsFile robots("User-agent: a\nContent-Signal: search=yes\nno rule\nUser-agent: b\nDisallow: /\n");
  EXPECT_FALSE(robots.allows("a", "/")) << "other records do not end a group";
}

TEST(RobotsFile, Reads500KiB) {
  std::string text = "User-agent: *\n" + std::string(RobotsFile::kMostBytes - 14 - 12, '#');
  EXPECT_FALSE(RobotsFile(text + "\nDisallow: /").allows("x", "/"));
  EXPECT_TRUE(RobotsFile(text + "#############\nDisallow: /").allows("x", "/"));
}

Verdict checked(std::string text) { return check_robots(answer_of(200, "text/plain; charset=utf-8", std::move(text))); }

const std::string kOwn =
    "User-agent: *\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nContent-Signal: ai-train=no\nDisallow:\n";

// The part that is put in front of the rules of a site, shortened.
constexpr const char* kManaged =
    "# BEGIN Cloudflare Managed content\n\nUser-agent: *\nContent-Signal: search=yes,ai-train=no,use=reference\n"
    "Allow: /\n\nUser-agent: ClaudeBot\nDisallow: /\n\nUser-agent: GPTBot\nDisallow: /\n\n"
    "# END Cloudflare Managed Content\n";

TEST(CheckRobots, PassesWhatLeavesAgentsAlone) {
  EXPECT_EQ(detail_of(checked(kOwn)), "passed");
  EXPECT_EQ(detail_of(checked("User-agent: *\nDisallow: /private/\n")), "passed");
  EXPECT_EQ(detail_of(checked("User-agent: Bytespider\nDisallow: /\n")), "passed");
}

TEST(CheckRobots, FailsIfSomethingInFrontRefusesAgents) {
  const std::string detail = "GPTBot, ClaudeBot may not fetch / /llms.txt /oauth/* /api/agent/*";
  for (const auto& text :
       {kManaged + kOwn, std::string(kManaged), "User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n\n" + kOwn}) {
    const auto verdict = checked(text);
    ASSERT_TRUE(verdict) << text;
    EXPECT_EQ(verdict->mark, Mark::failed);
    EXPECT_EQ(verdict->detail, detail);
    EXPECT_NE(verdict->remedy.find("AI Crawl Control: Search, Agent, Training"), std::string::npos);
  }
}

TEST(CheckRobots, FailsIfAgentsMayNotFetchWhatTheyNeed) {
  const auto verdict =
      checked("User-agent: Claude-User\nDisallow: /oauth/\nDisallow: /api/\n\nUser-agent: *\nDisallow: /llms.txt\n");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->mark, Mark::failed);
  EXPECT_EQ(verdict->detail,
            "GPTBot, OAI-SearchBot, ChatGPT-User, ClaudeBot, Claude-SearchBot, Google-Extended, PerplexityBot, "
            "Perplexity-User, Applebot, Applebot-Extended, Amazonbot, CCBot, DeepSeekBot, Meta-ExternalAgent, "
            "MistralAI-User, DuckAssistBot, ora-agent, all others may not fetch /llms.txt; "
            "Claude-User may not fetch /oauth/* /api/agent/*");
  EXPECT_EQ(verdict->remedy, "add to their group: Allow: /llms.txt, Allow: /oauth/ and Allow: /api/agent/");
}

TEST(CheckRobots, WarnsOfWhatMayBeTheChoiceOfTheOwner) {
  for (const auto* text : {"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n", "User-agent: *\nDisallow: /$\n"}) {
    const auto verdict = checked(text);
    ASSERT_TRUE(verdict) << text;
    EXPECT_EQ(verdict->mark, Mark::warned);
    EXPECT_EQ(verdict->remedy, "remove the rule unless it is intended");
  }
}

TEST(CheckRobots, WarnsIfThereIsNone) {
  for (const auto& response :
       {answer_of(404, "application/json", "{}"), answer_of(200, "text/html", "<p>User-agent: GPTBot"),
        answer_of(200, "text/plain", "Sitemap: /s\n")}) {
    const auto verdict = check_robots(response);
    ASSERT_TRUE(verdict) << response.body;
    EXPECT_EQ(verdict->mark, Mark::warned);
    EXPECT_FALSE(verdict->remedy.empty());
  }
}

// RFC 9309 section 2.3.1.4.
TEST(CheckRobots, FailsIfTheServerFails) {
  const auto verdict = check_robots(answer_of(503, "text/plain", ""));
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->mark, Mark::failed);
  EXPECT_EQ(verdict->detail, "got 503: crawlers must then treat every path as forbidden");
}

}  // namespace
}  // namespace agent_access::tools
