// The output of commands, if people or shells depend on its form.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/config/setting_table.hpp"
#include "app/deployment/playground.hpp"
#include "app/text/table.hpp"
#include "base/uuid.hpp"
#include "commands/config_command.hpp"
#include "commands/dev_welcome.hpp"
#include "support/filled.hpp"

namespace agent_access::commands {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(RenderTable, AlignsEveryColumnButTheLast) {
  EXPECT_EQ(app::render_table({{"A", "B", "C"}, {"long", "b", "c"}}), "A     B  C\nlong  b  c\n");
}

TEST(RenderConfig, ShowsTheFingerprintAndNeverTheSecret) {
  auto config = app::load_config({{}, {{"AGENT_ACCESS_SECRET", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}}, {}});
  ASSERT_TRUE(config);
  const auto text = render_config(*config, "0a1b2c3d");
  EXPECT_THAT(text, HasSubstr("0a1b2c3d"));
  EXPECT_THAT(text, HasSubstr("environment AGENT_ACCESS_SECRET"));
  EXPECT_THAT(text, Not(HasSubstr("AAECAwQFBg")));
}

TEST(SettingTable, HasADistinctVariableForEachSetting) {
  std::vector<std::string> names;
  for (const auto& setting : app::setting_table()) names.push_back(app::environment_name(setting));
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  EXPECT_THAT(names, testing::Contains("AGENT_ACCESS_BASE_URLS"));
  EXPECT_THAT(names, testing::Contains("AGENT_ACCESS_LIMITS_HEADER_DEADLINE"));
}

TEST(SettingTable, ReadsBackEveryDefaultItRenders) {
  const app::Config defaults;
  for (const auto& setting : test::filled(app::setting_table())) {
    auto text = app::render_value(defaults, setting);
    if (text.front() == '[') continue;  // a list renders as TOML; init_command_test reads those back
    if (text.front() == '"') text = text.substr(1, text.size() - 2);
    app::Config config;
    EXPECT_EQ(app::assign(config, setting, app::raw_from_text(setting.type, setting.rules, text)), std::nullopt)
        << app::full_name(setting);
    EXPECT_EQ(app::render_value(config, setting), app::render_value(defaults, setting)) << app::full_name(setting);
  }
}

TEST(SettingsThatNeedARestart, NamesOnlyWhatAReloadCannotChange) {
  app::Config running;
  app::Config reloaded;
  reloaded.policy.trusted.networks.clear();
  reloaded.forwarded_field = "Forwarded";
  reloaded.listen_address = "127.0.0.1:81";
  reloaded.limits.body = 2048;
  reloaded.log_level = ops::Level::debug;
  reloaded.base_urls = {"https://example.com"};
  reloaded.key_generation = 2;
  reloaded.profile = "other.json";
  EXPECT_THAT(app::settings_that_need_a_restart(running, reloaded),
              ElementsAre("listen.address", "limits.body", "log.level"));
}

TEST(SettingsThatNeedARestart, NamesTheCertificateOnlyWhenTlsIsSwitchedOnOrOff) {
  app::Config plain;
  app::Config tls;
  tls.tls_certificate = "cert.pem";
  app::Config renewed;
  renewed.tls_certificate = "other.pem";
  EXPECT_THAT(app::settings_that_need_a_restart(plain, tls), ElementsAre("tls.certificate"));
  EXPECT_THAT(app::settings_that_need_a_restart(tls, plain), ElementsAre("tls.certificate"));
  EXPECT_THAT(app::settings_that_need_a_restart(tls, renewed), ElementsAre());
}

TEST(DevBaseUrls, AreTheTwoHostNamesOfTheLoopbackInterface) {
  const auto url = [](const char* text) { return *base::parse_base_url(text); };
  EXPECT_THAT(app::dev_base_urls({"127.0.0.1", 8080}),
              ElementsAre(url("http://127.0.0.1:8080"), url("http://localhost:8080")));
  EXPECT_THAT(app::dev_base_urls({"0.0.0.0", 9000}),
              ElementsAre(url("http://127.0.0.1:9000"), url("http://localhost:9000")));
  EXPECT_THAT(app::dev_base_urls({"::1", 9000}), ElementsAre(url("http://[::1]:9000"), url("http://localhost:9000")));
}

TEST(RenderDevWelcome, FitsATerminalOf80ColumnsAnd24Lines) {
  content::Settings settings{{*base::parse_base_url("http://127.0.0.1:65535")}};
  settings.mcp.is_enabled = true;
  const auto id = base::parse_uuid("01234567-89ab-4def-8123-456789abcdef");
  for (const auto platform : {app::Platform::posix, app::Platform::windows}) {
    const auto text = render_dev_welcome(settings, {*id, std::string(43, 's')}, true, "a/folder", platform);
    std::istringstream lines(text);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80U) << line;
    EXPECT_LE(count, 23U) << "and the line of the cursor";
  }
}

TEST(RenderDevWelcome, HasCommandsOfPowerShellOnWindows) {
  content::Settings settings{{*base::parse_base_url("http://127.0.0.1:8080")}};
  const auto id = base::parse_uuid("01234567-89ab-4def-8123-456789abcdef");
  const auto text = render_dev_welcome(settings, {*id, "the-secret"}, true, "a", app::Platform::windows);
  EXPECT_THAT(text, HasSubstr("$token = Invoke-RestMethod http://127.0.0.1:8080/oauth/token `\n"
                              "   -Method Post -Body @{ grant_type = 'client_credentials'\n"
                              "   client_id = '01234567-89ab-4def-8123-456789abcdef'\n"
                              "   client_secret = 'the-secret' }\n"));
  EXPECT_THAT(text, HasSubstr("-Headers @{ Authorization = \"Bearer $($token.access_token)\" }\n"));
  EXPECT_THAT(text, Not(HasSubstr("curl")));
}

}  // namespace
}  // namespace agent_access::commands
