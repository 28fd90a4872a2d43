#include "tools/visits/visit_counts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/text/value_text.hpp"
#include "tools/visits/visits_text.hpp"

namespace agent_access::tools {
namespace {

std::string line(std::string_view day, std::string_view method, std::string_view path, std::string_view route,
                 int status, std::string_view agent, std::string_view reason = "", std::string_view name = "") {
  std::string text =
      R"({"time":")" + std::string(day) + R"(T03:04:05.678Z","level":"info","event":"access","method":")";
  text.append(method)
      .append(R"(","path":")")
      .append(path)
      .append(R"(","route":")")
      .append(route)
      .append(R"(","status":)");
  text += std::to_string(status) + R"(,"reason":")" + std::string(reason) + R"(","user_agent":")" + std::string(agent) +
          "\"";
  if (!name.empty()) text += R"(,"client_name":")" + std::string(name) + "\"";
  return text + "}";
}

/// Two days of a small site.
Visits example() {
  VisitCounts counts(agents::AgentTable::built_in());
  counts.add_line(line("2026-01-01", "GET", "/llms.txt", "discovery", 200, "GPTBot/1.2"));
  counts.add_line(line("2026-01-01", "GET", "/llms.txt", "discovery", 304, "GPTBot/1.2"));
  counts.add_line(line("2026-01-01", "OPTIONS", "/llms.txt", "discovery", 204, "GPTBot/1.2"));
  counts.add_line(line("2026-01-02", "HEAD", "/", "home", 200, "curl/8.5.0"));
  counts.add_line(line("2026-01-02", "POST", "/oauth/register", "register", 201, "ExampleAgent/1.0", "", "My agent"));
  counts.add_line(line("2026-01-02", "POST", "/oauth/token", "token", 200, "ExampleAgent/1.0"));
  counts.add_line(line("2026-01-02", "GET", "/api/agent/full-profile", "profile", 200, "ExampleAgent/1.0"));
  counts.add_line(line("2026-01-02", "GET", "/api/agent/full-profile", "profile", 401, "ExampleAgent/1.0", "expired"));
  counts.add_line(line("2026-01-02", "GET", "/wp-login.php", "unknown", 404, "", "unknown_path"));
  counts.add_line(R"({"time":"2026-01-02T04:00:00.000Z","level":"warn","event":"access_left_out","lines":5})");
  counts.add_line("Started agent-access.service.");
  counts.add_line(R"({"time":"2026-01-02T04:00:00.000Z","level")");
  counts.end_log();
  return counts.visits();
}

/// A line about a gated document or gate.
std::string gated_line(std::string_view method, std::string_view route, std::string_view resource, int status) {
  std::string text = line("2026-01-01", method, "/x", route, status, "curl/8.5.0");
  const std::string status_member = R"("status":)";
  return text.insert(text.find(status_member), R"("resource":")" + std::string(resource) + "\",");
}

