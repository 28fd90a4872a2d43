#include "ops/admin.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace agent_access::ops {
namespace {

class AdminTest : public testing::Test {
 protected:
  http::Response ask(std::string_view path, http::Method method = http::Method::get) {
    Admin admin({.ready = [this] { return ready_; },
                 .metrics = [] { return std::string("up 1\n"); },
                 .alive = [this] { return alive_; }});
    http::Request request;
    request.method = method;
    request.path = path;
    http::Response response;
    admin.handle(request, response);
    return response;
  }
  static std::string body(const http::Response& response) {
    return std::string(response.constant_body) + response.body;
  }
  static std::string fields(const http::Response& response) {
    return std::string(response.constant_fields) + response.fields;
  }
  bool ready_ = true;
  bool alive_ = true;
};

TEST_F(AdminTest, IsReadyUntilItDrainsAndAliveThen) {
  EXPECT_EQ(ask("/readyz").status, 200);
  ready_ = false;
  EXPECT_EQ(body(ask("/livez")), "ok\n");
  const auto response = ask("/readyz");
  EXPECT_EQ(response.status, 503);
  EXPECT_NE(body(response).find(R"("error":"temporarily_unavailable")"), std::string::npos) << body(response);
  EXPECT_NE(fields(response).find("Retry-After: 1\r\n"), std::string::npos);
}

}  // namespace
}  // namespace agent_access::ops
