#include "app/config/value_rules.hpp"

#include <gtest/gtest.h>

#include "app/config/derived_values.hpp"
#include "app/config/setting_table.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

TEST(WithAsciiHost, ConvertsTheHostOnly) {
  EXPECT_EQ(with_ascii_host("https://www.müller.example:8443/ü"), "https://www.xn--mller-kva.example:8443/ü");
  EXPECT_EQ(with_ascii_host("https://straße.example"), "https://xn--strae-oqa.example");
  EXPECT_EQ(with_ascii_host("https://Müller.example"), "https://xn--mller-kva.example");
  EXPECT_EQ(with_ascii_host("https://例え.テスト"), "https://xn--r8jz45g.xn--zckzah");
}

TEST(WithAsciiHost, IsNothingWithoutAnInternationalHost) {
  for (const auto* url :
       {"https://example.com", "https://example.com/ü", "müller.example", "", "https://", "https://\xFF.example"}) {
    EXPECT_FALSE(with_ascii_host(url)) << url;
  }
}

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

TEST(SettingChecks, TakeOriginsAsBrowsersSendThem) {
  for (const auto* text : {"*", "null", "https://app.example", "http://localhost:6274", "http://[::1]:8080",
                           "chrome-extension://abcdef", "vscode-webview://0a1b"}) {
    EXPECT_EQ(check_allowed_origin(text), std::nullopt) << text;
  }
  for (const auto* text :
       {"", "app.example", "https://", "://app.example", "https://app.example/", "https://App.example",
        "https://*.example", "https://a b", "https://a.example,https://b.example", "https://u@a"}) {
    EXPECT_EQ(
        check_allowed_origin(text),
        "\"" + std::string(text) +
            "\" is not an origin as browsers send it; write for example \"https://app.example\" without a slash at "
            "its end, or \"*\" for all")
        << text;
  }
}

}  // namespace
}  // namespace agent_access::app
