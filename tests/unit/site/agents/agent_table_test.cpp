#include "site/agents/agent_table.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace agent_access::agents {
namespace {

std::string family(std::string_view user_agent) { return AgentTable::built_in().family_of(user_agent).name; }

std::string fault_of(std::string_view json) {
  const auto table = AgentTable::parse(json);
  return table ? "none" : table.error();
}

TEST(AgentTable, KnowsTheUsualAgents) {
  EXPECT_EQ(
      family("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)"),
      "GPTBot");
  EXPECT_EQ(
      family("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)"),
      "ClaudeBot");
  EXPECT_EQ(
      family(
          "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)"),
      "ChatGPT-User");
  EXPECT_EQ(family("Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)"),
            "PerplexityBot");
  EXPECT_EQ(
      family("Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
             "Chrome/141.0.7390.122 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
      "Googlebot");
  EXPECT_EQ(family("curl/8.5.0"), "curl");
  EXPECT_EQ(family("python-requests/2.32.3"), "Python");
  EXPECT_EQ(family("Python/3.12 aiohttp/3.9.1"), "Python");
  EXPECT_EQ(family("node"), "Node.js");
  EXPECT_EQ(family("SomethingNewBot/1.0"), "other crawlers");
  EXPECT_EQ(family("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), "Firefox");
  EXPECT_EQ(family("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 "
                   "Safari/537.36 Edg/141.0.0.0"),
            "Edge");
  EXPECT_EQ(
      family("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 "
             "Safari/605.1.15"),
      "Safari");
}

TEST(AgentTable, HasANameForEverybodyElse) {
  EXPECT_EQ(family("ExampleAgent/1.0"), "unknown");
  EXPECT_EQ(family(""), "no User-Agent");
}

TEST(AgentTable, TellsAgentsApartWhoseNamesAreWordsOfOthers) {
  EXPECT_EQ(family("Google-NotebookLM"), "Google-NotebookLM");
  EXPECT_EQ(family("claude-code/2.0"), "Claude Code");
  EXPECT_EQ(family("opencode/1.0"), "opencode");
  EXPECT_EQ(family("Mozilla/5.0 (X11; Linux x86_64) Code/1.106.0 Chrome/142.0.0.0 Electron/39.2.0"), "Code");
  EXPECT_EQ(family("Code/1.106.0"), "Code");
  EXPECT_EQ(family("Spider/2.0"), "Spider");
  EXPECT_EQ(family("Sogou web spider/4.0"), "other crawlers");
  EXPECT_EQ(family("SemrushBot-SWA/0.1"), "SemrushBot-SWA");
  EXPECT_EQ(family("Mozilla/5.0 (compatible; YaK/1.0; bot@linkfluence.com)"), "YaK");
  EXPECT_EQ(family("kayak/1.0"), "unknown");
}

TEST(AgentTable, HasNoRowThatAnEarlierOneOfAnotherOperatorHides) {
  for (const auto& row : AgentTable::built_in().rows()) {
    if (row.operator_name.empty()) continue;
    const auto user_agent = row.contains.substr(row.contains.starts_with('^') ? 1 : 0);
    EXPECT_EQ(AgentTable::built_in().family_of(user_agent).operator_name, row.operator_name) << row.contains;
  }
}

TEST(AgentTable, ThatIsCompiledInUsesTheKindsThatTheGuideExplains) {
  const std::set<std::string> kinds = {"training", "search", "assistant", "preview", "crawler", "program", "browser"};
  EXPECT_EQ(AgentTable::built_in().rows().size(), 202U);
  for (const auto& row : AgentTable::built_in().rows()) EXPECT_TRUE(kinds.contains(row.kind)) << row.name;
}

TEST(AgentTable, OfAFileIsSearchedInItsOrderWhateverTheCase) {
  const auto table =
      AgentTable::parse(R"({"agents":[{"name":"First","operator":"","kind":"program","contains":"Example"},)"
                        R"({"name":"Second","operator":"Somebody","kind":"search","contains":"exampleagent"}]})");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->family_of("EXAMPLEAGENT/1").name, "First");
  EXPECT_EQ(table->family_of("curl/8.5.0").name, "unknown");
}

TEST(AgentTable, NamesTheRowThatIsWrong) {
  const std::string kForm = R"(must be {"agents": [{"name": "…", "operator": "…", "kind": "…", "contains": "…"}, …]})";
  const std::string kSecond = "agent 2 needs the texts name, operator, kind and contains; only operator may be empty";
  const std::string good = R"({"name":"A","operator":"","kind":"program","contains":"a"})";
  EXPECT_EQ(fault_of("[]"), kForm);
  EXPECT_EQ(fault_of(R"({"agents":{}})"), kForm);
  EXPECT_EQ(fault_of(R"({"agents":[)" + good + R"(,7]})"), kSecond);
  EXPECT_EQ(fault_of(R"({"agents":[)" + good + R"(,{"name":"A","operator":"","kind":"program"}]})"), kSecond);
  EXPECT_EQ(fault_of(R"({"agents":[)" + good + R"(,{"name":"A","operator":"","kind":"program","contains":""}]})"),
            kSecond);
  EXPECT_EQ(fault_of(R"({"agents":[)" + good + R"(,{"name":"A","operator":7,"kind":"program","contains":"a"}]})"),
            kSecond);
  std::string many = good;
  for (int count = 0; count < 2000; ++count) many += "," + good;
  EXPECT_EQ(fault_of(R"({"agents":[)" + many + "]}"), "has more than 2000 agents");
}

}  // namespace
}  // namespace agent_access::agents
