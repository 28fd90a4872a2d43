#include "net/capacity/connection_counts.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/net/capacity/samples.hpp"

namespace agent_access::net {
namespace {

using http::Refused;
using Place = ConnectionCounts::Place;

constexpr std::size_t kPlenty = 1'000'000;

std::vector<base::Network> loopback() { return {base::Network::parse("127.0.0.0/8").value()}; }

/// Caps of the total, an address, a network and a wide network.
Shares caps(std::size_t total, std::size_t address = kPlenty, std::size_t network = kPlenty,
            std::size_t wide_network = kPlenty) {
  return {total, {address, network, wide_network}};
}

/// Open connections, which keep their places.
class Connections {
 public:
  explicit Connections(const Shares& shares) : counts(shares, loopback()) {}
  /// "admitted", or the cap that was reached.
  std::string open(std::string_view from) {
    auto place = counts.try_add(peer(from));
    if (!place) return name(place.error());
    places.push_back(std::move(*place));
    return "admitted";
  }
  static std::string name(Refused cap) {
    constexpr std::string_view kNames[] = {"total", "address", "network", "memory"};
    return std::string(kNames[static_cast<std::size_t>(cap)]);
  }
  ConnectionCounts counts;
  std::vector<Place> places;
};

TEST(ConnectionCounts, CapEachAddressAndNetwork) {
  const struct {
    std::string_view name;
    Shares shares;
    std::vector<std::string_view> admitted;
    std::string_view refused;
    std::string_view cap;
  } rows[] = {
      {"IPv4 address", caps(100, 2), {"192.0.2.1", "192.0.2.1", "192.0.2.2"}, "192.0.2.1", "address"},
      {"mapped IPv4 address", caps(100, 1), {"192.0.2.1"}, "::ffff:192.0.2.1", "address"},
      {"IPv6 /64", caps(100, 1), {"2001:db8:1:2::1", "2001:db8:1:3::1"}, "2001:db8:1:2:ffff::9", "address"},
      {"IPv4 /24", caps(100, 5, 3), {"192.0.2.1", "192.0.2.128", "192.0.2.255", "192.0.3.1"}, "192.0.2.77", "network"},
      {"IPv6 /56",
       caps(100, 5, 2),
       {"2001:db8:1:200::1", "2001:db8:1:2ff::1", "2001:db8:1:300::1"},
       "2001:db8:1:280::1",
       "network"},
      {"IPv6 /48",
       caps(100, 5, 5, 2),
       {"2001:db8:1:200::1", "2001:db8:1:ff00::1", "2001:db8:2:100::1"},
       "2001:db8:1:100::1",
       "network"},
      {"no wide network of IPv4",
       caps(100, 5, 2, 1),
       {"192.0.2.1", "192.0.2.2", "198.51.100.1"},
       "192.0.2.3",
       "network"},
  };
  for (const auto& [name, shares, admitted, refused, cap] : rows) {
    SCOPED_TRACE(name);
    Connections connections(shares);
    for (const auto from : admitted) EXPECT_EQ(connections.open(from), "admitted") << from;
    EXPECT_EQ(connections.open(refused), cap);
  }
}

TEST(ConnectionCounts, CountsCorrectlyWhenExemptNetworksChange) {
  Connections connections(caps(100, 2));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  connections.counts.set_exempt({base::Network::parse("192.0.2.0/24").value()});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(connections.open("127.0.0.1"), "admitted");  // the first that are counted
  EXPECT_EQ(connections.open("127.0.0.1"), "address");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  connections.counts.set_exempt({});
  connections.places.clear();
  EXPECT_EQ(connections.counts.total(), 0U);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "address");
}

TEST(ConnectionCounts, CapsTheTotalAlsoForExemptPeers) {
  Connections connections(caps(2, 1));
  EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("127.0.0.1"), "total");
  EXPECT_EQ(connections.open("192.0.2.1"), "total");
  connections.places.pop_back();
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
}

TEST(ConnectionCounts, AdmitsNoPeerWithACapOfZero) {
  Connections connections(caps(100, 0));
  EXPECT_EQ(connections.open("192.0.2.1"), "address");
  EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
}

TEST(ConnectionCounts, ARefusalIsCountedInNoNetwork) {
  Connections connections(caps(10, 10, 10, 1));
  EXPECT_EQ(connections.open("2001:db8:1:200::1"), "admitted");
  for (int attempt = 0; attempt < 20; ++attempt) EXPECT_EQ(connections.open("2001:db8:1:300::1"), "network");
  connections.places.clear();
  EXPECT_EQ(connections.counts.total(), 0U);
  EXPECT_EQ(connections.counts.of_network(peer("2001:db8:1:300::1")), 0U);
  EXPECT_EQ(connections.open("2001:db8:1:300::1"), "admitted");
}

TEST(ConnectionCounts, ReleasesEachNetworkWhenAConnectionCloses) {
  Connections connections(caps(3, 1, 2, 3));
  EXPECT_EQ(connections.open("2001:db8:1:200::1"), "admitted");
  EXPECT_EQ(connections.open("2001:db8:1:201::1"), "admitted");
  EXPECT_EQ(connections.open("2001:db8:1:202::1"), "network");
  connections.places.erase(connections.places.begin());
  EXPECT_EQ(connections.open("2001:db8:1:202::1"), "admitted");
  EXPECT_EQ(connections.open("2001:db8:1:201::1"), "address");
}

TEST(ConnectionCounts, APlaceIsReleasedOnce) {
  Connections connections(caps(2));
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  connections.places[0].release();
  connections.places[0].release();
  Place moved = std::move(connections.places[0]);
  moved.release();
  EXPECT_EQ(connections.counts.total(), 1U);
  EXPECT_EQ(connections.counts.of_network(peer("192.0.2.9")), 1U);
}

TEST(ConnectionCounts, APlaceThatIsReplacedIsReleased) {
  Connections connections(caps(2));
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("198.51.100.1"), "admitted");
  connections.places[0] = std::move(connections.places[1]);
  EXPECT_EQ(connections.counts.total(), 1U);
  EXPECT_EQ(connections.counts.of_network(peer("192.0.2.1")), 0U);
  EXPECT_EQ(connections.counts.of_network(peer("198.51.100.1")), 1U);
}

TEST(ConnectionCounts, EveryExemptNetworkCounts) {
  Connections connections(caps(10, 0));
  connections.counts.set_exempt(
      {base::Network::parse("127.0.0.0/8").value(), base::Network::parse("10.0.0.0/8").value()});
  EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("10.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("11.0.0.1"), "address");
}

TEST(ConnectionCounts, ExemptPeersCountInNoNetwork) {
  Connections connections(caps(10));
  EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.places[0].use(Reach::address), nullptr);
  ASSERT_NE(connections.places[1].use(Reach::network), nullptr);
  EXPECT_EQ(connections.places[1].use(Reach::network)->connections, 1U);
  EXPECT_EQ(connections.places[1].use(Reach::wide_network), nullptr);
}

TEST(DefaultConnectionCap, IsBelowHalfOfTheDescriptorLimit) {
  rlimit descriptors{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &descriptors), 0);
  if (descriptors.rlim_cur == RLIM_INFINITY) GTEST_SKIP() << "no descriptor limit here";
  EXPECT_LT(default_connection_cap() * 2, descriptors.rlim_cur);
  EXPECT_GE(default_connection_cap() * 2 + 3, descriptors.rlim_cur);
}

}  // namespace
}  // namespace agent_access::net
