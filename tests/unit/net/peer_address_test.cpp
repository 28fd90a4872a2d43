#include "net/peer_address.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>
#include <string_view>

namespace agent_access::net {
namespace {

PeerAddress peer(std::string_view text) { return PeerAddress::parse(text).value(); }

TEST(PeerAddress, WritesAMappedIpv4AddressAsIpv4) {
  EXPECT_EQ(peer("::ffff:192.0.2.1").to_text(), "192.0.2.1");
  EXPECT_EQ(peer("192.0.2.1").to_text(), "192.0.2.1");
  EXPECT_EQ(peer("2001:DB8::1").to_text(), "2001:db8::1");
}

TEST(PeerAddress, ReadsBothFamiliesFromASocket) {
  sockaddr_storage storage{};
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(0xc0000201);
  std::memcpy(&storage, &four, sizeof four);
  EXPECT_EQ(PeerAddress::from(storage).to_text(), "192.0.2.1");
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  inet_pton(AF_INET6, "::ffff:192.0.2.1", &six.sin6_addr);
  std::memcpy(&storage, &six, sizeof six);
  EXPECT_EQ(PeerAddress::from(storage), peer("192.0.2.1"));
}

TEST(PeerAddress, CountsIpv4AddressesOneByOneAndIpv6By64) {
  EXPECT_NE(peer("192.0.2.1").counted(), peer("192.0.2.2").counted());
  EXPECT_EQ(peer("::ffff:192.0.2.1").counted(), peer("192.0.2.1").counted());
  EXPECT_EQ(peer("2001:db8:1:2::1").counted(), peer("2001:db8:1:2:ffff::9").counted());
  EXPECT_NE(peer("2001:db8:1:2::1").counted(), peer("2001:db8:1:3::1").counted());
}

TEST(Network, ContainsTheAddressesOfItsPrefix) {
  const Network ten = Network::parse("10.0.0.0/8").value();
  EXPECT_TRUE(ten.contains(peer("10.255.0.1")));
  EXPECT_TRUE(ten.contains(peer("::ffff:10.1.1.1")));
  EXPECT_FALSE(ten.contains(peer("11.0.0.0")));
  EXPECT_FALSE(ten.contains(peer("a00::1")));
  const Network odd = Network::parse("192.0.2.128/25").value();
  EXPECT_TRUE(odd.contains(peer("192.0.2.255")));
  EXPECT_FALSE(odd.contains(peer("192.0.2.127")));
}

TEST(Network, TakesSingleAddressesAndWholeFamilies) {
  EXPECT_TRUE(Network::parse("::1/128")->contains(peer("::1")));
  EXPECT_FALSE(Network::parse("::1")->contains(peer("::2")));
  EXPECT_TRUE(Network::parse("0.0.0.0/0")->contains(peer("203.0.113.9")));
  EXPECT_FALSE(Network::parse("0.0.0.0/0")->contains(peer("2001:db8::1")));
  EXPECT_TRUE(Network::parse("::/0")->contains(peer("2001:db8::1")));
}

TEST(Network, RefusesWhatIsNoCidr) {
  for (const char* text : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0/8",
                           "example.com", "10.0.0.0/8/8", "10.0.0.0/255.0.0.0"}) {
    EXPECT_FALSE(Network::parse(text)) << text;
  }
}

}  // namespace
}  // namespace agent_access::net
