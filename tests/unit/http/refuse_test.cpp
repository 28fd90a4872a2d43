#include "http/fields.hpp"

#include <gtest/gtest.h>

namespace agent_access::http {
namespace {

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

}  // namespace
}  // namespace agent_access::http
