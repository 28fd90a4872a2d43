#include "tools/visits/clf_line.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/text/value_text.hpp"
#include "unit/tools/visits/read_log.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kHead = "192.0.2.3 - - [28/Nov/2026:00:30:00 +0200] ";

/// What stands behind address and time.
Visit visit_with(std::string_view tail) { return visit_in(std::string(kHead) + std::string(tail)); }

TEST(ReadClfLine, ReadsTheCombinedFormat) {
  const Visit visit = visit_with(R"("GET /a?b=1 HTTP/1.1" 200 1234 "https://example.com/" "GPTBot/1.4" "203.0.113.7")");
  EXPECT_EQ(app::format_time(visit.time), "2026-11-27T22:30:00Z");
  EXPECT_EQ(visit.method, "GET");
  EXPECT_EQ(visit.path, "/a");
  EXPECT_EQ(visit.status, 200);
  EXPECT_EQ(visit.user_agent, "GPTBot/1.4");
  EXPECT_EQ(visit.peer->to_text(), "192.0.2.3");
  EXPECT_EQ(visit.forwarded, "203.0.113.7");
  EXPECT_EQ(visit.form->name, "combined");
}

TEST(ReadClfLine, ReadsATimeWithAnOffsetAndNoOther) {
  const auto line_at = [](std::string_view time) {
    return "192.0.2.3 - - [" + std::string(time) + R"(] "GET / HTTP/1.1" 200 1)";
  };
  const auto time = [&](std::string_view text) { return app::format_time(visit_in(line_at(text)).time); };
  EXPECT_EQ(time("29/Feb/2024:23:59:59 -0930"), "2024-03-01T09:29:59Z");
  EXPECT_EQ(time("01/Jan/2026:00:00:00.123 Z"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(time("31/Dec/2026:12:00:60 +0100"), "2026-12-31T11:01:00Z");
  for (const std::string_view text :
       {"30/Feb/2024:00:00:00 +0000", "01/Foo/2026:00:00:00 +0000", "01/anF/2026:00:00:00 +0000",
        "01/Jan/1969:00:00:00 +0000", "01/Jan/2026:24:00:00 +0000", "01/Jan/2026:00:60:00 +0000",
        "01/Jan/2026:00:00:61 +0000", "1/Jan/2026:00:00:00 +0000", "01/Jan/2026:00:00:00 +9999",
        "01/Jan/2026:00:00:00 +010", "01/Jan/2026:00:00:00 UTC", "01/Jan/2026:00:00 +0000"}) {
    EXPECT_EQ(reason_of(line_at(text)), NoVisit::damaged) << text;
  }
}

TEST(ReadClfLine, ReadsTheCommonFormatAndThatOfTraefik) {
  EXPECT_EQ(visit_with(R"("GET / HTTP/1.1" 200 -)").form->name, "common");
  const Visit traefik = visit_with(R"("GET / HTTP/2.0" 200 5 "-" "-" 7 "web@docker" "http://10.0.0.7:80" 3ms)");
  EXPECT_EQ(traefik.form->name, "Traefik");
  EXPECT_EQ(traefik.user_agent, "");
  EXPECT_EQ(reason_of(R"(- - - [-] "- - -" - - "-" "-" - "-" "-" 0ms)"), NoVisit::not_http);
}

TEST(ReadClfLine, FindsThePeerBehindAVirtualHostAndBesideNamesOfUsers) {
  const auto peer = [](std::string_view head) {
    const Visit visit = visit_in(std::string(head) + R"( [28/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 1)");
    return visit.peer ? visit.peer->to_text() : "none";
  };
  EXPECT_EQ(peer("www.example.org:443 192.0.2.3 - -"), "192.0.2.3");
  EXPECT_EQ(peer("www.example.org 2001:db8::1 - -"), "2001:db8::1");
  EXPECT_EQ(peer("203.0.113.200 - anna b"), "203.0.113.200");
  EXPECT_EQ(peer("203.0.113.200 - [28/Nov/2026:12:00:00 +0000]"), "203.0.113.200");
  EXPECT_EQ(peer("192.0.2.3 anna anna"), "192.0.2.3");  // identd
  EXPECT_EQ(peer("unix: - -"), "::");
  for (const std::string_view head :
       {"crawl-9.example.net - -", "www.example.org:80 crawl-9.example.net - -", "192.0.2.3, 10.0.0.1 - -", "- - -"}) {
    EXPECT_EQ(peer(head), "none") << head;
  }
}

TEST(ReadClfLine, KeepsWhatAClientSentInItsField) {
  // nginx, Apache, and a character of UTF-8 of both.
  const Visit nginx = visit_with(R"("GET /\x22 200 1 \x22-\x22 \x22GPTBot/1.4 HTTP/1.1" 404 1 "-" "a\x5C\x22")");
  EXPECT_EQ(nginx.path, R"(/" 200 1 "-" "GPTBot/1.4)");
  EXPECT_EQ(nginx.user_agent, R"(a\")");
  const Visit apache = visit_with(R"("GET / HTTP/1.1" 200 1 "x\" \"GPTBot/1.4" "\"Z\xc3\xbcrich\\\"\t\q")");
  EXPECT_EQ(apache.user_agent, "\"Z\xc3\xbcrich\\\"\t\\q");
}

TEST(ReadClfLine, TellsWhatIsNoHttpFromWhatIsDamaged) {
  for (const std::string_view request : {R"("\x16\x03\x01\x00\xEE" 400 157)", R"("-" 408 0)", R"("" 400 0)",
                                         R"("GET" 400 -)", R"("GET /" 400 0)", R"("x(y / HTTP/1.1" 400 0)"}) {
    EXPECT_EQ(reason_of(std::string(kHead) + std::string(request) + R"( "-" "-")"), NoVisit::not_http) << request;
  }
  for (const std::string_view rest : {R"("GET / HTTP/1.1)", R"("GET / HTTP/1.1" 200)", R"("GET / HTTP/1.1" 20x 5)",
                                      R"("GET / HTTP/1.1" 200 5 "-" "Mozil)", R"("GET / HTTP/1.1" 200 5 "-")"}) {
    EXPECT_EQ(reason_of(std::string(kHead) + std::string(rest)), NoVisit::damaged) << rest;
  }
  for (const std::string_view line :
       {"192.0.2.3 - - [28/No", "www.example.org:80 192.0.2.3 -", R"(T / HTTP/1.1" 200 5 "-" "GPTBot/1.4")"}) {
    EXPECT_EQ(reason_of(line), NoVisit::damaged) << line;
  }
  const std::string gap(40, '\0');
  EXPECT_EQ(reason_of(gap + " after a crash"), NoVisit::damaged);
  EXPECT_EQ(reason_of(gap + std::string(kHead) + R"("GET / HTTP/1.1" 200 5)"), NoVisit::damaged);
}

TEST(ReadClfLine, LeavesLinesOfOtherPrograms) {
  for (const std::string_view line :
       {R"(2026/11/28 12:00:00 [error] 31#31: *1 open() "/x" failed, client: 203.0.113.77, request: "GET /x HTTP/1.1")",
        R"(Invalid user 192.0.2.3 - - [28/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.4")",
        R"(Nov 28 12:00:00 host sshd[12]: user - - [28/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 5)",
        "[Sat Nov 28 12:00:00.123 2026] [core:error] [pid 12] AH00126: x", "2026-11-28T12:00:06Z ERR no certificate"}) {
    EXPECT_EQ(reason_of(line), NoVisit::foreign) << line;
  }
}

}  // namespace
}  // namespace agent_access::tools
