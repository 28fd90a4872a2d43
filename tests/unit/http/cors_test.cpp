#include "http/fields.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::http {
namespace {

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

}  // namespace
}  // namespace agent_access::http
