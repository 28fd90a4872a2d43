#include "ops/observer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace agent_access::ops {
namespace {

class FixedClock final : public base::MonotonicClock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override { return time; }
  std::chrono::nanoseconds time{std::chrono::hours(1)};
};

class AccessObserverTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0); }
  void TearDown() override {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  // The line without its time.
  std::string line_of(const http::Answered& answered, Level level = Level::info) {
    Metrics metrics(1);
    {
      Log log(ends_[1], level, LogFormat::json);
      AccessObserver(log, metrics.worker(0), clock_, LineQuota(0)).answered(answered);
    }
    exposition_ = metrics.expose({});
    return read_line();
  }
  std::string read_line() {
    EXPECT_EQ(::fcntl(ends_[0], F_SETFL, O_NONBLOCK), 0);
    std::array<char, 2048> buffer{};
    const ssize_t count = ::read(ends_[0], buffer.data(), buffer.size());
    const std::string line(buffer.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
    const std::size_t start = line.find("\"level\"");
    return start == std::string::npos ? line : line.substr(start);
  }

  std::array<int, 2> ends_{};
  FixedClock clock_;
  std::string exposition_;
};

TEST_F(AccessObserverTest, WritesEveryFieldOfAResponse) {
  http::Response response;
  response.status = 401;
  service::Outcome& outcome = service::outcome_of(response);
  outcome.route = publish::Route::profile;
  outcome.ending = oauth::BearerFault::expired;
  outcome.client_id = base::parse_uuid("6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31");
  outcome.key_id = "k-1";
  outcome.token_id = "t-1";
  const std::string line = line_of({.method = http::Method::get,
                                    .path = "/api/agent/full-profile",
                                    .peer = "192.0.2.7",
                                    .request_id = "00112233445566ff",
                                    .response = response,
                                    .duration = std::chrono::microseconds{1234}});
  EXPECT_EQ(line,
            R"("level":"info","event":"access","request_id":"00112233445566ff","peer":"192.0.2.7","method":"GET",)"
            R"("path":"/api/agent/full-profile","route":"profile","status":401,"error":"invalid_token",)"
            R"("reason":"expired","duration_us":1234,"client_id":"6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31",)"
            R"("kid":"k-1","jti":"t-1"})"
            "\n");
}

TEST_F(AccessObserverTest, OmitsThePathOfAnUnknownRoute) {
  http::Response response;
  response.status = 404;
  const std::string line = line_of({.method = http::Method::get,
                                    .path = "/secret-in-a-path",
                                    .peer = "192.0.2.7",
                                    .request_id = "1",
                                    .response = response,
                                    .duration = {}});
  EXPECT_NE(line.find(R"("path":"","route":"unknown","status":404)"), std::string::npos) << line;
  EXPECT_EQ(line.find("secret-in-a-path"), std::string::npos);
}

TEST_F(AccessObserverTest, CountsResponsesThatAreNotLogged) {
  http::Response response;
  service::outcome_of(response).route = publish::Route::token;
  EXPECT_EQ(line_of({.method = http::Method::post,
                     .path = "/oauth/token",
                     .peer = "",
                     .request_id = "",
                     .response = response,
                     .duration = {}},
                    Level::warn),
            "");
  EXPECT_NE(exposition_.find(R"(http_server_requests_total{http_route="token")"), std::string::npos);
}

TEST_F(AccessObserverTest, LogsAndCountsAFailedAccept) {
  Metrics metrics(1);
  {
    Log log(ends_[1], Level::info, LogFormat::json);
    AccessObserver(log, metrics.worker(0), clock_, LineQuota(0)).accept_failed(24);
  }
  EXPECT_EQ(read_line(), "\"level\":\"error\",\"event\":\"accept_failed\",\"errno\":24}\n");
  EXPECT_NE(metrics.expose({}).find("agent_access_accept_failures_total 1\n"), std::string::npos);
}

TEST_F(AccessObserverTest, LimitsLinesAboutRefusalsInASecondAndReportsHowManyItOmitted) {
  http::Response refused;
  refused.status = 404;
  http::Response granted;
  const auto answer = [](const http::Response& response) {
    return http::Answered{http::Method::get, "/", "192.0.2.1", "id", response, std::chrono::nanoseconds(1)};
  };
  Metrics metrics(1);
  {
    Log log(ends_[1], Level::info, LogFormat::json);
    AccessObserver observer(log, metrics.worker(0), clock_, LineQuota(2));
    for (int count = 0; count < 7; ++count) observer.answered(answer(refused));
    observer.answered(answer(granted));
    clock_.time += std::chrono::seconds(1);
    observer.answered(answer(refused));
    observer.answered(answer(refused));
  }
  std::array<char, 8192> buffer{};
  const ssize_t size = ::read(ends_[0], buffer.data(), buffer.size());
  const std::string text(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const auto count_of = [&](std::string_view part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(count_of("\"status\":404"), 4U);
  EXPECT_EQ(count_of("\"status\":200"), 1U);
  EXPECT_EQ(count_of("\"event\":\"access_left_out\",\"lines\":5}"), 1U);
  EXPECT_NE(metrics.expose({}).find("\nagent_access_log_lines_left_out_total 5\n"), std::string::npos);
}

}  // namespace
}  // namespace agent_access::ops
