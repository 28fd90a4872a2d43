#include "app/config/setting_checks.hpp"

#include <gtest/gtest.h>

#include "app/config/derived_values.hpp"
#include "app/config/setting_table.hpp"
#include "support/filled.hpp"
#include "unit/app/config/config_fixture.hpp"

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

class LimitSettings : public ConfigTest {};

TEST_F(LimitSettings, AreThePolicyAndShownAsTheyAreWritten) {
  const auto config = load(
      "[limits]\nrequests = 61\nwindow = \"90s\"\nwide_networks = [\"198.51.100.7=10\"]\nceiling = 7000\n"
      "trusted_proxies = [\"192.0.2.9/24\", \"2001:db8::/32\"]\nforwarded_field = \"forwarded\"\n");
  const auto& policy = config.policy;
  EXPECT_EQ(policy.requests, 61);
  EXPECT_EQ(policy.window, std::chrono::seconds{90});
  EXPECT_EQ(policy.ceiling, 7000);
  ASSERT_EQ(policy.wide_networks.size(), 1U);
  EXPECT_TRUE(policy.wide_networks[0].network.contains(*base::IpAddress::parse("198.51.100.7")));
  EXPECT_EQ(policy.wide_networks[0].factor, 10);
  EXPECT_EQ(policy.trusted.field, ForwardedField::forwarded);
  EXPECT_TRUE(policy.trusted.contains(*base::IpAddress::parse("192.0.2.255")));
  EXPECT_TRUE(policy.trusted.contains(*base::IpAddress::parse("2001:db8::1")));
  EXPECT_FALSE(policy.trusted.contains(*base::IpAddress::parse("192.0.3.0")));
  EXPECT_FALSE(policy.trusted.contains(*base::IpAddress::parse("127.0.0.1")));
  const auto shown = [&](std::string_view key) {
    return render_value(config, setting_table()[*find_setting("limits", key)]);
  };
  EXPECT_EQ(shown("window"), "\"90s\"");
  EXPECT_EQ(shown("wide_networks"), "[\"198.51.100.7=10\"]");
  EXPECT_EQ(shown("trusted_proxies"), "[\"192.0.2.9/24\", \"2001:db8::/32\"]");
  EXPECT_EQ(shown("forwarded_field"), "\"forwarded\"");
}

TEST(SettingTable, NeedsARestartForEachMemberOfTheLimitsOfWorkers) {
  Config config;
  const auto* const begin = reinterpret_cast<const std::byte*>(&config.limits);
  for (const auto& setting : test::filled(setting_table())) {
    const auto place = setting.place(config);
    const auto* const at =
        std::visit([](const auto* value) { return reinterpret_cast<const std::byte*>(value); }, place);
    if (at < begin || at >= begin + sizeof(config.limits)) continue;
    EXPECT_EQ(setting.effect, Effect::restart) << full_name(setting);
  }
}

class SiteSettings : public ConfigTest {};

TEST_F(SiteSettings, AreThoseOfTheDocuments) {
  const auto settings = load(
                            "base_urls = [\"https://www.example.com:8443/\", \"https://example.com\"]\n"
                            "[content]\npages = false\nnot_found_page = true\n"
                            "[mcp]\nenabled = true\nchallenge = \"result\"\nallowed_origins = [\"*\"]\n"
                            "[robots]\nsearch = \"yes\"\ninput = \"no\"\n[discovery]\npage_markdown = true\n")
                            .settings;
  ASSERT_EQ(settings.base_urls.size(), 2U);
  EXPECT_EQ(settings.base_urls[0].text(), "https://www.example.com:8443") << "the canonical form";
  EXPECT_EQ(settings.base_urls[1].text(), "https://example.com");
  EXPECT_FALSE(settings.has_pages);
  EXPECT_TRUE(settings.has_not_found_page);
  EXPECT_TRUE(settings.mcp.is_enabled);
  EXPECT_TRUE(settings.mcp.challenges_in_result);
  EXPECT_EQ(settings.mcp.allowed_origins, Texts{"*"});
  EXPECT_EQ(settings.signals.search, "yes");
  EXPECT_EQ(settings.signals.input, "no");
  EXPECT_EQ(settings.signals.training, "");
  EXPECT_FALSE(settings.conventions.ard);
  EXPECT_TRUE(settings.conventions.page_markdown);
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

TEST(SettingChecks, TakePrivatePartsByTheirNames) {
  for (const auto* text : {"phone", "birthday", "street", "references"}) {
    EXPECT_EQ(check_private_part(text), std::nullopt) << text;
  }
  for (const auto* text : {"", "Phone", "phone birthday", "email"}) {
    EXPECT_EQ(
        check_private_part(text),
        "\"" + std::string(text) + "\" is not valid; write \"phone\", \"birthday\", \"street\" or \"references\"");
  }
}

}  // namespace
}  // namespace agent_access::app
