// When `try` calls as agents, with which names, and what counts as another answer.
#include "tools/probe/as_agents.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "site/agents/agent_table.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

bool wants(const std::string& url, const std::string& as = {}) {
  TryOptions options;
  options.as = as;
  return wants_callers(options, tools::parse_url(url).value());
}

TEST(WantsCallers, IsTrueForPublicHttpsUnlessTheOptionDecides) {
  for (const auto* url : {"https://example.com", "https://agents.example.com:8443/x", "https://203.0.113.7",
                          "https://[2001:db8::7]", "https://100.128.0.1"}) {
    EXPECT_TRUE(wants(url)) << url;
  }
  for (const auto* url :
       {"http://example.com", "https://localhost", "https://agents.localhost", "https://printer.local", "https://box",
        "https://site.internal", "https://site.home.arpa", "https://site.test", "https://127.0.0.1", "https://10.1.2.3",
        "https://172.31.0.1", "https://192.168.1.1", "https://169.254.0.1", "https://100.64.0.1", "https://[::1]",
        "https://[fd00::1]", "https://[fe80::1]"}) {
    EXPECT_FALSE(wants(url)) << url;
  }
  EXPECT_TRUE(wants("http://127.0.0.1:8080", "agents"));
  EXPECT_FALSE(wants("https://example.com", "plain"));
}

TEST(Callers, AreWhoTheTableOfAgentsSays) {
  const std::map<std::string, std::string> libraries = {{"python-httpx", "Python"},
                                                        {"python-requests", "Python"},
                                                        {"Python-urllib", "Python"},
                                                        {"node", "Node.js"},
                                                        {"Go-http-client", "Go"}};
  std::set<std::string> names;
  for (const auto& caller : callers()) {
    const std::string name(caller.name);
    EXPECT_TRUE(names.insert(name).second) << name;
    const auto library = libraries.find(name);
    EXPECT_EQ(agents::AgentTable::built_in().family_of(caller.user_agent).name,
              library == libraries.end() ? name : library->second);
  }
  EXPECT_EQ(names.size(), 12U);
}

TEST(Difference, IsNoneForTheSameKindOfAnswer) {
  const auto plain = answer_of(201, "application/json", R"({"client_id":"a","client_secret":"b"})");
  EXPECT_EQ(
      difference(plain, answer_of(200, "application/json; charset=utf-8", R"({"client_secret":"d","client_id":"c"})")),
      "");
  EXPECT_EQ(difference(answer_of(200, "text/plain", "# A"), answer_of(200, "text/plain; charset=utf-8", "# A")), "");
}

TEST(Difference, IsTheStatusThenTheTypeThenTheBody) {
  const auto plain = answer_of(201, "application/json", R"({"client_id":"a"})");
  EXPECT_EQ(difference(plain, answer_of(403, "text/html", "<html>")), "403 instead of 201");
  EXPECT_EQ(difference(plain, answer_of(200, "text/html", "<html>")), "text/html instead of application/json");
  EXPECT_EQ(difference(plain, answer_of(200, "", "")), "no Content-Type instead of application/json");
  EXPECT_EQ(difference(plain, answer_of(200, "application/json", R"({"error":"no"})")), "another body");
  EXPECT_EQ(difference(plain, answer_of(200, "application/json", "{")), "another body");
  EXPECT_EQ(difference(answer_of(200, "text/plain", "# A"), answer_of(200, "text/plain", "# B")), "another body");
}

TEST(Difference, HasNoForeignControlCharacters) {
  EXPECT_EQ(difference(answer_of(200, "text/plain", ""), answer_of(200, "a\x1b/b", "")),
            "a\\u001b/b instead of text/plain");
}

}  // namespace
}  // namespace agent_access::tools
