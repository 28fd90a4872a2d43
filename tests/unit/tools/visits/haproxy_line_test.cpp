#include "tools/visits/haproxy_line.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/tools/visits/read_log.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kPrefix = "Nov 28 12:00:00 lb1 haproxy[14389]: ";

std::string line(std::string_view captures, std::string_view request = R"("GET /a HTTP/1.1")",
                 std::string_view peer = "192.0.2.3:33317") {
  return std::string(kPrefix) + std::string(peer) +
         " [28/Nov/2026:12:00:00.655] https-in~ static/srv1 10/0/30/69/109 200 1234 - - ---- 1/1/1/1/0 0/0 " +
         std::string(captures) + std::string(request);
}

TEST(ReadHaproxyLine, ReadsTheCaptureThatLooksLikeAUserAgent) {
  const auto agent = [](std::string_view captures) { return visit_in(line(captures)).user_agent; };
  EXPECT_EQ(agent("{www.example.org|Mozilla/5.0 (X11) #7Ba#7Cb#7D #23} {} "), "Mozilla/5.0 (X11) {a|b} #");
  EXPECT_EQ(agent("{Claude-User (claude-code/2.1)|www.example.org} "), "Claude-User (claude-code/2.1)");
  EXPECT_EQ(agent("{www.example.org|node} {} "), "node");
  EXPECT_EQ(agent("{www.example.org|} {nginx/1} "), "");
  EXPECT_EQ(agent(""), "");
}

TEST(ReadHaproxyLine, ReadsPeersWithTheirPorts) {
  const auto peer = [](std::string_view text) { return visit_in(line("", R"("GET / HTTP/1.1")", text)).peer; };
  EXPECT_EQ(peer("192.0.2.3:33317")->to_text(), "192.0.2.3");
  EXPECT_EQ(peer("2001:db8::1:33317")->to_text(), "2001:db8::1");
  EXPECT_EQ(peer("unix:1")->to_text(), "::");
}

TEST(ReadHaproxyLine, ReadsAbsoluteTargetsAndQuotesOfACollector) {
  EXPECT_EQ(visit_in(line("", R"("GET https://www.example.org/h2?a HTTP/2.0")")).path, "/h2");
  EXPECT_EQ(visit_in(line("", R"(\"GET /h1 HTTP/1.1\")")).path, "/h1");
}

TEST(ReadHaproxyLine, TellsOtherLines) {
  EXPECT_EQ(
      reason_of(std::string(kPrefix) +
                "203.0.113.77:51940 [28/Nov/2026:12:00:02.339] https-in https-in/<NOSRV> -1/-1/-1/-1/6001 408 212 "
                R"(- - cR-- 100/89/0/0/0 0/0 "<BADREQ>")"),
      NoVisit::not_http);
  EXPECT_EQ(reason_of(std::string(kPrefix) + "203.0.113.77:5 [28/Nov/2026:12:00:03.380] in/1: SSL handshake failure"),
            NoVisit::no_request);
  EXPECT_EQ(
      reason_of(std::string(kPrefix) + "203.0.113.77:5 [28/Nov/2026:12:00:03.380] tcp be/s1 0/0/5007 212 -- 1/1/1"),
      NoVisit::no_request);
  EXPECT_EQ(reason_of(std::string(kPrefix) + "Proxy https-in started."), NoVisit::foreign);
  EXPECT_EQ(reason_of(line("").substr(0, 120)), NoVisit::damaged);
  EXPECT_EQ(reason_of(line("", R"("GET /long)")), NoVisit::damaged);
}

}  // namespace
}  // namespace agent_access::tools
