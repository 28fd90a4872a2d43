#include "net/capacity/connection_counts.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_access::net {
namespace {

using http::Refused;
using Admission = ConnectionCounts::Admission;

base::Network network(std::string_view text) { return base::Network::parse(text).value(); }

/// Open connections, which keep their places.
class Connections {
 public:
  explicit Connections(std::size_t total, std::size_t address = 1'000'000)
      : counts({total, address}, {network("127.0.0.0/8")}) {}
  /// "admitted", or the cap that was reached.
  std::string_view open(std::string_view from) {
    auto place = counts.try_add(base::IpAddress::parse(from).value());
    if (!place) return place.error() == Refused::total ? "total" : "address";
    places.push_back(std::move(*place));
    return "admitted";
  }
  ConnectionCounts counts;
  std::vector<Admission> places;
};

TEST(ConnectionCounts, CapEachAddress) {
  const struct {
    std::string_view name;
    std::size_t cap;
    std::vector<std::string_view> admitted;
    std::string_view refused;
  } rows[] = {
      {"IPv4 address", 2, {"192.0.2.1", "192.0.2.1", "192.0.2.2"}, "192.0.2.1"},
      {"mapped IPv4 address", 1, {"192.0.2.1"}, "::ffff:192.0.2.1"},
      {"IPv6 /64", 1, {"2001:db8:1:2::1", "2001:db8:1:3::1"}, "2001:db8:1:2:ffff::9"},
  };
  for (const auto& [name, cap, admitted, refused] : rows) {
    SCOPED_TRACE(name);
    Connections connections(100, cap);
    for (const auto from : admitted) EXPECT_EQ(connections.open(from), "admitted") << from;
    EXPECT_EQ(connections.open(refused), "address");
  }
}

TEST(ConnectionCounts, CountsCorrectlyWhenExemptNetworksChange) {
  Connections connections(7, 2);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  connections.counts.set_exempt({network("192.0.2.0/24")});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(connections.open("127.0.0.1"), "admitted");  // the first that are counted
  EXPECT_EQ(connections.open("127.0.0.1"), "address");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "total");
  connections.counts.set_exempt({});
  connections.places.clear();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "address");
}

TEST(ConnectionCounts, CapsTheTotalAlsoForExemptPeers) {
  Connections connections(2, 1);
  EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("127.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("127.0.0.1"), "total");
  EXPECT_EQ(connections.open("192.0.2.1"), "total");
  connections.places.pop_back();
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
}

TEST(ConnectionCounts, ARefusalIsNotCounted) {
  Connections connections(2, 1);
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  for (int attempt = 0; attempt < 20; ++attempt) EXPECT_EQ(connections.open("192.0.2.1"), "address");
  EXPECT_EQ(connections.open("192.0.2.2"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.3"), "total");
  connections.places.clear();
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
}

TEST(ConnectionCounts, AClosedConnectionIsNotCounted) {
  Connections connections(10, 2);
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  connections.places.pop_back();
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "address");
}

TEST(ConnectionCounts, AnAdmissionIsReleasedOnce) {
  Connections connections(3, 2);
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.2"), "admitted");
  connections.places[0].release();
  connections.places[0].release();
  Admission moved = std::move(connections.places[0]);
  moved.release();
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.1"), "total");
}

TEST(ConnectionCounts, AnAdmissionThatIsReplacedIsReleased) {
  Connections connections(2, 1);
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("198.51.100.1"), "admitted");
  connections.places[0] = std::move(connections.places[1]);
  EXPECT_EQ(connections.open("198.51.100.1"), "address");
  EXPECT_EQ(connections.open("192.0.2.1"), "admitted");
  EXPECT_EQ(connections.open("192.0.2.2"), "total");
}

TEST(ConnectionCounts, EveryExemptNetworkCounts) {
  Connections connections(10, 1);
  connections.counts.set_exempt({network("127.0.0.0/8"), network("10.0.0.0/8")});
  for (const std::string_view from : {"127.0.0.1", "10.0.0.1"}) {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(connections.open(from), "admitted") << from;
  }
  EXPECT_EQ(connections.open("11.0.0.1"), "admitted");
  EXPECT_EQ(connections.open("11.0.0.1"), "address");
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
