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
Visits example(TimeRange range = {}) {
  VisitCounts counts(agents::AgentTable::built_in(), range);
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
  return counts.visits();
}

/// A line about a gated document or gate.
std::string gated_line(std::string_view method, std::string_view route, std::string_view resource, int status) {
  std::string text = line("2026-01-01", method, "/x", route, status, "curl/8.5.0");
  const std::string status_member = R"("status":)";
  return text.insert(text.find(status_member), R"("resource":")" + std::string(resource) + "\",");
}

Visits gated_example() {
  VisitCounts counts(agents::AgentTable::built_in(), {});
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
  EXPECT_EQ(render_visits(example(), Bars::none),
            "Visits from 2026-01-01T03:04:05Z until 2026-01-02T03:04:05Z\n"
            "9 requests: 3 reads of documents, 1 registration, 1 token, 1 read of the profile, 2 refused\n"
            "\n"
            "Days (UTC)\n"
            "DAY         REQUESTS  READS  REGISTERED  TOKENS  PROFILE  REFUSED\n"
            "2026-01-01         3      2           0       0        0        0\n"
            "2026-01-02         6      1           1       1        1        2\n"
            "\n"
            "Agents, by User-Agent (not verified)\n"
            "AGENT          OPERATOR  KIND      REQUESTS  READS  REGISTERED  TOKENS  PROFILE  REFUSED\n"
            "unknown                  unknown          4      0           1       1        1        1\n"
            "GPTBot         OpenAI    training         3      2           0       0        0        0\n"
            "curl                     program          1      1           0       0        0        0\n"
            "no User-Agent            unknown          1      0           0       0        0        1\n"
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
            "5 more refusals have no line, because of log.refusals\n"
            "1 line could not be read: damaged, or cut\n"
            "1 line from other programs was skipped\n");
}

TEST(RenderVisits, HasBarsAndTheNumberOfFurtherRowsOnATerminal) {
  const std::string text = render_visits(example(), Bars::blocks, 1);
  EXPECT_NE(text.find("2026-01-01         3      2           0       0        0        0  ██████████\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("2026-01-02         6      1           1       1        1        2  ████████████████████\n"),
            std::string::npos);
  EXPECT_NE(text.find("    2  /llms.txt  ████████████████████\nand 1 more\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nand 3 more\n"), std::string::npos);
}

TEST(RenderVisits, SaysWhatToDoWithoutARequest) {
  VisitCounts none(agents::AgentTable::built_in(), {});
  EXPECT_EQ(render_visits(none.visits(), Bars::none),
            "Visits\n0 requests: 0 reads of documents, 0 registrations, 0 tokens, 0 reads of the profile, 0 refused\n\n"
            "no request is in this time; log.level = \"info\" (the default) logs them\n");
  none.add_line("2026-01-02T03:04:05.678Z INFO  access path=/");
  EXPECT_TRUE(render_visits(none.visits(), Bars::none)
                  .ends_with("\n1 line from other programs was skipped\n"
                             "no line is of this service's log as JSON; the report needs log.format = \"json\" (the "
                             "default)\n"));
  none.add_line(R"({"time":"2026-01-02T03:04:05.678Z","event":"acc)");
  EXPECT_TRUE(render_visits(none.visits(), Bars::none)
                  .ends_with("\n1 line could not be read: damaged, or cut\n1 line from other programs was skipped\n"
                             "no line of this service's log could be read\n"));
}

}  // namespace
}  // namespace agent_access::tools
