#include "tools/client/client.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tools/client/answer_collector.hpp"
#include "tools/client/url.hpp"
#include "unit/tools/client/fault_kind.hpp"

namespace agent_access::tools {
namespace {

TEST(ParseUrl, ReadsHostPortAndTarget) {
  const auto url = parse_url("http://127.0.0.1:8080/api/agent/full-profile?x=1");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->scheme, Scheme::http);
  EXPECT_EQ(url->host, "127.0.0.1");
  EXPECT_EQ(url->port, 8080);
  EXPECT_EQ(url->target, "/api/agent/full-profile?x=1");
  EXPECT_EQ(url->authority(), "127.0.0.1:8080");
  EXPECT_EQ(url->origin(), "http://127.0.0.1:8080");
}

TEST(ParseUrl, FillsInTheDefaults) {
  const auto secure = parse_url("https://example.com");
  ASSERT_TRUE(secure.has_value());
  EXPECT_EQ(secure->port, 443);
  EXPECT_EQ(secure->target, "/");
  const auto plain = parse_url("http://example.com/");
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->port, 80);
  EXPECT_EQ(parse_url("http://example.com?a=b").value().target, "/?a=b");
}

TEST(ParseUrl, OmitsTheDefaultPortInTheAuthority) {
  EXPECT_EQ(parse_url("https://example.com:443/x").value().authority(), "example.com");
  EXPECT_EQ(parse_url("https://example.com:80/x").value().authority(), "example.com:80");
}

TEST(ParseUrl, LowersSchemeAndHostOnly) {
  const auto url = parse_url("HTTPS://WWW.Example.COM/Path").value();
  EXPECT_EQ(url.origin(), "https://www.example.com");
  EXPECT_EQ(url.target, "/Path");
}

TEST(ParseUrl, AcceptsIpv6InBrackets) {
  const auto url = parse_url("http://[::1]:8080/x").value();
  EXPECT_EQ(url.host, "::1");
  EXPECT_EQ(url.port, 8080);
  EXPECT_EQ(url.authority(), "[::1]:8080");
  EXPECT_EQ(parse_url("https://[2001:DB8::1]").value().origin(), "https://[2001:db8::1]");
}

TEST(ParseUrl, NamesTheFaultOfARefusedUrl) {
  const struct {
    UrlFault fault;
    std::vector<std::string_view> urls;
  } rows[] = {
      {UrlFault::unknown_scheme,
       {"", "example.com", "ftp://example.com", "http:/example.com", "//example.com", "httpss://a"}},
      {UrlFault::has_user, {"http://user:word@example.com/", "http://example.com:80@other.example/"}},
      {UrlFault::has_fragment, {"http://example.com/#x"}},
      {UrlFault::invalid_host,
       {"http://", "http:///x", "http://:80/", "http://exa$mple/", "http://[::1", "http://[]/", "http://[example]/",
        "http://.example/", "http://-example/", "http://a%41/"}},
      {UrlFault::invalid_port,
       {"http://a:/", "http://a:0/", "http://a:65536/", "http://a:8x/", "http://a:-1/", "http://a:+1/",
        "http://[::1]8080/", "http://a:1:2/"}},
      // Characters that could split a request:
      {UrlFault::invalid_target,
       {"http://a/ b", "http://a/\r\nX: y", "http://a/\tb", "http://a/\xc3\xa9", "http://a/\x7f"}},
  };
  for (const auto& [fault, urls] : rows) {
    for (const auto url : urls) {
      const auto parsed = parse_url(url);
      ASSERT_FALSE(parsed.has_value()) << url;
      EXPECT_EQ(parsed.error(), fault) << url;
    }
    EXPECT_FALSE(describe(fault).empty());
  }
}

TEST(ClientResponseField, IsFoundInAnyCase) {
  ClientResponse response;
  response.fields = {{"ETag", "\"1\""}, {"vary", "a"}, {"Vary", "b"}};
  EXPECT_EQ(response.field("etag"), "\"1\"");
  EXPECT_EQ(response.field("Vary"), "a");
  EXPECT_EQ(response.count("VARY"), 2U);
  EXPECT_EQ(response.field("allow"), "");
  EXPECT_EQ(response.count("allow"), 0U);
}

TEST(Fetch, SendsNothingThatCouldSplitARequest) {
  EXPECT_EQ(kind_of({.url = "nonsense"}), ClientFaultKind::invalid_request);
  EXPECT_EQ(kind_of({.method = "GET /x HTTP/1.1\r\n", .url = "http://127.0.0.1:1"}), ClientFaultKind::invalid_request);
  EXPECT_EQ(kind_of({.url = "http://127.0.0.1:1", .fields = {{"A", "b\r\nC: d"}}}), ClientFaultKind::invalid_request);
  EXPECT_EQ(kind_of({.url = "http://127.0.0.1:1", .fields = {{"A:", "b"}}}), ClientFaultKind::invalid_request);
  EXPECT_EQ(kind_of({.url = "http://127.0.0.1:1", .host = "a\r\nB: c"}), ClientFaultKind::invalid_request);
}

