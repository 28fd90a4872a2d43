#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

void expect_full(Client& client) {
  const auto answer = client.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_EQ(answer->field("Connection"), "close");
  EXPECT_NE(answer->body.find("\"error\":\"temporarily_unavailable\""), std::string::npos) << answer->body;
  EXPECT_TRUE(client.is_at_end());
}

void expect_served(Client& client) {
  client.send(kGet);
  const auto answer = client.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
}

TEST(ConnectionCaps, RefuseConnectionsBeyondTheTotal) {
  net::Limits limits;
  limits.connections = 2;
  Running running(with_limits(limits));
  auto first = running.connect();
  const auto second = running.connect("127.0.0.2");
  expect_served(*first);
  expect_served(*second);
  expect_full(*running.connect("127.0.0.3"));
  first.reset();
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
  expect_served(*running.connect("127.0.0.3"));
}

TEST(ConnectionCaps, RefuseOneAddressAndServeAnother) {
  net::Limits limits;
  limits.connections_per_address = 1;
  Running running(with_limits(limits));
  const auto first = running.connect();
  expect_served(*first);
  expect_full(*running.connect());
  expect_served(*running.connect("127.0.0.2"));
  expect_served(*first);
}

TEST(ConnectionCaps, ExemptTrustedProxies) {
  net::Limits limits;
  limits.connections_per_address = 1;
  net::ServerOptions options = with_limits(limits);
  options.trusted = trusting({"127.0.0.1/32"});
  Running running(options);
  const auto first = running.connect();
  const auto second = running.connect();
  expect_served(*first);
  expect_served(*second);
}

TEST(ConnectionCaps, ReportRefusalsLikeOtherResponses) {
  net::Limits limits;
  limits.connections = 1;
  Running running(with_limits(limits));
  const auto first = running.connect();
  expect_served(*first);
  expect_full(*running.connect());
  const auto records = running.events().records();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records.back().status, 503);
  EXPECT_EQ(records.back().peer, "127.0.0.1");
  EXPECT_EQ(running.events().opened(), 1U);
}

/// Lowers the descriptor limit of this process and uses up all free descriptors.
class Exhaustion {
 public:
  Exhaustion() {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit low = before_;
    low.rlim_cur = 200;
    setrlimit(RLIMIT_NOFILE, &low);
    for (;;) {
      net::Descriptor taken(::open("/dev/null", O_RDONLY | O_CLOEXEC));
      if (taken.number() < 0) break;
      taken_.push_back(std::move(taken));
    }
  }
  Exhaustion(const Exhaustion&) = delete;
  Exhaustion& operator=(const Exhaustion&) = delete;
  ~Exhaustion() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
  std::vector<net::Descriptor> taken_;
};

TEST(DescriptorExhaustion, BacksOffServesOpenConnectionsAndRecovers) {
#ifdef AGENT_ACCESS_SANITIZES_UNDEFINED
  GTEST_SKIP() << "UBSan's vptr check opens a pipe for itself, which fails without descriptors";
#endif
  Running running;
  const auto early = running.connect();
  expect_served(*early);
  Client late;  // its descriptor exists, so that only the server's accept fails
  auto exhaustion = std::make_unique<Exhaustion>();
  late.connect(running.port());
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.accept_failures() >= 1; }));
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.accept_failures() >= 4; }));
  // Three more attempts take three back-off times: the loop does not spin.
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(250));
  expect_served(*early);
  exhaustion.reset();
  expect_served(late);
}

}  // namespace
}  // namespace agent_access::test
