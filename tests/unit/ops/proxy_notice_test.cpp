#include "ops/observer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace agent_access::ops {
namespace {

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

TEST(ProxyNotice, TellsTheLineToAddOnce) {
  const auto lines = lines_for({"172.17.0.1", "172.17.0.1", "10.0.0.9"}, ClientAddress::prefix);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(
      lines[0],
      R"("level":"warn","event":"untrusted_proxy","peer":"172.17.0.1","text":"names clients in X-Forwarded-For or )"
      R"(Forwarded, which is ignored, so that they share one rate limit; if it is your proxy, add the line to )"
      R"([limits] of the configuration","add":"trusted_proxies = [\"127.0.0.0/8\", \"::1/128\", \"172.17.0.1\"]"})");
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

TEST(ProxyNotice, KnowsTheAddressesOfPrivateUse) {
  for (const std::string_view text :
       {"127.0.0.1", "10.255.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "100.127.0.1",
        "169.254.1.1", "::1", "fd00::1", "fc00::1", "fe80::1", "febf::1"}) {
    EXPECT_TRUE(ProxyNotice::is_private_use(address(text))) << text;
  }
  for (const std::string_view text :
       {"11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1", "169.253.1.1",
        "203.0.113.7", "::2", "fe00::1", "fec0::1", "2001:db8::1"}) {
    EXPECT_FALSE(ProxyNotice::is_private_use(address(text))) << text;
  }
}

}  // namespace
}  // namespace agent_access::ops
