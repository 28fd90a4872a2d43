#include "app/deployment/confidential.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "app/config/setting_table.hpp"
#include "base/bytes.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::Optional;

// 00 01 02 ... 1f in the form that `init` writes, and in other forms; made with another program.
constexpr std::string_view kText = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
constexpr std::string_view kHex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
// Bytes fb ff fe ... whose base64 differs from base64url.
constexpr std::string_view kProfile = "{\n  \"name\": \"Example\",\n  \"languages\": [\"en\", \"de\"]\n}\n";

std::string raw() {
  std::string bytes;
  for (int i = 0; i < 32; ++i) bytes.push_back(static_cast<char>(i));
  return bytes;
}

class ConfidentialTest : public testing::Test {
 protected:
  std::optional<std::string> found(std::string_view bytes, std::string_view toml = "") {
    auto config = load_config({folder_.write("a.toml", toml), {}, {}});
    if (!config) {
      ADD_FAILURE() << config.error().front();
      return std::nullopt;
    }
    std::vector<oauth::MasterSecret> masters;
    masters.push_back(oauth::MasterSecret::parse(base::bytes_of(secret_)).value());
    const auto profile = content::parse_profile(profile_).value();
    return Confidential(*config, masters, &profile).found_in(bytes);
  }

  test::ScratchFolder folder_;
  std::string secret_{kText};
  std::string profile_{kProfile};
};

TEST_F(ConfidentialTest, FindsAMasterSecretInEveryForm) {
  const std::string what = "a master secret";
  for (const auto& form : {std::string(kText), raw(), std::string(kHex), std::string(kText) + "="}) {
    EXPECT_EQ(found(form), what) << form;
    EXPECT_EQ(found("before " + form + " after"), what) << form;
  }
  secret_ = raw();
  for (const auto& form : {std::string(kText), raw(), std::string(kHex)}) EXPECT_EQ(found(form), what) << form;
  EXPECT_EQ(found(std::string(kText.substr(1))), std::nullopt);
}

TEST_F(ConfidentialTest, FindsAMasterSecretInTheOtherBase64) {
  secret_ = "\xfb\xff\xfe" + std::string(30, '\xfb');
  EXPECT_EQ(found("-__--_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7"), "a master secret");
  EXPECT_EQ(found("+//++/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7"), "a master secret");
}

TEST_F(ConfidentialTest, FindsTheProfileInEveryForm) {
  const std::string what = "the profile that only agents with a token may read";
  EXPECT_EQ(found(kProfile), what);
  EXPECT_EQ(found("\xEF\xBB\xBF  " + std::string(kProfile)), what);
  EXPECT_EQ(found("before " + std::string(kProfile) + " after"), what);
  EXPECT_EQ(found(R"({"languages":["en","de"],"name":"Example"})"), what) << "in another order and spacing";
  EXPECT_EQ(found(R"({"languages":["en","de"],"name":"Exampl\u0065"})"), what) << "in another spelling";
  EXPECT_EQ(found("\xEF\xBB\xBF {\"languages\":[\"en\",\"de\"],\"name\":\"Example\"}"), what)
      << "after a byte order mark";
  EXPECT_EQ(found(R"({"languages":["de","en"],"name":"Example"})"), std::nullopt);
  EXPECT_EQ(found(R"({"name":"Example"})"), std::nullopt);
}

TEST_F(ConfidentialTest, FindsAPrivateKey) {
  // The first half of a key that was made for the tests.
  const std::string body = "MHcCAQEEII6bEJ5xkJi/mASHxR9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49";
  EXPECT_EQ(found("-----BEGIN EC PRIVATE KEY-----\n" + body + "\n-----END EC PRIVATE KEY-----\n"), "a private key");
  EXPECT_EQ(found(body), std::nullopt);
}

TEST_F(ConfidentialTest, DoesNotMatchOtherObjectsWithAnEmptyProfile) {
  profile_ = "{}";
  EXPECT_EQ(found("{}"), std::nullopt);
  EXPECT_EQ(found(R"({"a":1})"), std::nullopt);
}

TEST_F(ConfidentialTest, MatchesAShortTextOnlyAsAWholeFile) {
  folder_.write("key", "example\n");
  const std::string toml = "[tls]\ncertificate = \"cert\"\nkey = \"key\"\n";
  EXPECT_EQ(found("an example of a site", toml), std::nullopt);
  EXPECT_EQ(found("example\n", toml), "a copy of the file that tls.key names");
}

TEST_F(ConfidentialTest, FindsTheConfiguration) {
  const std::string toml = "[limits]\nrequests = 17\nwindow = \"61s\"\n";
  EXPECT_EQ(found(toml, toml), "a copy of the configuration");
  EXPECT_EQ(found("<pre>" + toml + "</pre>", toml), "a copy of the configuration");
  EXPECT_EQ(found("[limits]\nrequests = 17\n", toml), std::nullopt);
}

TEST_F(ConfidentialTest, FindsACopyOfEveryFileThatASettingNamesAsSecret) {
  const std::map<std::string, std::string> files = {{"old", "the-old-secret-0123456789abcdef0123456789"},
                                                    {"pem", "what the pem file holds, whatever it is"},
                                                    {"key", "what the tls key file holds"},
                                                    {"more.key", "what the further tls key file holds"}};
  for (const auto& [name, content] : files) folder_.write(name, content + "\n");
  const std::string toml =
      "[secret]\nprevious_files = [\"old\"]\n[keys]\npem_files = [\"pem\"]\n"
      "[tls]\ncertificate = \"cert\"\nkey = \"key\"\nmore = [\"more.pem:more.key\"]\n";
  const std::map<std::string, std::string> settings = {
      {"old", "secret.previous_files"}, {"pem", "keys.pem_files"}, {"key", "tls.key"}, {"more.key", "tls.more"}};
  for (const auto& [name, content] : files) {
    EXPECT_EQ(found("a: " + content + " :b", toml), "a copy of the file that " + settings.at(name) + " names");
  }
}

TEST_F(ConfidentialTest, FindsAFileByItsInode) {
  const auto key = folder_.write("key", "k");
  const auto config = load_config({folder_.write("a.toml", "[tls]\ncertificate = \"c\"\nkey = \"key\"\n"), {}, {}});
  ASSERT_TRUE(config);
  const Confidential confidential(*config, {}, nullptr);
  std::filesystem::create_hard_link(key, folder_.path() / "other");
  struct stat status{};
  ASSERT_EQ(::stat((folder_.path() / "other").c_str(), &status), 0);
  EXPECT_THAT(confidential.is_named(status), Optional(std::string("the file that tls.key names")));
  ASSERT_EQ(::stat(folder_.path().c_str(), &status), 0);
  EXPECT_EQ(confidential.is_named(status), std::nullopt);
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
