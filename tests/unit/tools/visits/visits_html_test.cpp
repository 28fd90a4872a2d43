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

TEST(RenderVisitsHtml, EscapesEveryTextOfTheLog) {
  const std::string hostile(kHostile);
  VisitCounts counts(agents::AgentTable::built_in());
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
  VisitCounts counts(agents::AgentTable::built_in());
  counts.add_line(visit_line("2026-01-09", "/a\\u0000\\u001b[31m" + std::string(300, 'x'), "home", 200, ""));
  const std::string page = render_visits_html(counts.visits());
  EXPECT_THAT(page, HasSubstr("<bdi>/a\\u0000\\u001b[31mxx"));
  EXPECT_THAT(page, HasSubstr("x…</bdi>"));
  EXPECT_THAT(page, Not(HasSubstr(std::string(200, 'x'))));
}

TEST(RenderVisitsHtml, ShowsTheLastDaysOfALongTime) {
  VisitCounts counts(agents::AgentTable::built_in());
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
  VisitCounts counts(agents::AgentTable::built_in());
  const std::string page = render_visits_html(counts.visits());
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
  EXPECT_THAT(page,
              HasSubstr("<li>no request is in this time; log.level = &quot;info&quot; (the default) logs them</li>"));
}

}  // namespace
}  // namespace agent_access::tools
