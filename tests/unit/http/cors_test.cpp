#include "http/cors.hpp"

#include <gtest/gtest.h>

namespace agent_access::http {
namespace {

constexpr std::string_view kFirst = "A: b\r\n";
constexpr std::string_view kSecond = "C: d\r\n";

TEST(Joined, PutsConstantsOneAfterTheOther) {
  static_assert(joined<kFirst, kSecond> == "A: b\r\nC: d\r\n");
  EXPECT_EQ((joined<kSecond, kFirst, kSecond>), "C: d\r\nA: b\r\nC: d\r\n");
}

TEST(Preflight, GrantsWhatClientsAskFor) {
  EXPECT_EQ(kPreflightFields,
            "Cache-Control: no-store\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Access-Control-Allow-Origin: *\r\n"
            "Access-Control-Expose-Headers: ETag, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
            "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate\r\n"
            "Access-Control-Allow-Headers: Authorization, Content-Type, If-None-Match, MCP-Protocol-Version\r\n"
            "Access-Control-Max-Age: 86400\r\n");
  std::string fields;
  append_preflight("POST, OPTIONS", fields);
  EXPECT_EQ(fields, "Allow: POST, OPTIONS\r\nAccess-Control-Allow-Methods: POST, OPTIONS\r\n");
}

}  // namespace
}  // namespace agent_access::http
