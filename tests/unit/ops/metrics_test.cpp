#include "ops/metrics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ops/counter.hpp"
#include "ops/exposition.hpp"
#include "ops/resource_counters.hpp"
#include "service/fault_table.hpp"

namespace agent_access::ops {
namespace {

using http::Route;
using service::fault;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

http::Response answer_of(std::uint16_t status, Route route, const http::Fault* fault = nullptr) {
  http::Response answer;
  answer.status = status;
  answer.outcome.route = route;
  answer.outcome.fault = fault;
  return answer;
}

void count(WorkerMetrics& worker, const http::Response& answer, nanoseconds duration,
           http::Method method = http::Method::get) {
  worker.count({.method = method,
                .path = "/",
                .peer = "192.0.2.1",
                .request_id = "0",
                .response = answer,
                .duration = duration});
}

bool has_line(const std::string& text, std::string_view line) {
  return ("\n" + text).find("\n" + std::string(line) + "\n") != std::string::npos;
}

void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  for (const auto& line : lines) EXPECT_TRUE(has_line(text, line)) << line << "\nis not in\n" << text;
}

TEST(Metrics, SumsWorkersByRouteMethodAndStatus) {
  Metrics metrics(2);
  const auto token = answer_of(200, Route::token);
  count(metrics.worker(0), token, microseconds{40}, http::Method::post);
  count(metrics.worker(1), token, microseconds{40}, http::Method::post);
  count(metrics.worker(1), answer_of(401, Route::profile), microseconds{40});
  const std::string text = expose(metrics.totals(), {});
  expect_lines(
      text,
      {
          R"(http_server_requests_total{http_route="token",http_request_method="POST",http_response_status_code="200"} 2)",
          R"(http_server_requests_total{http_route="profile",http_request_method="GET",http_response_status_code="401"} 1)",
      });
}

TEST(Metrics, CountsAnUnknownStatusAsOther) {
  Metrics metrics(1);
  count(metrics.worker(0), answer_of(299, Route::unknown), microseconds{1}, http::Method::other);
  const std::string text = expose(metrics.totals(), {});
  expect_lines(
      text,
      {
          R"(http_server_requests_total{http_route="unknown",http_request_method="_OTHER",http_response_status_code="other"} 1)",
      });
}

TEST(Metrics, CountsADurationInTheFirstBucketThatItDoesNotExceed) {
  Metrics metrics(1);
  const auto answer = answer_of(200, Route::jwks);
  count(metrics.worker(0), answer, microseconds{50});
  count(metrics.worker(0), answer, microseconds{50} + nanoseconds{1});
  count(metrics.worker(0), answer, std::chrono::seconds{2});
  const std::string text = expose(metrics.totals(), {});
  expect_lines(text, {
                         R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="5e-05"} 1)",
                         R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="0.0001"} 2)",
                         R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="1"} 2)",
                         R"(http_server_request_duration_seconds_bucket{http_route="jwks",le="+Inf"} 3)",
                         R"(http_server_request_duration_seconds_count{http_route="jwks"} 3)",
                     });
}

http::Response answer_about(std::string resource, Route route, std::uint16_t status,
                            const http::Fault* fault = nullptr) {
  http::Response answer = answer_of(status, route, fault);
  answer.outcome.resource = std::move(resource);
  answer.body = "12345";
  return answer;
}

TEST(Metrics, CountsNoBytesOfABodyThatIsNotSent) {
  Metrics metrics(1);
  auto head = answer_about("/api/agent/paper.pdf", Route::document, 200);
  head.omit_body = true;
  count(metrics.worker(0), head, microseconds{1}, http::Method::head);
  EXPECT_EQ(metrics.totals().resources.at("/api/agent/paper.pdf").bytes, 0U);
}

TEST(Metrics, SumResourcesByStatusClass) {
  Metrics metrics(2);
  constexpr std::array<std::uint16_t, 5> kAnswered = {200, 304, 401, 404, 503};
  for (const std::uint16_t status : kAnswered) {
    count(metrics.worker(status % 2U), answer_about("/data/", Route::gate, status), microseconds{1});
  }
  const ResourceTotals totals = metrics.totals().resources.at("/data/");
  EXPECT_EQ(totals.status_classes, (std::array<std::uint64_t, kStatusClasses>{0, 0, 1, 1, 2, 1}));
}

