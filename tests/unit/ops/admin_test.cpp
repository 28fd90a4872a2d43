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

TEST_F(AdminTest, IsNeitherAliveNorReadyWhileAWorkerIsStuck) {
  alive_ = false;
  for (const auto* path : {"/livez", "/readyz"}) {
    const auto response = ask(path);
    EXPECT_EQ(response.status, 503) << path;
    EXPECT_EQ(body(response), R"({"error":"worker_stuck","error_description":)"
                              R"("The event loop of a worker has been stuck for 5 seconds or more."})")
        << path;
  }
  EXPECT_EQ(ask("/metrics").status, 200);
}

TEST_F(AdminTest, ReturnsTheMetricsWithTheirMediaType) {
  const auto response = ask("/metrics");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(body(response), "up 1\n");
  EXPECT_NE(fields(response).find("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"), std::string::npos);
  const auto head = ask("/metrics", http::Method::head);
  EXPECT_EQ(head.status, 200);
  EXPECT_TRUE(head.omit_body);
  EXPECT_EQ(head.content_length(), 5U);
}

TEST_F(AdminTest, ReturnsJsonForAnUnknownPathAndNamesTheMethodsItAllows) {
  const auto unknown = ask("/debug");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_NE(body(unknown).find(R"("error":"not_found")"), std::string::npos) << body(unknown);
  const auto refused = ask("/livez", http::Method::post);
  EXPECT_EQ(refused.status, 405);
  EXPECT_NE(body(refused).find(R"("error":"method_not_allowed")"), std::string::npos) << body(refused);
  EXPECT_NE(fields(refused).find("Allow: GET, HEAD\r\n"), std::string::npos);
}

TEST_F(AdminTest, ReturnsAnErrorForMalformedHttpAndCloses) {
  Admin admin({.ready = [] { return true; }, .metrics = [] { return std::string(); }, .alive = [] { return true; }});
  http::Response response;
  admin.reject(http::RequestError::malformed_request, response);
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.connection, http::Connection::close);
}

}  // namespace
}  // namespace agent_access::ops
