#include "client/client.hpp"

#include <gtest/gtest.h>

#include "client/url.hpp"
#include "unit/client/fault_kind.hpp"

namespace agent_access::client {
namespace {

using namespace std::chrono_literals;

UrlFault fault_of(std::string_view text) {
  const auto url = parse_url(text);
  EXPECT_FALSE(url.has_value()) << text << " was taken";
  return url ? UrlFault::invalid_target : url.error();
}

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

TEST(ParseUrl, AddsASlashBeforeABareQuery) { EXPECT_EQ(parse_url("http://example.com?a=b").value().target, "/?a=b"); }

TEST(ParseUrl, RefusesOtherSchemes) {
  for (const auto* text :
       {"", "example.com", "ftp://example.com", "http:/example.com", "//example.com", "httpss://a"}) {
    EXPECT_EQ(fault_of(text), UrlFault::unknown_scheme) << text;
  }
}

TEST(ParseUrl, RefusesUserInformation) {
  EXPECT_EQ(fault_of("http://user:word@example.com/"), UrlFault::has_user);
  EXPECT_EQ(fault_of("http://example.com:80@other.example/"), UrlFault::has_user);
}

TEST(ParseUrl, RefusesAFragment) { EXPECT_EQ(fault_of("http://example.com/#x"), UrlFault::has_fragment); }

TEST(ParseUrl, RefusesInvalidHosts) {
  for (const auto* text : {"http://", "http:///x", "http://:80/", "http://exa$mple/", "http://[::1", "http://[]/",
                           "http://[example]/", "http://.example/", "http://-example/", "http://a%41/"}) {
    EXPECT_EQ(fault_of(text), UrlFault::invalid_host) << text;
  }
}

TEST(ParseUrl, RefusesInvalidPorts) {
  for (const auto* text : {"http://a:/", "http://a:0/", "http://a:65536/", "http://a:8x/", "http://a:-1/",
                           "http://a:+1/", "http://[::1]8080/", "http://a:1:2/"}) {
    EXPECT_EQ(fault_of(text), UrlFault::invalid_port) << text;
  }
}

TEST(ParseUrl, RefusesCharactersThatCouldSplitARequest) {
  for (const auto* text : {"http://a/ b", "http://a/\r\nX: y", "http://a/\tb", "http://a/\xc3\xa9", "http://a/\x7f"}) {
    EXPECT_EQ(fault_of(text), UrlFault::invalid_target) << text;
  }
}

TEST(ParseUrl, DescribesEveryFault) {
  for (const auto fault : {UrlFault::unknown_scheme, UrlFault::has_user, UrlFault::has_fragment, UrlFault::invalid_host,
                           UrlFault::invalid_port, UrlFault::invalid_target}) {
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

}  // namespace
}  // namespace agent_access::client