Visits gated_example() {
  VisitCounts counts(agents::AgentTable::built_in());
  for (const int status : {200, 304, 401, 404, 429}) {
    counts.add_line(gated_line("GET", "document", "/api/agent/paper.pdf", status));
  }
  counts.add_line(gated_line("POST", "gate", "/data/", 200));
  counts.add_line(gated_line("OPTIONS", "gate", "/data/", 200));
  counts.add_line(gated_line("POST", "mcp", "/api/agent/moon.txt", 200));
  std::string failed = gated_line("POST", "mcp", "/api/agent/moon.txt", 200);
  counts.add_line(failed.insert(failed.find(R"(","user_agent")"), "large_resource"));
  counts.add_line(line("2026-01-01", "GET", "/", "home", 200, "curl/8.5.0"));
  return counts.visits();
}

TEST(RenderVisits, ShowGatedDocumentsAndGatesIfThereAreAny) {
  const std::string text = render_visits(gated_example(), Bars::none);
  EXPECT_NE(text.find("\nGated documents and gates\n"
                      "READS  REFUSED  DOCUMENT OR GATE\n"
                      "    1        1  /api/agent/moon.txt\n"
                      "    2        3  /api/agent/paper.pdf\n"
                      "    1        0  /data/\n"),
            std::string::npos)
      << text;
  EXPECT_NE(render_visits(gated_example(), Bars::none, 1).find("/api/agent/moon.txt\nand 2 more\n"), std::string::npos);
  EXPECT_EQ(render_visits(example(), Bars::none).find("Gated"), std::string::npos);
  EXPECT_NE(render_visits_json(gated_example())
                .find(R"("resources":[{"path":"/api/agent/moon.txt","reads":1,"refused":1},)"
                      R"({"path":"/api/agent/paper.pdf","reads":2,"refused":3},)"
                      R"({"path":"/data/","reads":1,"refused":0}],)"),
            std::string::npos);
  EXPECT_NE(render_visits_json(example()).find(R"("resources":[],)"), std::string::npos);
}

TEST(NameCounts, AreBounded) {
  NameCounts counts;
  for (int number = 0; number < 10'005; ++number) counts.add("name " + std::to_string(number));
  counts.add("name 0");
  EXPECT_EQ(counts.size(), 10'000U);
  EXPECT_EQ(counts.top(1), (std::vector<NameCounts::Row>{{"name 0", 2}}));
}

TEST(BarText, IsAShareInEighths) {
  EXPECT_EQ(bar_text(0, 4), "");
  EXPECT_EQ(bar_text(1, 4), "████");
  EXPECT_EQ(bar_text(0.5, 4), "██");
  EXPECT_EQ(bar_text(0.03125, 4), "▏");
  EXPECT_EQ(bar_text(0.28125, 4), "█▏");
  EXPECT_EQ(bar_text(0.0001, 4), "▏");
  EXPECT_EQ(bar_text(2, 4), "████");
}

TEST(RenderVisits, IsATableForPeople) {
  EXPECT_EQ(
      render_visits(example(), Bars::none),
      "Visits from 2026-01-01T03:04:05Z until 2026-01-02T03:04:05Z\n"
      "9 requests: 3 pages or documents read, 1 registration, 1 token, 1 read of the profile, 1 not found, 1 refused\n"
      "3 of them (33.3 %) by agents that answer, search or train\n"
      "\n"
      "Days (UTC)\n"
      "DAY         REQUESTS  PAGES  REGISTERED  TOKENS  PROFILE  NOT FOUND  REFUSED\n"
      "2026-01-01         3      2           0       0        0          0        0\n"
      "2026-01-02         6      1           1       1        1          1        1\n"
      "\n"
      "Who trains\n"
      "AGENT            REQUESTS  PAGES  REGISTERED  TOKENS  PROFILE  NOT FOUND  REFUSED\n"
      "GPTBot (OpenAI)         3      2           0       0        0          0        0\n"
      "\n"
      "Others\n"
      "AGENT                    REQUESTS  PAGES  REGISTERED  TOKENS  PROFILE  NOT FOUND  REFUSED\n"
      "unknown (unknown)               4      0           1       1        1          0        1\n"
      "curl (program)                  1      1           0       0        0          0        0\n"
      "no User-Agent (unknown)         1      0           0       0        0          1        0\n"
      "\n"
      "Documents\n"
      "READS  DOCUMENT\n"
      "    2  /llms.txt\n"
      "    1  /\n"
      "\n"
      "Refusals\n"
      "REFUSED  REASON\n"
      "      1  expired\n"
      "      1  unknown_path\n"
      "\n"
      "Unknown paths\n"
      "REQUESTS  PATH\n"
      "       1  /wp-login.php\n"
      "\n"
      "Unknown agents\n"
      "REQUESTS  USER-AGENT\n"
      "       4  ExampleAgent/1.0\n"
      "\n"
      "Names of registered clients\n"
      "REGISTERED  NAME\n"
      "         1  My agent\n"
      "\n"
      "5 refusals without a line, because of log.refusals\n"
      "lines that are no visits: 1 other events of this service; 1 of other programs; 1 damaged, or cut\n"
      "agents are what clients call themselves; --addresses compares with the lists of their operators\n");
}

TEST(RenderVisits, HasBarsAndTheNumberOfFurtherRowsOnATerminal) {
  const std::string text = render_visits(example(), Bars::blocks, 1);
  EXPECT_NE(text.find("2026-01-01         3      2           0       0        0          0        0  ██████████\n"),
            std::string::npos)
      << text;
  EXPECT_NE(
      text.find("2026-01-02         6      1           1       1        1          1        1  ████████████████████\n"),
      std::string::npos);
  EXPECT_NE(text.find("    2  /llms.txt  ████████████████████\nand 1 more\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nand 2 more\n"), std::string::npos);
}

TEST(RenderVisits, SaysWhatToDoWithoutARequest) {
  VisitCounts none(agents::AgentTable::built_in());
  EXPECT_EQ(render_visits(none.visits(), Bars::none),
            "Visits\n0 requests\n\nno request is in this time; log.level = \"info\" (the default) logs them\n");
  none.add_line("2026-01-02T03:04:05.678Z INFO  access path=/");
  EXPECT_TRUE(render_visits(none.visits(), Bars::none)
                  .ends_with("\nlines that are no visits: 1 of other programs\n"
                             "no line is about a request; that of this service needs log.format = \"json\" (the "
                             "default)\n"));
}

std::string web_line(std::string_view peer, std::string_view path, int status, std::string_view agent,
                     std::string_view forwarded = "-") {
  std::string text(peer);
  text.append(R"( - - [02/Jan/2026:03:04:05 +0000] "GET )").append(path).append(" HTTP/1.1\" ");
  text += std::to_string(status) + R"( 5 "-" ")";
  return text.append(agent).append("\" \"").append(forwarded).append("\"");
}

AddressLists lists() { return {{"GPTBot", *parse_address_list("192.0.2.0/28")}}; }

/// Of GPTBot, whose list is known: in it, not in it, not to be told.
std::string states(const VisitCounts& counts) {
  const auto states = states_of(families_of(counts.visits()).front().verdicts);
  return std::to_string(states.in_list) + " " + std::to_string(states.not_in_list) + " " +
         std::to_string(states.unknown);
}

TEST(VisitCounts, CountsPagesAndErrorsOfOtherServers) {
  VisitCounts counts(agents::AgentTable::built_in());
  for (const std::string_view path : {"/", "/a.html?b", "/robots.txt", "/style.CSS", "/a.js?v=1.2", "/v1.2/x"}) {
    counts.add_line(web_line("192.0.2.3", path, 200, "GPTBot/1.4"));
  }
  for (const int status : {404, 410, 403, 451, 499, 500, 503, 301}) {
    counts.add_line(web_line("192.0.2.3", "/gone", status, "GPTBot/1.4"));
  }
  const Numbers& total = counts.visits().total;
  EXPECT_EQ(total.requests, 14U);
  EXPECT_EQ(total.documents, 4U);
  EXPECT_EQ(total.not_found, 2U);
  EXPECT_EQ(total.refused, 2U);
  EXPECT_EQ(total.failed, 2U);
  EXPECT_EQ(total.robots, 1U);
  EXPECT_EQ(counts.visits().missed.top(1), (std::vector<NameCounts::Row>{{"/gone", 2}}));
}

TEST(VisitCounts, BelievesForwardedAddressesBehindTrustedProxiesOnly) {
  const auto states_behind = [](std::vector<base::Network> proxies) {
    VisitCounts counts(agents::AgentTable::built_in(), {.lists = lists(), .proxies = {std::move(proxies)}});
    counts.add_line(web_line("10.0.0.5", "/", 200, "GPTBot/1.4", "203.0.113.7, 192.0.2.3, 10.0.0.9"));
    counts.add_line(web_line("unix:", "/", 200, "GPTBot/1.4", "192.0.2.3, 203.0.113.7"));
    counts.add_line(web_line("203.0.113.7", "/", 200, "GPTBot/1.4", "192.0.2.3"));
    counts.add_line(web_line("10.0.0.5", "/", 200, "GPTBot/1.4", "unknown"));
    counts.add_line(web_line("198.51.100.9", "/", 200, "GPTBot/1.4"));
    return states(counts);
  };
  EXPECT_EQ(states_behind({}), "0 2 3");
  // A proxy that names no client is none.
  EXPECT_EQ(states_behind({*base::Network::parse("10.0.0.0/8"), *base::Network::parse("::/128"),
                           *base::Network::parse("198.51.100.9/32")}),
            "1 2 2");
}

TEST(VisitCounts, TellsNothingFromMaskedAddresses) {
  VisitCounts counts(agents::AgentTable::built_in(), {.lists = lists()});
  for (const std::string_view peer : {"192.0.2.0", "198.51.100.0", "203.0.113.0"}) {
    counts.add_line(web_line(peer, "/", 200, "GPTBot/1.4"));
  }
  EXPECT_EQ(states(counts), "0 0 3");
  for (int request = 0; request < 4; ++request) counts.add_line(web_line("192.0.2.3", "/", 200, "GPTBot/1.4"));
  EXPECT_EQ(states(counts), "5 2 0");
}

TEST(VisitCounts, TellsNothingFromTheAddressThatNearlyAllRequestsHave) {
  VisitCounts counts(agents::AgentTable::built_in(), {.lists = lists()});
  counts.add_line(web_line("192.0.2.3", "/", 200, "GPTBot/1.4"));
  for (int request = 0; request < 18; ++request) counts.add_line(web_line("203.0.113.7", "/", 200, "GPTBot/1.4"));
  EXPECT_EQ(states(counts), "1 18 0");
  counts.add_line(web_line("203.0.113.7", "/", 200, "GPTBot/1.4"));
  EXPECT_EQ(states(counts), "1 0 19");
}

TEST(RenderVisits, SaysWhoseAddressesRequestsHave) {
  AddressLists old = lists();
  old["GPTBot"].date = "2024-01-03";
  VisitCounts counts(agents::AgentTable::built_in(), {.lists = old});
  counts.add_line(web_line("192.0.2.3", "/", 200, "GPTBot/1.4"));
  counts.add_line(web_line("203.0.113.7", "/", 200, "GPTBot/1.4"));
  counts.add_line(web_line("2001:db8::1", "/", 200, "GPTBot/1.4"));
  const std::string text = render_visits(counts.visits(), Bars::none);
  EXPECT_NE(text.find("\nWas it them, by their addresses\n"
                      "AGENT   IN THEIR LIST  NOT IN IT  CANNOT BE TOLD  LIST OF\n"
                      "GPTBot              1          1               1  2024-01-03\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nrequests of agents whose addresses tell nothing: 1 the list has no address of that family"),
            std::string::npos);
  EXPECT_NE(text.find("\nlists of another time than the log: GPTBot (2024-01-03)\n"), std::string::npos) << text;
}

TEST(RenderVisits, NamesTheSettingThatLogsTheUserAgentInsteadOfATableOfOne) {
  VisitCounts counts(agents::AgentTable::built_in());
  counts.add_line(R"(192.0.2.3 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 5)");
  const std::string text = render_visits(counts.visits(), Bars::none);
  EXPECT_EQ(text.find("AGENT"), std::string::npos);
  EXPECT_NE(text.find("\nno request in the form common has a User-Agent, so agents are not known; what logs it: "
                      "access_log FILE combined (nginx) or CustomLog FILE combined (Apache)\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace agent_access::tools
