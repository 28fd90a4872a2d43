#include "app/config/limit_policy.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using base::ForwardedField;

TEST(ParseForwardedField, AcceptsTwoNamesInAnyCase) {
  EXPECT_EQ(parse_forwarded_field("X-Forwarded-For"), ForwardedField::x_forwarded_for);
  EXPECT_EQ(parse_forwarded_field("x-forwarded-for"), ForwardedField::x_forwarded_for);
  EXPECT_EQ(parse_forwarded_field("FORWARDED"), ForwardedField::forwarded);
  for (const char* const other : {"", "X-Real-IP", "Forwarded ", "X-Forwarded-For, Forwarded", "X-Forwarded-Fo"}) {
    EXPECT_EQ(parse_forwarded_field(other), std::nullopt) << other;
  }
}

TEST(MakeLimitPolicy, TrustsTheConfiguredProxiesAndField) {
  Config config;
  config.trusted_proxies = {"192.0.2.0/24", "2001:db8::/32"};
  config.forwarded_field = "forwarded";
  const auto trusted = make_limit_policy(config).trusted;
  EXPECT_EQ(trusted.field, ForwardedField::forwarded);
  EXPECT_TRUE(trusted.contains(*base::IpAddress::parse("192.0.2.255")));
  EXPECT_TRUE(trusted.contains(*base::IpAddress::parse("2001:db8::1")));
  EXPECT_FALSE(trusted.contains(*base::IpAddress::parse("192.0.3.0")));
  EXPECT_FALSE(trusted.contains(*base::IpAddress::parse("127.0.0.1")));
}

TEST(MakeLimitPolicy, TrustsLoopbackAndXForwardedForByDefault) {
  const auto trusted = make_limit_policy(Config{}).trusted;
  EXPECT_EQ(trusted.field, ForwardedField::x_forwarded_for);
  EXPECT_TRUE(trusted.contains(*base::IpAddress::parse("127.0.0.1")));
  EXPECT_TRUE(trusted.contains(*base::IpAddress::parse("::1")));
}

}  // namespace
}  // namespace agent_access::app