TEST(ResourceCounters, AreBoundedInNumber) {
  ResourceCounters counters;
  for (int number = 0; number < 300; ++number) {
    counters.count("/" + std::to_string(number) + "/", {.status = 200, .reason = {}, .bytes = 0});
  }
  counters.count("/7/", {.status = 200, .reason = {}, .bytes = 0});
  std::map<std::string, ResourceTotals> sums;
  counters.sum_into(sums);
  EXPECT_EQ(sums.size(), 256U);
  EXPECT_EQ(sums.at("/7/").status_classes[2], 2U);
  EXPECT_EQ(sums.at("/254/").status_classes[2], 1U);
  EXPECT_FALSE(sums.contains("/255/"));
  EXPECT_EQ(sums.at("other").status_classes[2], 45U);
}

TEST(Reasons, AreBoundedInNumber) {
  Reasons reasons;
  for (int number = 0; number < 70; ++number) reasons.add("reason_" + std::to_string(number));
  std::map<std::string, std::uint64_t> sums;
  reasons.sum_into(sums);
  EXPECT_EQ(sums.at("reason_63"), 1U);
  EXPECT_FALSE(sums.contains("reason_64"));
  EXPECT_EQ(sums.at("other"), 6U);
}

TEST(Metrics, CountsConnectionsThatWereRefusedOrShed) {
  Metrics metrics(2);
  metrics.worker(0).count(http::Refused::address);
  metrics.worker(1).count(http::Refused::address);
  metrics.worker(1).count(http::Refused::memory);
  metrics.worker(0).count(Event::connection_shed);
  metrics.worker(1).count(Event::connection_shed);
  Gauges gauges;
  gauges.held_memory = 65'536;
  gauges.memory_limit = 1'048'576;
  const std::string text = expose(metrics.totals(), gauges);
  expect_lines(text, {
                         R"(agent_access_connections_refused_total{reason="total"} 0)",
                         R"(agent_access_connections_refused_total{reason="address"} 2)",
                         R"(agent_access_connections_refused_total{reason="memory"} 1)",
                         "agent_access_connections_shed_total 2",
                         "agent_access_memory_held_bytes 65536",
                         "agent_access_memory_limit_bytes 1048576",
                     });
}

TEST(Metrics, WritesWhatIsKnownOfTheProcess) {
  const Metrics metrics(1);
  Gauges gauges;
  gauges.process = ProcessFacts{.cpu_seconds = 1.5,
                                .open_descriptors = 12,
                                .most_descriptors = 1024,
                                .virtual_bytes = 8192,
                                .resident_bytes = 4096,
                                .start_time = 1'790'000'000.25};
  const std::string text = expose(metrics.totals(), gauges);
  expect_lines(text, {
                         "process_cpu_seconds_total 1.5",
                         "process_open_fds 12",
                         "process_max_fds 1024",
                         "process_virtual_memory_bytes 8192",
                         "process_resident_memory_bytes 4096",
                         "process_start_time_seconds 1790000000.25",
                     });
  gauges.process = ProcessFacts{};
  EXPECT_EQ(expose(metrics.totals(), gauges).find("process_"), std::string::npos);
}

TEST(Metrics, WritesTheGauges) {
  const Metrics metrics(1);
  const std::string text = expose(metrics.totals(), {.snapshot_age_seconds = 12.5,
                                                     .seconds_to_rotation = 600,
                                                     .snapshot_number = 3,
                                                     .reload_failures = 2,
                                                     .log_lines_dropped = 9,
                                                     .version = "1.0.0",
                                                     .base_urls = {"https://example.com", "https://www.example.com"}});
  expect_lines(text, {
                         "agent_access_snapshot_age_seconds 12.5",
                         "agent_access_key_rotation_seconds 600",
                         "agent_access_snapshot_number 3",
                         "agent_access_reload_failures_total 2",
                         "agent_access_log_lines_dropped_total 9",
                         R"(agent_access_build_info{version="1.0.0"} 1)",
                         R"(agent_access_site_info{base_url="https://example.com"} 1)",
                         R"(agent_access_site_info{base_url="https://www.example.com"} 1)",
                         "# TYPE agent_access_snapshot_number gauge",
                     });
}

}  // namespace
}  // namespace agent_access::ops
