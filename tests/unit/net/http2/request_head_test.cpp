// RequestHead without the library, which refuses most of this as well.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "net/http2/request.hpp"

namespace agent_access::net::h2 {
namespace {

using http::Method;
using http::RequestError;
using Pairs = std::vector<std::pair<std::string, std::string>>;

const Pairs kGood = {{":method", "GET"}, {":scheme", "https"}, {":path", "/a?b"}, {":authority", "example.com"}};

std::optional<RequestError> validated(const Pairs& pairs, const Limits& limits = {}) {
  RequestHead head;
  for (const auto& [name, value] : pairs) EXPECT_TRUE(head.add(name, value, limits)) << name;
  return head.conclude();
}

Pairs good_and(const Pairs& more) {
  Pairs pairs = kGood;
  pairs.insert(pairs.end(), more.begin(), more.end());
  return pairs;
}

Pairs good_but(std::size_t index, std::string value) {
  Pairs pairs = kGood;
  pairs.at(index).second = std::move(value);
  return pairs;
}

TEST(H2RequestHead, AcceptsAValidOne) {
  EXPECT_EQ(validated(kGood), std::nullopt);
  EXPECT_EQ(validated(good_but(1, "http")), std::nullopt);
  EXPECT_EQ(validated(good_and({{"x-a", "b\tc \xc3\xa9"}, {"x_b", ""}})), std::nullopt);
  EXPECT_EQ(validated({{":method", "GET"}, {":path", "/"}, {"host", "example.com"}}), std::nullopt);
}

TEST(H2RequestHead, RefusesInvalidPseudoFieldsNoneAndTwoHosts) {
  const Pairs no_path{{":method", "GET"}, {":authority", "example.com"}};
  const Pairs no_host{{":method", "GET"}, {":path", "/"}};
  for (const auto& pairs :
       {good_and({{":protocol", "websocket"}}), good_and({{":status", "200"}}), good_but(0, "G T"), good_but(0, ""),
        good_but(1, "ftp"), good_but(1, ""), good_but(2, "a"), good_but(2, "/a b"), good_but(3, "a b"),
        good_but(3, "[::g]"), good_but(3, "[::1]x"), good_but(3, "[::1]:x"), good_but(3, "[::1]:123456"), no_path,
        no_host, Pairs{}, good_and({{"host", "example.com"}, {"host", "example.com"}})}) {
    EXPECT_EQ(validated(pairs), RequestError::malformed_request);
  }
}

TEST(H2RequestHead, RefusesInvalidNamesAndValues) {
  for (const auto& [name, value] : Pairs{{"x a", "1"},
                                         {"", "1"},
                                         {"x-a", " b"},
                                         {"x-a", "b\t"},
                                         {"x-a", std::string("a\0b", 3)},
                                         {"x-a", "a\nb"},
                                         {"x-a", "a\x7f"},
                                         {"content_length", "1"},
                                         {"host", "a b"},
                                         {"content-length", "1x"},
                                         {"content-length", ""}}) {
    EXPECT_EQ(validated(good_and({{name, value}})), RequestError::malformed_request) << name << ": " << value;
  }
}

TEST(H2RequestHead, AppliesTheLimitOfARequestLine) {
  Limits limits;
  limits.request_line = 64;
  EXPECT_EQ(validated(good_but(0, std::string(54, 'M')), limits), std::nullopt);
  EXPECT_EQ(validated(good_but(0, std::string(55, 'M')), limits), RequestError::target_too_long);
  EXPECT_EQ(validated(good_but(2, "/" + std::string(53, 'a')), limits), std::nullopt);
  EXPECT_EQ(validated(good_but(2, "/" + std::string(54, 'a')), limits), RequestError::target_too_long);
}

TEST(H2RequestHead, AppliesTheLimitOfTheBlockToAuthority) {
  Limits limits;
  limits.header_block = 64;
  EXPECT_EQ(validated(good_but(3, std::string(64, 'a')), limits), std::nullopt);
  EXPECT_EQ(validated(good_but(3, std::string(65, 'a')), limits), RequestError::headers_too_large);
}

TEST(H2RequestHead, RemembersAnUnknownExpectation) {
  EXPECT_EQ(validated(good_and({{"expect", "more"}, {"expect", "100-continue"}})), RequestError::expectation_failed);
  EXPECT_EQ(validated(good_and({{"expect", "100-continue"}, {"expect", "more"}})), RequestError::expectation_failed);
  EXPECT_EQ(validated(good_and({{"expect", "100-continue"}})), std::nullopt);
}

/// Fields so small that only their number is abuse: more than eight times as many as are allowed.
TEST(H2RequestHead, ReportsAbuseAboveEightTimesTheAllowedFields) {
  Limits limits;
  limits.header_fields = 2;
  RequestHead head;
  for (int count = 0; count < 16; ++count) EXPECT_TRUE(head.add("a", "b", limits)) << count;
  EXPECT_EQ(head.fault(), RequestError::headers_too_large);
  EXPECT_FALSE(head.add("a", "b", limits));
}

TEST(H2RequestHead, GivesViewsOfEveryPart) {
  RequestHead head;
  for (const auto& [name, value] : good_and({{"accept", "*/*"}})) ASSERT_TRUE(head.add(name, value, {}));
  ASSERT_EQ(head.conclude(), std::nullopt);
  const http::Request request = head.request();
  EXPECT_EQ(request.method, Method::get);
  EXPECT_EQ(request.path, "/a");
  EXPECT_EQ(request.query, "b");
  EXPECT_EQ(request.host, "example.com");
  ASSERT_EQ(request.fields.size(), 1U);
  EXPECT_EQ(request.fields[0].name, "accept");
  EXPECT_EQ(request.fields[0].value, "*/*");
}

TEST(H2RequestHead, GivesEveryPartOfAWellFormedRequestThatIsRefused) {
  for (const auto& [name, value] : Pairs{{"content-length", "16385"}, {"expect", "more"}}) {
    RequestHead head;
    for (const auto& [own, text] : good_and({{name, value}, {"x-forwarded-for", "192.0.2.7"}})) {
      ASSERT_TRUE(head.add(own, text, {}));
    }
    EXPECT_FALSE(head.is_whole());
    EXPECT_EQ(head.conclude(), name == "expect" ? RequestError::expectation_failed : RequestError::body_too_large);
    EXPECT_TRUE(head.is_whole());
    EXPECT_EQ(head.request().path, "/a");
    EXPECT_EQ(head.request().field("x-forwarded-for"), "192.0.2.7");
  }
}

TEST(H2RequestHead, GivesNothingOfAMalformedRequest) {
  for (const auto& pairs : {good_and({{"x a", "b"}}), good_and({{"content-length", "x"}}), good_but(2, "a")}) {
    RequestHead head;
    for (const auto& [name, value] : pairs) ASSERT_TRUE(head.add(name, value, {}));
    EXPECT_EQ(head.conclude(), RequestError::malformed_request);
    EXPECT_FALSE(head.is_whole());
  }
}

/// A response to a refused head still has a request, which is empty then.
TEST(H2RequestHead, IsEmptyWithoutFields) {
  RequestHead head;
  ASSERT_TRUE(head.add(":method", "POST", {}));
  EXPECT_EQ(head.conclude(), RequestError::malformed_request);
  const http::Request request = head.request();
  EXPECT_EQ(request.method, Method::post);
  EXPECT_EQ(request.path, "");
  EXPECT_EQ(request.query, "");
  EXPECT_EQ(request.host, "");
  EXPECT_TRUE(request.fields.empty());
}

}  // namespace
}  // namespace agent_access::net::h2
