#include "ops/observer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "ops/exposition.hpp"
#include "service/fault_table.hpp"

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
  std::string line_of(const http::Answered& answered, Level level = Level::info,
                      ClientAddress form = ClientAddress::prefix) {
    Metrics metrics(1);
    {
      Log log(ends_[1], level, LogFormat::json);
      AccessObserver(log, metrics.worker(0), clock_, LineQuota(0), form).on_response_sent(answered);
    }
    exposition_ = expose(metrics.totals(), {});
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

  static void note_caller(http::Outcome& outcome) {
    const http::Field agent{"User-Agent", "ExampleAgent/1.0"};
    http::Request request;
    request.host = "example.com";
    request.fields = {&agent, 1};
    request.peer_address = base::IpAddress::parse("203.0.113.9").value();
    outcome.caller.note(request, {});
  }

  std::array<int, 2> ends_{};
  FixedClock clock_;
  std::string exposition_;
};

TEST_F(AccessObserverTest, WritesEveryFieldOfAResponse) {
  http::Response response;
  response.status = 401;
  http::Outcome& outcome = response.outcome;
  outcome.route = http::Route::profile;
  outcome.fault = &service::fault("expired");
  outcome.client_id = base::parse_uuid("6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31");
  outcome.key_id = "k-1";
  outcome.token_id = "t-1";
  note_caller(outcome);
  const std::string line = line_of({.method = http::Method::get,
                                    .path = "/api/agent/full-profile",
                                    .peer = "192.0.2.7",
                                    .request_id = "00112233445566ff",
                                    .response = response,
                                    .duration = std::chrono::microseconds{1234}});
  EXPECT_EQ(
      line,
      R"("level":"info","event":"access","request_id":"00112233445566ff","client":"203.0.113.0/24","method":"GET",)"
      R"("host":"example.com","path":"/api/agent/full-profile","route":"profile","status":401,)"
      R"("error":"invalid_token","reason":"expired","duration_us":1234,"user_agent":"ExampleAgent/1.0",)"
      R"("client_id":"6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31","kid":"k-1","jti":"t-1"})"
      "\n");
}

http::Answered unknown_path(std::string_view path, const http::Response& response) {
  return {.method = http::Method::get,
          .path = path,
          .peer = "192.0.2.7",
          .request_id = "1",
          .response = response,
          .duration = {}};
}

TEST_F(AccessObserverTest, WritesThePeerOfBytesThatAreNoRequest) {
  http::Response response;
  response.status = 400;
  EXPECT_NE(line_of(unknown_path("", response)).find(R"("client":"192.0.2.0/24")"), std::string::npos);
  EXPECT_NE(line_of(unknown_path("", response), Level::info, ClientAddress::full).find(R"("client":"192.0.2.7")"),
            std::string::npos);
  EXPECT_EQ(line_of(unknown_path("", response), Level::info, ClientAddress::none).find(R"("client":)"),
            std::string::npos);
}

