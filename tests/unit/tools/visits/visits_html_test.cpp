#include "tools/visits/visits_html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace agent_access::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A text that would be markup, if anything forgot to escape it.
constexpr std::string_view kHostile = "</bdi><script>alert('1')</script>&";
constexpr std::string_view kEscaped = "&lt;/bdi&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;";

std::string visit_line(std::string_view day, std::string_view path, std::string_view route, int status,
                       std::string_view more) {
  return R"({"time":")" + std::string(day) + R"(T03:04:05.678Z","level":"info","event":"access","method":")" +
         (route == "register" || route == "token" ? "POST" : "GET") + R"(","path":")" + std::string(path) +
         R"(","route":")" + std::string(route) + R"(","status":)" + std::to_string(status) + std::string(more) + "}";
}

/// Two days of a small site.
Visits small_site() {
  VisitCounts counts(agents::AgentTable::built_in(), {});
  const std::string_view bot = R"(,"user_agent":"GPTBot/1.2")";
  counts.add_line(visit_line("2026-01-09", "/llms.txt", "discovery", 200, bot));
  counts.add_line(visit_line("2026-01-09", "/llms.txt", "discovery", 304, bot));
  counts.add_line(visit_line("2026-01-10", "/", "home", 200, bot));
  counts.add_line(visit_line("2026-01-10", "/wp-login.php", "unknown", 404, R"(,"reason":"unknown_path")"));
  const std::string_view agent = R"(,"user_agent":"ExampleAgent/1.0","client_name":"My agent")";
  counts.add_line(visit_line("2026-01-10", "/oauth/register", "register", 201, agent));
  counts.add_line(visit_line("2026-01-10", "/oauth/token", "token", 200, agent));
  counts.add_line(visit_line("2026-01-10", "/api/agent/full-profile", "profile", 200, agent));
  counts.add_line(visit_line("2026-01-10", "/data/x", "gate", 200, R"(,"resource":"/data/")"));
  counts.add_line(visit_line("2026-01-10", "/data/x", "gate", 401, R"(,"resource":"/data/","reason":"missing_token")"));
  counts.add_line("Started agent-access.service.");
  return counts.visits();
}

TEST(RenderVisitsHtml, BeginsWithTheTimeAndTheTotals) {
  const std::string page = render_visits_html(small_site());
  EXPECT_THAT(page, testing::StartsWith("<!doctype html>\n<html lang=\"en\">\n"));
  EXPECT_THAT(page, HasSubstr("<h1>Visits</h1>\n"
                              "<p class=\"muted\">from 2026-01-09T03:04:05Z until 2026-01-10T03:04:05Z</p>\n"));
  EXPECT_THAT(page, HasSubstr("<dl class=\"totals\">\n"
                              "<div><dt>Requests</dt><dd>9</dd></div>\n"
                              "<div><dt>Reads of documents</dt><dd>3</dd></div>\n"
                              "<div><dt>Registrations</dt><dd>1</dd></div>\n"
                              "<div><dt>Tokens</dt><dd>1</dd></div>\n"
                              "<div><dt>Reads of the profile</dt><dd>1</dd></div>\n"
                              "<div><dt>Refused</dt><dd>2</dd></div>\n"
                              "</dl>\n"));
}

