#include "http/fields.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace agent_access::http {
namespace {

TEST(Append, AppendsThePartsInOrder) {
  std::string text = "a";
  const std::string owned = "bcd";
  append(text, owned, "", std::string_view("e\0f", 3), "g");
  EXPECT_EQ(text, std::string("abcde\0fg", 8));
}

TEST(Append, GrowsBeyondTheStringsStorage) {
  std::string text;
  append(text, std::string(1000, 'x'), Decimal(7), std::string(1000, 'y'));
  EXPECT_EQ(text, std::string(1000, 'x') + "7" + std::string(1000, 'y'));
}

TEST(Decimal, WritesEveryNumber) {
  EXPECT_EQ(std::string_view(Decimal(0)), "0");
  EXPECT_EQ(std::string_view(Decimal(-1)), "-1");
  EXPECT_EQ(std::string_view(Decimal(1790000000)), "1790000000");
  EXPECT_EQ(std::string_view(Decimal(std::numeric_limits<std::int64_t>::max())), "9223372036854775807");
  EXPECT_EQ(std::string_view(Decimal(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
}

constexpr std::string_view kFirst = "A: b\r\n";
constexpr std::string_view kSecond = "C: d\r\n";

TEST(Joined, ConcatenatesConstants) {
  static_assert(joined<kFirst, kSecond> == "A: b\r\nC: d\r\n");
  EXPECT_EQ((joined<kSecond, kFirst, kSecond>), "C: d\r\nA: b\r\nC: d\r\n");
}

TEST(Preflight, AllowsEveryRequestField) {
  EXPECT_EQ(kPreflightFields,
            "Cache-Control: no-store\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Access-Control-Allow-Origin: *\r\n"
            "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
            "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n"
            "Access-Control-Allow-Headers: Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, *\r\n"
            "Access-Control-Max-Age: 86400\r\n");
  std::string fields;
  append_preflight("POST, OPTIONS", fields);
  EXPECT_EQ(fields, "Allow: POST, OPTIONS\r\nAccess-Control-Allow-Methods: POST, OPTIONS\r\n");
}

bool is_preflight_of(Method method, const std::vector<Field>& fields) {
  Request request;
  request.method = method;
  request.fields = fields;
  return is_preflight(request);
}

TEST(Preflight, IsAnOptionsRequestWithBothBrowserFields) {
  EXPECT_TRUE(
      is_preflight_of(Method::options, {{"origin", "https://a.test"}, {"access-control-request-method", "GET"}}));
  EXPECT_FALSE(is_preflight_of(Method::get, {{"Origin", "https://a.test"}, {"Access-Control-Request-Method", "GET"}}));
  EXPECT_FALSE(is_preflight_of(Method::options, {{"Origin", "https://a.test"}}));
  EXPECT_FALSE(is_preflight_of(Method::options, {{"Access-Control-Request-Method", "GET"}}));
  EXPECT_FALSE(is_preflight_of(Method::options, {}));
}

TEST(Refuse, ReplacesTheResponse) {
  Response response;
  response.fields = "Old: field\r\n";
  response.body = "old";
  response.constant_body = "old";
  response.body_owner = std::make_shared<int>(1);
  static constexpr Fault kFault{
      .name = "nothing", .status = 404, .error = "not_found", .sentence = "No such resource", .fields = "A: b\r\n"};
  refuse(kFault, response);
  response.add_field("Allow", "GET");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body, R"({"error":"not_found","error_description":"No such resource"})");
  EXPECT_EQ(response.constant_body, "");
  EXPECT_EQ(response.body_owner, nullptr);
  EXPECT_EQ(response.fields, "A: b\r\nAllow: GET\r\n");
  EXPECT_EQ(response.outcome.fault, &kFault);
  EXPECT_EQ(response.constant_fields,
            "Content-Type: application/json\r\n"
            "Cache-Control: no-store\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Access-Control-Allow-Origin: *\r\n"
            "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
            "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n");
}

TEST(Refuse, MayHaveADescriptionOfItsOwn) {
  static constexpr Fault kFault{"nothing", 404, "not_found", "No such resource"};
  Response response;
  refuse(kFault, "Not ", "here", response);
  EXPECT_EQ(response.body, R"({"error":"not_found","error_description":"Not here"})");
  EXPECT_EQ(response.outcome.fault, &kFault);
}

TEST(HasContentCoding, IsFalseForIdentityAlone) {
  const auto has = [](const std::vector<Field>& fields) {
    Request request;
    request.fields = fields;
    return has_content_coding(request);
  };
  EXPECT_FALSE(has({}));
  for (const auto* none : {"identity", "Identity", "identity, IDENTITY", "", ",", "identity ,"}) {
    EXPECT_FALSE(has({{"Content-Encoding", none}})) << none;
  }
  for (const auto* coding : {"gzip", "identity, gzip", "gzip, identity", "identity;q=1", "identity identity", "x"}) {
    EXPECT_TRUE(has({{"content-encoding", coding}})) << coding;
  }
  EXPECT_TRUE(has({{"Content-Encoding", "identity"}, {"Content-Encoding", "br"}}));
}

TEST(HttpDate, IsImfFixdate) {
  EXPECT_EQ(http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(http_date(951782400), "Tue, 29 Feb 2000 00:00:00 GMT");
  EXPECT_EQ(http_date(4102444799), "Thu, 31 Dec 2099 23:59:59 GMT");
}

}  // namespace
}  // namespace agent_access::http