TEST_F(AccessObserverTest, TellsOfAProxyThatIsNotTrustedOnceForAllWorkers) {
  http::Response response;
  note_caller(response.outcome);
  response.outcome.caller.is_unlisted_proxy = true;
  Metrics metrics(2);
  ProxyNotice notice({base::Network::parse("::1/128").value()});
  {
    Log log(ends_[1], Level::warn, LogFormat::json);
    AccessObserver one(log, metrics.worker(0), clock_, LineQuota(0), ClientAddress::prefix, &notice);
    AccessObserver two(log, metrics.worker(1), clock_, LineQuota(0), ClientAddress::prefix, &notice);
    response.outcome.caller.address = base::IpAddress::parse("172.17.0.1").value();
    one.on_response_sent(unknown_path("/", response));
    two.on_response_sent(unknown_path("/", response));
  }
  const std::string lines = read_line();
  EXPECT_EQ(lines.find("untrusted_proxy"), lines.rfind("untrusted_proxy"));
  EXPECT_NE(lines.find(R"("add":"trusted_proxies = [\"::1/128\", \"172.17.0.1\"]"})"), std::string::npos) << lines;
}

TEST_F(AccessObserverTest, LogsAndCountsAFailedAccept) {
  Metrics metrics(1);
  {
    Log log(ends_[1], Level::info, LogFormat::json);
    AccessObserver(log, metrics.worker(0), clock_, LineQuota(0)).accept_failed(24);
  }
  EXPECT_EQ(read_line(), "\"level\":\"error\",\"event\":\"accept_failed\",\"errno\":24}\n");
  EXPECT_NE(expose(metrics.totals(), {}).find("agent_access_accept_failures_total 1\n"), std::string::npos);
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
    for (int count = 0; count < 7; ++count) observer.on_response_sent(answer(refused));
    observer.on_response_sent(answer(granted));
    clock_.time += std::chrono::seconds(1);
    observer.on_response_sent(answer(refused));
    observer.on_response_sent(answer(refused));
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
  EXPECT_NE(expose(metrics.totals(), {}).find("\nagent_access_log_lines_left_out_total 5\n"), std::string::npos);
}

std::string text_of(std::string_view address, ClientAddress form) {
  return std::string(ClientText(base::IpAddress::parse(address).value(), form).view());
}

TEST(ClientText, IsTheNetworkByDefault) {
  EXPECT_EQ(text_of("203.0.113.7", ClientAddress::prefix), "203.0.113.0/24");
  EXPECT_EQ(text_of("0.0.0.0", ClientAddress::prefix), "0.0.0.0/24");
  EXPECT_EQ(text_of("255.255.255.255", ClientAddress::prefix), "255.255.255.0/24");
  EXPECT_EQ(text_of("::ffff:203.0.113.7", ClientAddress::prefix), "203.0.113.0/24");
}

TEST(ClientText, OfAnIpv6NetworkHasTheFormOfRfc5952) {
  EXPECT_EQ(text_of("2001:db8:1a:2:3:4:5:6", ClientAddress::prefix), "2001:db8:1a::/48");
  EXPECT_EQ(text_of("2001:db8::1", ClientAddress::prefix), "2001:db8::/48");
  EXPECT_EQ(text_of("2001:0:1::1", ClientAddress::prefix), "2001:0:1::/48");
  EXPECT_EQ(text_of("::1", ClientAddress::prefix), "::/48");
}

TEST(ClientText, IsTheWholeAddressIfWanted) {
  EXPECT_EQ(text_of("203.0.113.7", ClientAddress::full), "203.0.113.7");
  EXPECT_EQ(text_of("255.255.255.255", ClientAddress::full), "255.255.255.255");
  EXPECT_EQ(text_of("2001:db8::1", ClientAddress::full), "2001:db8::1");
  EXPECT_EQ(text_of("2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff", ClientAddress::full),
            "2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff");
}

base::IpAddress address(std::string_view text) { return base::IpAddress::parse(text).value(); }

/// The lines that the notices of these peers write, without their times.
std::vector<std::string> lines_for(const std::vector<std::string_view>& peers, ClientAddress form) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  {
    ProxyNotice notice({*base::Network::parse("127.0.0.0/8"), *base::Network::parse("::1/128")});
    Log log(ends[1], Level::info, LogFormat::json);
    for (const auto peer : peers) notice.tell(address(peer), form, log);
  }
  ::close(ends[1]);
  std::string text(8192, '\0');
  const ssize_t size = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    lines.push_back(line.substr(line.find("\"level\"")));
    at = end + 1;
  }
  return lines;
}

TEST(ProxyNotice, TellsNoLineForAPublicAddressAndWritesItAsClientsAre) {
  const auto lines = lines_for({"203.0.113.7", "198.51.100.1"}, ClientAddress::prefix);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(
      lines[0],
      R"("level":"info","event":"untrusted_proxy","peer":"203.0.113.0/24","text":"names a client in X-Forwarded-For )"
      R"(or Forwarded, which is ignored; if it is your proxy or CDN, add its networks to limits.trusted_proxies"})");
}

TEST(ProxyNotice, OfAClientDoesNotHideThatOfAProxy) {
  EXPECT_EQ(lines_for({"203.0.113.7", "192.168.1.2"}, ClientAddress::none).size(), 2U);
}

TEST(ProxyNotice, NamesTheNetworksOfTheLastReload) {
  ProxyNotice notice({base::Network::parse("127.0.0.0/8").value()});
  EXPECT_EQ(notice.line_to_add(address("172.17.0.1")), "trusted_proxies = [\"127.0.0.0/8\", \"172.17.0.1\"]");
  notice.adopt({base::Network::parse("10.0.0.0/8").value(), base::Network::parse("fd00::/8").value()});
  EXPECT_EQ(notice.line_to_add(address("172.17.0.1")),
            "trusted_proxies = [\"10.0.0.0/8\", \"fd00::/8\", \"172.17.0.1\"]");
}

}  // namespace
}  // namespace agent_access::ops