TEST(RenderVisitsHtml, DrawsRequestsByDayWithReadsAboveTheRefusedOnes) {
  const std::string page = render_visits_html(small_site());
  EXPECT_THAT(page, HasSubstr("<h2>Requests by day</h2>\n<figure>\n"));
  EXPECT_THAT(page,
              HasSubstr("<svg class=\"columns\" viewBox=\"0 0 70.0 100\" preserveAspectRatio=\"none\" role=\"img\" "
                        "aria-label=\"Requests by day, from 2026-01-04 to 2026-01-10. The table below has the "
                        "numbers.\">\n"
                        "<g><title>2026-01-09: Requests 2, Reads 2, Refused 0</title>\n"
                        "<rect class=\"middle\" x=\"51.0\" y=\"71.4\" width=\"8.0\" height=\"28.6\"/>\n"
                        "<rect class=\"strong\" x=\"51.0\" y=\"71.4\" width=\"8.0\" height=\"28.6\"/>\n"
                        "</g>\n"
                        "<g><title>2026-01-10: Requests 7, Reads 1, Refused 2</title>\n"
                        "<rect class=\"middle\" x=\"61.0\" y=\"0.0\" width=\"8.0\" height=\"100.0\"/>\n"
                        "<rect class=\"strong\" x=\"61.0\" y=\"57.1\" width=\"8.0\" height=\"42.9\"/>\n"
                        "<rect class=\"bad\" x=\"61.0\" y=\"71.4\" width=\"8.0\" height=\"28.6\"/>\n"
                        "</g>\n"
                        "</svg>\n"
                        "<div class=\"scale\"><span>2026-01-04</span> <span>2026-01-10</span></div>\n"));
  EXPECT_THAT(page, HasSubstr("<thead><tr><th scope=\"col\">Day (UTC)</th><th scope=\"col\" class=\"number\">Requests"
                              "</th><th scope=\"col\" class=\"number\">Reads</th><th scope=\"col\" class=\"number\">"
                              "Refused</th></tr></thead>\n"
                              "<tbody>\n"
                              "<tr><th scope=\"row\">2026-01-09</th><td class=\"number\">2</td>"
                              "<td class=\"number\">2</td><td class=\"number\">0</td></tr>\n"
                              "<tr><th scope=\"row\">2026-01-10</th><td class=\"number\">7</td>"
                              "<td class=\"number\">1</td><td class=\"number\">2</td></tr>\n"
                              "</tbody>\n"));
}

TEST(RenderVisitsHtml, DrawsRegistrationsTokensAndReadsOfTheProfileSideBySide) {
  EXPECT_THAT(render_visits_html(small_site()),
              HasSubstr("<g><title>2026-01-10: Registered 1, Tokens 1, Profile 1</title>\n"
                        "<rect class=\"middle\" x=\"61.0\" y=\"0.0\" width=\"2.7\" height=\"100.0\"/>\n"
                        "<rect class=\"strong\" x=\"63.7\" y=\"0.0\" width=\"2.7\" height=\"100.0\"/>\n"
                        "<rect class=\"warm\" x=\"66.3\" y=\"0.0\" width=\"2.7\" height=\"100.0\"/>\n"
                        "</g>\n"));
}

std::string row(std::string_view name, std::string_view detail, std::string_view percent, int count) {
  std::string text = "<tr><th scope=\"row\"><bdi>" + std::string(name) + "</bdi>";
  if (!detail.empty()) text += " <span class=\"detail\">" + std::string(detail) + "</span>";
  return text +
         "\n<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
         "<rect class=\"track\" width=\"100\" height=\"8\"/><rect class=\"fill\" width=\"" +
         std::string(percent) + "\" height=\"8\"/></svg>\n</th><td class=\"number\">" + std::to_string(count) +
         "</td></tr>\n";
}

