#include "ops/client_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::ops {
namespace {

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

TEST(ClientText, IsEmptyIfNoneIsWanted) {
  EXPECT_EQ(text_of("203.0.113.7", ClientAddress::none), "");
  EXPECT_EQ(text_of("2001:db8::1", ClientAddress::none), "");
}

}  // namespace
}  // namespace agent_access::ops
