#include "app/deployment/static_root.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

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

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class StaticRootTest : public testing::Test {
 protected:
  StaticRootTest() { fs::create_directory(root()); }

  [[nodiscard]] fs::path root() const { return folder_.path() / "public"; }

  void put(const std::string& name, std::string_view content = "x") const {
    fs::create_directories((root() / name).parent_path());
    folder_.write("public/" + name, content);
  }

  std::vector<std::string> paths() {
    const auto found = read();
    if (!found) ADD_FAILURE() << testing::PrintToString(found.error());
    std::vector<std::string> paths;
    if (found) std::ranges::transform(found->files, std::back_inserter(paths), &content::StaticFile::path);
    return paths;
  }

  Problems problems() {
    const auto found = read();
    return found ? Problems{} : found.error();
  }

  base::Result<StaticRoot, Problems> read() {
    warnings_.clear();
    return read_static_root(root(), confidential_, warnings_);
  }

  test::ScratchFolder folder_;
  Confidential confidential_;
  std::vector<std::string> warnings_;
};

TEST_F(StaticRootTest, ReadsFilesOfAllFoldersWithTheirBytes) {
  put("a.txt", std::string_view("one\0two", 7));
  put("deep/er/b.css", "b{}");
  const auto found = read();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->files.size(), 2U);
  EXPECT_EQ(found->files[0].path, "/a.txt");
  EXPECT_EQ(found->files[0].body, std::string("one\0two", 7));
  EXPECT_EQ(found->files[1].path, "/deep/er/b.css");
  EXPECT_EQ(found->file_count, 2U);
  EXPECT_EQ(found->size, 10U);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(StaticRootTest, ChoosesTheMediaTypeByTheExtension) {
  put("a.svg");
  put("b.html");
  const auto found = read();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->files[0].media_type, content::media_type_of("a.svg"));
  EXPECT_EQ(found->files[1].media_type, content::media_type_of("b.html"));
  EXPECT_NE(found->files[0].media_type, found->files[1].media_type);
}

TEST_F(StaticRootTest, EncodesNamesByteForByte) {
  put("a b.svg");
  put("100%.txt");
  put("\xc3\xa9\xff?#[].txt");
  put("keep-._~!$&'()*+,;=:@.txt");
  EXPECT_THAT(paths(),
              ElementsAre("/%C3%A9%FF%3F%23%5B%5D.txt", "/100%25.txt", "/a%20b.svg", "/keep-._~!$&'()*+,;=:@.txt"));
}

TEST_F(StaticRootTest, ServesPagesAlsoWithoutTheirExtension) {
  put("index.html");
  put("about.html");
  put("blog/index.html");
  put(".html");
  EXPECT_THAT(paths(), ElementsAre("/", "/about", "/about.html", "/blog/", "/blog/index.html", "/index.html"));
  const auto found = read();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->file_count, 3U) << "without aliases";
}

TEST_F(StaticRootTest, PrefersAFileToAnAlias) {
  put("about", "file");
  put("about.html", "page");
  const auto found = read();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->files.size(), 2U);
  EXPECT_EQ(found->files[0].path, "/about");
  EXPECT_EQ(found->files[0].body, "file");
}

TEST_F(StaticRootTest, OmitsNamesThatBeginWithADot) {
  put(".git/config");
  put(".env");
  put("deep/.hidden");
  put(".well-known/security.txt");
  EXPECT_THAT(paths(), ElementsAre("/.well-known/security.txt"));
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(StaticRootTest, OmitsLinksThatLeadOutside) {
  folder_.write("secret.txt", "mine");
  fs::create_directory(folder_.path() / "public-not");
  folder_.write("public-not/a.txt", "mine");
  put("a.txt");
  fs::create_symlink("../secret.txt", root() / "out.txt");
  fs::create_directory_symlink("../public-not", root() / "out");
  fs::create_symlink("nowhere", root() / "dangling.txt");
  EXPECT_THAT(paths(), ElementsAre("/a.txt"));
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("dangling.txt leads nowhere and is left out"),
                                     HasSubstr("public/out leads out of the folder and is left out"),
                                     HasSubstr("out.txt leads out of the folder and is left out")));
}