TEST(RenderVisitsHtml, HasTablesOfAgentsDocumentsAndRefusals) {
  const std::string page = render_visits_html(small_site());
  EXPECT_THAT(page, HasSubstr("<h2>Agents</h2>\n<p class=\"muted\">by User-Agent (not verified)</p>\n"));
  EXPECT_THAT(page, HasSubstr(row("GPTBot", "OpenAI, training; 3 read", "100.0", 3) +
                              row("no User-Agent", "unknown; 2 refused", "100.0", 3) +
                              row("unknown", "unknown; 1 registered, 1 token, 1 of the profile", "100.0", 3)));
  EXPECT_THAT(page, HasSubstr("<h2>Documents</h2>\n"));
  EXPECT_THAT(page, HasSubstr(row("/llms.txt", "", "100.0", 2) + row("/", "", "50.0", 1)));
  EXPECT_THAT(page, HasSubstr("<h2>Gated documents and gates</h2>\n"));
  EXPECT_THAT(page, HasSubstr(row("/data/", "1 refused", "100.0", 1)));
  EXPECT_THAT(page, HasSubstr("<span class=\"detail\">missing_token</span>"));
  EXPECT_THAT(page, HasSubstr(row("/wp-login.php", "", "100.0", 1)));
  EXPECT_THAT(page, HasSubstr(row("ExampleAgent/1.0", "", "100.0", 3)));
  EXPECT_THAT(page, HasSubstr(row("My agent", "", "100.0", 1)));
  EXPECT_THAT(page, HasSubstr("<h2>Remarks</h2>\n<ul>\n<li>1 line from other programs was skipped</li>\n</ul>\n"));
  EXPECT_THAT(page, Not(HasSubstr(" more</p>")));
  EXPECT_THAT(render_visits_html(small_site(), 1),
              HasSubstr(row("/llms.txt", "", "100.0", 2) + "</tbody>\n</table>\n<p class=\"muted\">and 1 more</p>\n"));
}

TEST(RenderVisitsHtml, EscapesEveryTextOfTheLog) {
  const std::string hostile(kHostile);
  VisitCounts counts(agents::AgentTable::built_in(), {});
  counts.add_line(visit_line("2026-01-09", hostile, "home", 200, R"(,"user_agent":")" + hostile + "\""));
  counts.add_line(visit_line("2026-01-09", hostile, "unknown", 404,
                             R"(,"resource":")" + hostile + R"(","reason":")" + hostile + "\""));
  counts.add_line(visit_line("2026-01-09", "/", "register", 201, R"(,"client_name":")" + hostile + "\""));
  const std::string page = render_visits_html(counts.visits());
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr(kHostile)));
  std::size_t count = 0;
  for (auto at = page.find(kEscaped); at != std::string::npos; at = page.find(kEscaped, at + 1)) ++count;
  EXPECT_EQ(count, 6U) << "document, gated document, reason, unknown path, unknown agent, name";
}

TEST(RenderVisitsHtml, ShortensLongNamesAndReplacesControlCharacters) {
  VisitCounts counts(agents::AgentTable::built_in(), {});
  counts.add_line(visit_line("2026-01-09", "/a\\u0000\\u001b[31m" + std::string(300, 'x'), "home", 200, ""));
  const std::string page = render_visits_html(counts.visits());
  EXPECT_THAT(page, HasSubstr("<bdi>/a\\u0000\\u001b[31mxx"));
  EXPECT_THAT(page, HasSubstr("x…</bdi>"));
  EXPECT_THAT(page, Not(HasSubstr(std::string(200, 'x'))));
}

TEST(RenderVisitsHtml, ShowsTheLastDaysOfALongTime) {
  VisitCounts counts(agents::AgentTable::built_in(), {});
  counts.add_line(visit_line("2020-01-01", "/", "home", 200, ""));
  counts.add_line(visit_line("2026-03-01", "/", "home", 200, ""));
  counts.add_line(visit_line("2026-01-01", "/", "home", 200, ""));
  const std::string page = render_visits_html(counts.visits());
  EXPECT_THAT(page, HasSubstr("<h2>Requests by day</h2>\n<p class=\"muted\">the last 92 days</p>\n"));
  EXPECT_THAT(page, HasSubstr("viewBox=\"0 0 920.0 100\""));
  EXPECT_THAT(page, HasSubstr("<span>2025-11-30</span> <span>2026-03-01</span>"));
  EXPECT_THAT(page, Not(HasSubstr("<th scope=\"row\">2020-01-01</th>")));
}

TEST(RenderVisitsHtml, WithoutVisitsSaysWhy) {
  VisitCounts counts(agents::AgentTable::built_in(), {});
  const std::string page = render_visits_html(counts.visits());
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
  EXPECT_THAT(page,
              HasSubstr("<li>no request is in this time; log.level = &quot;info&quot; (the default) logs them</li>"));
}

}  // namespace
}  // namespace agent_access::tools