TEST(AnswerCollector, KeepsStatusFieldsInTheirOrderAndBody) {
  AnswerCollector answer;
  for (const char* const line : {"HTTP/1.1 404 Not Found\r\n", "A:  b \t\r\n", "c:d:e\r\n", "A:\r\n"}) {
    EXPECT_TRUE(answer.take_line(line)) << line;
    EXPECT_FALSE(answer.has_head()) << line;
  }
  EXPECT_TRUE(answer.take_line("\r\n"));
  EXPECT_TRUE(answer.has_head());
  EXPECT_TRUE(answer.take_body("one, "));
  EXPECT_TRUE(answer.take_body("two"));
  const ClientResponse& response = answer.response();
  EXPECT_EQ(response.status, 404U);
  ASSERT_EQ(response.fields.size(), 3U);
  EXPECT_EQ(response.fields[0].name, "A");
  EXPECT_EQ(response.fields[0].value, "b");
  EXPECT_EQ(response.fields[1].name, "c");
  EXPECT_EQ(response.fields[1].value, "d:e");
  EXPECT_EQ(response.fields[2].value, "");
  EXPECT_EQ(response.body, "one, two");
  EXPECT_FALSE(answer.fault());
}

TEST(AnswerCollector, DropsInterimHeads) {
  AnswerCollector answer;
  for (const char* const line : {"HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200\r\n", "\r\n"}) {
    EXPECT_TRUE(answer.take_line(line)) << line;
  }
  EXPECT_TRUE(answer.has_head());
  EXPECT_EQ(answer.response().status, 200U);
  EXPECT_EQ(answer.response().count("Link"), 0U);
}

TEST(AnswerCollector, FailsAtTheEighthInterimResponse) {
  AnswerCollector answer;
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(answer.take_line("HTTP/1.1 100 Continue\r\n"));
    EXPECT_EQ(answer.take_line("\r\n"), i < 7) << i;
  }
  EXPECT_TRUE(answer.is_interim_only());
  EXPECT_EQ(answer.fault(), ClientFaultKind::broken);
}

TEST(AnswerCollector, JoinsAFoldedValue) {
  AnswerCollector answer;
  for (const char* const line : {"HTTP/1.1 200 OK\r\n", "X: a\r\n", " \tb\r\n", "\r\n"}) {
    EXPECT_TRUE(answer.take_line(line)) << line;
  }
  EXPECT_EQ(answer.response().field("X"), "a b");
}

TEST(AnswerCollector, RefusesLinesThatAreNotAHead) {
  for (const char* const first : {"\r\n", "SSH-2.0-Example\r\n", "HTTP/1.1\r\n", "HTTP/1.1 OK\r\n", "HTTP/1.1 20\r\n",
                                  "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 -20 OK\r\n"}) {
    AnswerCollector answer;
    EXPECT_FALSE(answer.take_line(first)) << first;
    EXPECT_EQ(answer.fault(), ClientFaultKind::broken) << first;
  }
  for (const char* const second : {"no colon\r\n", ": a\r\n", " folded\r\n"}) {
    AnswerCollector answer;
    EXPECT_TRUE(answer.take_line("HTTP/1.1 200 OK\r\n"));
    EXPECT_FALSE(answer.take_line(second)) << second;
    EXPECT_EQ(answer.fault(), ClientFaultKind::broken) << second;
  }
}

TEST(AnswerCollector, RefusesABodyBeforeAHead) {
  AnswerCollector answer;
  EXPECT_FALSE(answer.take_body("x"));
  EXPECT_EQ(answer.fault(), ClientFaultKind::broken);
}

TEST(AnswerCollector, AcceptsAHeadOfAtMost64Kibibytes) {
  const std::string status = "HTTP/1.1 200 OK\r\n";
  const std::string field = "X: " + std::string(65'536 - 17 - 5, 'x') + "\r\n";
  AnswerCollector answer;
  EXPECT_TRUE(answer.take_line(status));
  EXPECT_TRUE(answer.take_line(field));
  EXPECT_FALSE(answer.take_line("\r\n"));
  EXPECT_EQ(answer.fault(), ClientFaultKind::too_large);
}

TEST(AnswerCollector, AcceptsABodyOfAtMostOneMebibyte) {
  AnswerCollector answer;
  EXPECT_TRUE(answer.take_line("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(answer.take_line("\r\n"));
  EXPECT_TRUE(answer.take_body(std::string(1'048'575, 'x')));
  EXPECT_TRUE(answer.take_body("x"));
  EXPECT_FALSE(answer.take_body("x"));
  EXPECT_EQ(answer.fault(), ClientFaultKind::too_large);
}

TEST(AnswerCollector, CountsTrailersTowardsTheLimitAndDropsThem) {
  AnswerCollector answer;
  EXPECT_TRUE(answer.take_line("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(answer.take_line("\r\n"));
  EXPECT_TRUE(answer.take_body("x"));
  EXPECT_TRUE(answer.take_line("X: y\r\n"));
  EXPECT_TRUE(answer.response().fields.empty());
  EXPECT_FALSE(answer.take_line(std::string(65'536, 'x')));
  EXPECT_EQ(answer.fault(), ClientFaultKind::too_large);
}

}  // namespace
}  // namespace agent_access::tools