TEST_F(StaticRootTest, MayBeALinkItself) {
  put("a.txt");
  fs::create_directory_symlink("public", folder_.path() / "link");
  const auto found = read_static_root(folder_.path() / "link", confidential_, warnings_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->file_count, 1U);
}

TEST_F(StaticRootTest, RefusesAPipeAndADeviceWithoutWaiting) {
  ASSERT_EQ(::mkfifo((root() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("public/pipe: is neither a file nor a folder; remove it")));
}

TEST_F(StaticRootTest, RefusesPathsOfTheService) {
  put("oauth/token");
  put(".well-known/jwks.json", "{}");
  put("oauth/register.html", "a page beside the endpoint is fine");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr(".well-known/jwks.json: its path belongs to an endpoint of the service; remove it"),
                          HasSubstr("oauth/token: its path belongs to an endpoint of the service; remove it")));
  fs::remove(root() / "oauth/token");
  fs::remove(root() / ".well-known/jwks.json");
  EXPECT_THAT(paths(), ElementsAre("/oauth/register.html"));
}

TEST_F(StaticRootTest, NeverPublishesASecretUnderAnyName) {
  const auto secret = folder_.write("secret", "0123456789abcdef0123456789abcdef\n");
  put("a.txt");
  confidential_.add_file(secret, "the file that secret.file names");
  EXPECT_THAT(problems(), IsEmpty());
  fs::create_hard_link(secret, root() / "notes.txt");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("notes.txt: is a copy of the file that secret.file names, which must never be "
                                    "published; move it to a folder outside of content.root")));
}

TEST_F(StaticRootTest, RefusesMoreThan64MiB) {
  put("a.bin");
  fs::resize_file(root() / "a.bin", std::uintmax_t{64} << 20U);
  EXPECT_THAT(problems(), IsEmpty());
  put("b.bin");
  put("c.bin");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("public: holds more than 64MiB; a larger site belongs to a web server")));
}

TEST_F(StaticRootTest, RefusesMoreThanTenThousandFiles) {
  for (int i = 0; i <= 10'000; ++i) put(std::to_string(i), "");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("holds more than 10000 files; a larger site belongs to a web server")));
  fs::remove(root() / "77");
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(StaticRootTest, RequiresAFolder) {
  folder_.write("file", "");
  const auto found = read_static_root(folder_.path() / "file", confidential_, warnings_);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), ElementsAre(HasSubstr("file: is not a folder")));
}

TEST_F(StaticRootTest, MayBeMissingOnlyAtItsDefaultName) {
  Config config;
  config.origins.resize(100);
  config.root = folder_.path() / "none";
  const auto by_default = load_static_root(config, confidential_, warnings_);
  ASSERT_TRUE(by_default);
  EXPECT_EQ(by_default->file_count, 0U);

  const auto named = load_config({folder_.write("a.toml", "[content]\nroot = \"none\"\n"), {}, {}});
  ASSERT_TRUE(named);
  const auto missing = load_static_root(*named, confidential_, warnings_);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error(), ElementsAre(HasSubstr("none: No such file or directory")));

  const auto off = load_config({folder_.write("b.toml", "[content]\nroot = \"\"\n"), {}, {}});
  ASSERT_TRUE(off);
  put("a.txt");
  const auto nothing = load_static_root(*off, confidential_, warnings_);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->file_count, 0U);
}

TEST_F(StaticRootTest, RefusesTheFolderOfTheConfigurationItself) {
  folder_.write("secret", "0123456789abcdef0123456789abcdef");
  folder_.write("profile.json", "{}");
  const auto config = load_config({folder_.write("a.toml", "[content]\nroot = \".\"\n"), {}, {}});
  ASSERT_TRUE(config);
  const auto found = load_static_root(*config, Confidential(*config, {}), warnings_);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), ElementsAre(HasSubstr("a.toml: is the configuration, which must never be published"),
                                         HasSubstr("profile.json: is the file that content.profile names"),
                                         HasSubstr("secret: is the file that secret.file names")));
}

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
