#include "base/ip_address.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>
#include <string_view>

namespace agent_access::base {
namespace {

IpAddress peer(std::string_view text) { return IpAddress::parse(text).value(); }

TEST(IpAddress, OfASocketWithoutOneIsUnspecified) {
  sockaddr_storage local{};
  local.ss_family = AF_UNIX;
  EXPECT_EQ(IpAddress::from(local).to_text(), "::");
}

TEST(IpAddress, IsNotParsedFromALongerText) {
  EXPECT_TRUE(IpAddress::parse("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255"));
  EXPECT_FALSE(IpAddress::parse("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555"));
  EXPECT_FALSE(IpAddress::parse(std::string_view("192.0.2.1\0", 10)));
}

TEST(IpAddress, WritesAMappedIpv4AddressAsIpv4) {
  EXPECT_EQ(peer("::ffff:192.0.2.1").to_text(), "192.0.2.1");
  EXPECT_EQ(peer("192.0.2.1").to_text(), "192.0.2.1");
  EXPECT_EQ(peer("2001:DB8::1").to_text(), "2001:db8::1");
}

TEST(IpAddress, ReadsBothFamiliesFromASocket) {
  sockaddr_storage storage{};
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(0xc0000201);
  std::memcpy(&storage, &four, sizeof four);
  EXPECT_EQ(IpAddress::from(storage).to_text(), "192.0.2.1");
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  inet_pton(AF_INET6, "::ffff:192.0.2.1", &six.sin6_addr);
  std::memcpy(&storage, &six, sizeof six);
  EXPECT_EQ(IpAddress::from(storage), peer("192.0.2.1"));
}

TEST(IpAddress, GroupsIpv4AddressesBy32AndIpv6By64) {
  EXPECT_NE(peer("192.0.2.1").prefix(64), peer("192.0.2.2").prefix(64));
  EXPECT_EQ(peer("::ffff:192.0.2.1").prefix(64), peer("192.0.2.1").prefix(64));
  EXPECT_EQ(peer("2001:db8:1:2::1").prefix(64), peer("2001:db8:1:2:ffff::9").prefix(64));
  EXPECT_NE(peer("2001:db8:1:2::1").prefix(64), peer("2001:db8:1:3::1").prefix(64));
  EXPECT_EQ(peer("2001:db8:12:34ff::1").prefix(56), peer("2001:db8:12:3400::"));
  EXPECT_EQ(peer("2001:db8:12:34ff::1").prefix(52), peer("2001:db8:12:3000::"));
  EXPECT_EQ(peer("2001:db8:12:34ff::1").prefix(48), peer("2001:db8:12::"));
  EXPECT_EQ(peer("2001:db8::1").prefix(128), peer("2001:db8::1"));
  EXPECT_EQ(peer("192.0.2.1").prefix(0), peer("192.0.2.1"));
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

TEST(Network, MayBeASingleAddressOrAWholeFamily) {
  EXPECT_TRUE(Network::parse("::1/128")->contains(peer("::1")));
  EXPECT_FALSE(Network::parse("::1")->contains(peer("::2")));
  EXPECT_TRUE(Network::parse("0.0.0.0/0")->contains(peer("203.0.113.9")));
  EXPECT_FALSE(Network::parse("0.0.0.0/0")->contains(peer("2001:db8::1")));
  EXPECT_TRUE(Network::parse("::/0")->contains(peer("2001:db8::1")));
}

TEST(Network, HasTheTextThatItIsReadFrom) {
  for (const char* text : {"10.1.2.3/8", "::1/128", "::/0", "192.0.2.1", "::1", "::ffff:10.0.0.0/104"}) {
    EXPECT_EQ(Network::parse(text)->text(), text);
  }
}

TEST(Network, RefusesTextThatIsNotCidr) {
  for (const char* text : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0/8",
                           "example.com", "10.0.0.0/8/8", "10.0.0.0/255.0.0.0"}) {
    EXPECT_FALSE(Network::parse(text)) << text;
  }
}

TEST(IpAddress, KnowsItsKind) {
  for (const char* text : {"127.0.0.1", "127.255.0.1", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(peer(text).is_loopback() && peer(text).is_private_use()) << text;
  }
  for (const char* text : {"10.255.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "100.127.0.1",
                           "169.254.1.1", "fd00::1", "fc00::1", "fe80::1", "febf::1"}) {
    EXPECT_TRUE(peer(text).is_private_use() && !peer(text).is_loopback()) << text;
  }
  for (const char* text : {"11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1",
                           "169.253.1.1", "203.0.113.7", "128.0.0.1", "::2", "fe00::1", "fec0::1", "2001:db8::1"}) {
    EXPECT_FALSE(peer(text).is_private_use() || peer(text).is_unspecified()) << text;
  }
  for (const char* text : {"0.0.0.0", "0.1.2.3", "::"}) {
    EXPECT_TRUE(peer(text).is_unspecified() && !peer(text).is_private_use()) << text;
  }
}

}  // namespace
}  // namespace agent_access::base
