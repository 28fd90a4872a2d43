#include "app/deployment/static_root.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "app/config/setting_table.hpp"
#include "base/text.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;

constexpr std::string_view kMaster = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
constexpr std::string_view kProfile = "{\n  \"name\": \"Example\",\n  \"languages\": [\"en\", \"de\"]\n}\n";

class ConfidentialTest : public testing::Test {
 protected:
  ConfidentialTest() {
    folder_.write("secret", kMaster);
    folder_.write("profile.json", kProfile);
  }
  [[nodiscard]] std::optional<std::string> found(const std::string& name, std::string_view bytes,
                                                 std::string_view toml = "") {
    auto config = load_config({folder_.write("a.toml", toml), {}, {}});
    if (!config) {
      ADD_FAILURE() << config.error().front();
      return std::nullopt;
    }
    std::vector<oauth::MasterSecret> masters;
    masters.push_back(oauth::MasterSecret::parse(base::bytes_of(kOfEnvironment)).value());
    return Confidential(*config, masters).find(folder_.path() / name, bytes);
  }

  static constexpr std::string_view kOfEnvironment = "a master secret from the environment";
  test::ScratchFolder folder_;
};

TEST_F(ConfidentialTest, FindsASecretAtItsPathAndThroughLinks) {
  EXPECT_EQ(found("secret", "anything"), "the file that secret.file names");
  EXPECT_EQ(found("./secret", "anything"), "the file that secret.file names");
  std::filesystem::create_symlink("secret", folder_.path() / "link");
  EXPECT_EQ(found("link", "anything"), "the file that secret.file names");
  EXPECT_EQ(found("profile.json", "{}"), "the file that content.profile names");
  EXPECT_EQ(found("a.toml", ""), "the configuration");
  EXPECT_EQ(found("other", "anything"), std::nullopt);
}

TEST_F(ConfidentialTest, FindsACopyOfASecret) {
  EXPECT_EQ(found("other", kMaster), "a copy of the file that secret.file names");
  EXPECT_EQ(found("other", "\n" + std::string(kMaster) + " \r\n"), "a copy of the file that secret.file names");
  EXPECT_EQ(found("other", kProfile), "a copy of the file that content.profile names");
  EXPECT_EQ(found("other", kOfEnvironment), "a copy of a master secret");
  EXPECT_EQ(found("other", std::string(kMaster) + "x"), std::nullopt);
  EXPECT_EQ(found("other", kMaster.substr(1)), std::nullopt);
}

TEST_F(ConfidentialTest, ComparesNoFewerThanSixteenBytes) {
  folder_.write("profile.json", R"({"a":"12345678"})");
  EXPECT_EQ(found("other", R"({"a":"12345678"})"), "a copy of the file that content.profile names");
  folder_.write("profile.json", R"({"a":"1234567"})");
  EXPECT_EQ(found("other", R"({"a":"1234567"})"), std::nullopt);
}

TEST_F(ConfidentialTest, FindsEveryFileThatASettingNamesAsSecret) {
  const std::map<std::string, std::string> settings = {
      {"old", "secret.previous_files"}, {"pem", "keys.pem_files"}, {"key", "tls.key"}, {"more.key", "tls.more"}};
  const auto bytes_of = [](const std::string& name) { return "what the secret file " + name + " holds"; };
  for (const auto& [name, setting] : settings) folder_.write(name, bytes_of(name) + "\n");
  const std::string toml =
      "[secret]\nprevious_files = [\"old\"]\n[keys]\npem_files = [\"pem\"]\n"
      "[tls]\ncertificate = \"cert\"\nkey = \"key\"\nmore = [\"more.pem:more.key\"]\n";
  for (const auto& [name, setting] : settings) {
    EXPECT_EQ(found(name, "", toml), "the file that " + setting + " names");
    EXPECT_EQ(found("other", bytes_of(name), toml), "a copy of the file that " + setting + " names");
  }
}

TEST(SettingTable, StatesForEachSettingWhetherItNamesASecret) {
  std::vector<std::string> secret;
  for (const auto& setting : setting_table()) {
    if (setting.secrecy != Secrecy::undeclared && setting.secrecy != Secrecy::open)
      secret.push_back(full_name(setting));
  }
  EXPECT_THAT(secret, ElementsAre("secret.file", "secret.previous_files", "keys.pem_files", "content.profile",
                                  "tls.key", "tls.more"));
}

TEST(SettingTable, ListsEveryConfiguredPath) {
  Config config;
  config.origins.resize(setting_table().size());
  config.previous_secret_files = {"old"};
  config.faq.clear();
  config.tls_certificate = "cert";
  config.tls_key = "key";
  config.tls_more = {"cert2:key2"};
  std::vector<std::filesystem::path> paths;
  for (const auto& setting : setting_table())
    std::ranges::copy(named_paths(config, setting), std::back_inserter(paths));
  EXPECT_THAT(paths,
              ElementsAre("secret", "old", "profile.json", "site.json", "public", "cert", "key", "cert2", "key2"));
}

}  // namespace
}  // namespace agent_access::app
