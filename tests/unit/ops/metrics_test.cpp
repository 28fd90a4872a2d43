#include "ops/metrics.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>

namespace agent_access::ops {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

http::Response response_of(std::uint16_t status, std::string_view route) {
  http::Response response;
  response.status = status;
  response.trace.route = route;
  return response;
}

void count(WorkerMetrics& worker, const http::Response& response, nanoseconds duration,
           http::Method method = http::Method::get) {
  worker.count({.method = method,
                .path = "/",
                .peer = "192.0.2.1",
                .request_id = "0",
                .response = response,
                .duration = duration});
}

bool has_line(const std::string& text, std::string_view line) {
  return ("\n" + text).find("\n" + std::string(line) + "\n") != std::string::npos;
}

TEST(Metrics, SumsWorkersByRouteMethodAndStatus) {
  Metrics metrics(2);
  const auto token = response_of(200, "token");
  count(metrics.worker(0), token, microseconds{40}, http::Method::post);
  count(metrics.worker(1), token, microseconds{40}, http::Method::post);
  count(metrics.worker(1), response_of(401, "profile"), microseconds{40});
  const std::string text = metrics.expose({});
  EXPECT_TRUE(has_line(
      text,
      R"(http_server_requests_total{http_route="token",http_request_method="POST",http_response_status_code="200"} 2)"))
      << text;
  EXPECT_TRUE(has_line(
      text,
      R"(http_server_requests_total{http_route="profile",http_request_method="GET",http_response_status_code="401"} 1)"))
      << text;
}

TEST(Metrics, CountsAnUnknownRouteAndStatusAsOther) {
  Metrics metrics(1);
  count(metrics.worker(0), response_of(299, "/made/up"), microseconds{1}, http::Method::other);
  const std::string text = metrics.expose({});
  EXPECT_TRUE(has_line(
      text,
      R"(http_server_requests_total{http_route="other",http_request_method="_OTHER",http_response_status_code="other"} 1)"))
      << text;
  EXPECT_EQ(text.find("/made/up"), std::string::npos);
}

TEST(Metrics, PutsADurationIntoTheBucketThatItDoesNotExceed) {
  Metrics metrics(1);
  const auto answer = response_of(200, "jwks");
  count(metrics.worker(0), answer, microseconds{50});
  count(metrics.worker(0), answer, microseconds{50} + nanoseconds{1});
  count(metrics.worker(0), answer, std::chrono::seconds{2});
  const std::string text = metrics.expose({});
  EXPECT_TRUE(has_line(text, R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="5e-05"} 1)")) << text;
  EXPECT_TRUE(has_line(text, R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="0.0001"} 2)"))
      << text;
  EXPECT_TRUE(has_line(text, R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="1"} 2)")) << text;
  EXPECT_TRUE(has_line(text, R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="+Inf"} 3)")) << text;
  EXPECT_TRUE(has_line(text, R"(http_server_request_duration_seconds_count{http_route="jwks"} 3)")) << text;
}

TEST(Metrics, CountsRefusalsByReasonThenByError) {
  Metrics metrics(2);
  auto refused = response_of(401, "profile");
  refused.trace.error = "invalid_token";
  count(metrics.worker(0), refused, microseconds{1});
  refused.trace.reason = "token_expired";
  count(metrics.worker(0), refused, microseconds{1});
  count(metrics.worker(1), refused, microseconds{1});
  const std::string text = metrics.expose({});
  EXPECT_TRUE(has_line(text, R"(agent_access_refusals_total{reason="invalid_token"} 1)")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_refusals_total{reason="token_expired"} 2)")) << text;
}

TEST(Metrics, DoesNotCountASuccessAsRefusal) {
  Metrics metrics(1);
  auto granted = response_of(200, "profile");
  granted.trace.reason = "never";
  count(metrics.worker(0), granted, microseconds{1});
  EXPECT_EQ(metrics.expose({}).find("never"), std::string::npos);
}

TEST(Metrics, BoundsTheNumberOfReasons) {
  Metrics metrics(1);
  for (int number = 0; number < 70; ++number) {
    const std::string reason = "reason_" + std::to_string(number);
    auto refused = response_of(400, "token");
    refused.trace.reason = reason;
    count(metrics.worker(0), refused, microseconds{1});
  }
  const std::string text = metrics.expose({});
  EXPECT_TRUE(has_line(text, R"(agent_access_refusals_total{reason="reason_63"} 1)")) << text;
  EXPECT_EQ(text.find("reason_64"), std::string::npos);
  EXPECT_TRUE(has_line(text, R"(agent_access_refusals_total{reason="other"} 6)")) << text;
}

TEST(Metrics, CountsConnectionsRegistrationsAndTokens) {
  Metrics metrics(2);
  metrics.worker(0).connection_opened();
  metrics.worker(0).connection_opened();
  metrics.worker(1).connection_opened();
  metrics.worker(0).connection_closed();
  metrics.worker(1).accept_failed();
  auto registered = response_of(201, "register");
  registered.trace.registrations = 1;
  count(metrics.worker(0), registered, microseconds{1}, http::Method::post);
  auto issued = response_of(200, "token");
  issued.trace.tokens_issued = 1;
  count(metrics.worker(1), issued, microseconds{1}, http::Method::post);
  const std::string text = metrics.expose({});
  EXPECT_TRUE(has_line(text, "agent_access_connections_total 3")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_connections_open 2")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_accept_failures_total 1")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_registrations_total 1")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_tokens_issued_total 1")) << text;
}

TEST(Metrics, CountsConnectionsThatWereRefusedOrClosedToMakeRoom) {
  Metrics metrics(2);
  metrics.worker(0).connection_refused(http::Refused::network);
  metrics.worker(1).connection_refused(http::Refused::network);
  metrics.worker(1).connection_refused(http::Refused::memory);
  metrics.worker(0).connection_shed(http::Shed::share);
  metrics.worker(1).connection_shed(http::Shed::connections);
  Gauges gauges;
  gauges.held_memory = 65'536;
  gauges.memory_limit = 1'048'576;
  const std::string text = metrics.expose(gauges);
  EXPECT_TRUE(has_line(text, R"(agent_access_connections_refused_total{reason="total"} 0)")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_connections_refused_total{reason="address"} 0)")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_connections_refused_total{reason="network"} 2)")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_connections_refused_total{reason="memory"} 1)")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_connections_shed_total{reason="connections"} 1)")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_connections_shed_total{reason="memory"} 0)")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_connections_shed_total{reason="share"} 1)")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_memory_held_bytes 65536")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_memory_limit_bytes 1048576")) << text;
}

TEST(Metrics, WritesTheGauges) {
  const Metrics metrics(1);
  const std::string text = metrics.expose({.snapshot_age_seconds = 12.5,
                                           .seconds_to_rotation = 600,
                                           .snapshot_number = 3,
                                           .reload_failures = 2,
                                           .log_lines_dropped = 9,
                                           .version = "1.0.0"});
  EXPECT_TRUE(has_line(text, "agent_access_snapshot_age_seconds 12.5")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_key_rotation_seconds 600")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_snapshot_number 3")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_reload_failures_total 2")) << text;
  EXPECT_TRUE(has_line(text, "agent_access_log_lines_dropped_total 9")) << text;
  EXPECT_TRUE(has_line(text, R"(agent_access_build_info{version="1.0.0"} 1)")) << text;
  EXPECT_TRUE(has_line(text, "# TYPE agent_access_snapshot_number gauge")) << text;
}

}  // namespace
}  // namespace agent_access::ops
