// Which files and folders [[documents]] may name, and which content of them is refused.
#include "app/deployment/access_sources.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "app/deployment/confidential.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kPrivateKey =
    "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n"
    "-----END PRIVATE KEY-----\n";

class AccessSourcesTest : public ConfigTest {
 protected:
  AccessSourcesTest() {
    fs::create_directory(folder_.path() / "papers");
    fs::create_directory(folder_.path() / "public");
    folder_.write("secret", "a secret of thirty-two characters");
    folder_.write("profile.json", R"({"text":"what only agents with a token read"})");
  }

  static std::string row(const std::string& path, const std::string& source, const std::string& more = {}) {
    return "[[documents]]\npath = \"/api/agent/" + path + "\"\nsource = \"" + source +
           "\"\ntitle = \"A\"\ndescription = \"A.\"\n" + more;
  }

  Problems check(const std::string& toml, const SearchLimits& limits = {}) {
    warnings_.clear();
    const auto config = load(toml);
    const auto profile = content::parse_profile(folder_.read("profile.json"));
    const Confidential confidential(config, {}, profile ? &*profile : nullptr);
    return check_sources(config, confidential, warnings_, limits);
  }

  /// "a.toml:3: documents.source: FOLDER/NAME text".
  [[nodiscard]] std::string of(const std::string& name, const std::string& text) const {
    return at(3, "documents.source: " + (folder_.path() / name).string() + " " + text);
  }

  std::vector<std::string> warnings_;
};

TEST_F(AccessSourcesTest, AreFilesAndFoldersAsThePathSays) {
  folder_.write("a.pdf", "a");
  EXPECT_THAT(check(row("a.pdf", "a.pdf") + row("papers/", "papers")), IsEmpty());
  EXPECT_THAT(check(row("a/", "a.pdf")),
              ElementsAre(of("a.pdf", "is a file; remove the slash at the end of documents.path, or name a folder")));
  EXPECT_THAT(check(row("papers", "papers")),
              ElementsAre(of("papers", "is a folder; end documents.path with a slash, or name a file")));
  EXPECT_THAT(check(row("b.pdf", "b.pdf")), ElementsAre(of("b.pdf", "does not exist; create it, or correct the path")));
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(AccessSourcesTest, AreNeitherPipesNorDevices) {
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(check(row("pipe", "pipe")), ElementsAre(of("pipe", "is neither a file nor a folder")));
  EXPECT_THAT(check(row("null", "/dev/null")),
              ElementsAre(at(3, "documents.source: /dev/null is neither a file nor a folder")));
}

TEST_F(AccessSourcesTest, AreNotPublicAnyway) {
  folder_.write("public/a.pdf", "a");
  fs::create_directory_symlink(folder_.path() / "public", folder_.path() / "link");
  constexpr auto kPublic = "is below content.root, where everybody can read it without a token; move it";
  EXPECT_THAT(check(row("a.pdf", "public/a.pdf")), ElementsAre(of("public/a.pdf", kPublic)));
  EXPECT_THAT(check(row("a/", "public")), ElementsAre(of("public", kPublic)));
  EXPECT_THAT(check(row("a.pdf", "link/a.pdf")), ElementsAre(of("link/a.pdf", kPublic)));
  EXPECT_THAT(check("content.root = \"\"\n" + row("a.pdf", "public/a.pdf")), IsEmpty());
  fs::create_directory(folder_.path() / "public2");
  EXPECT_THAT(check(row("a/", "public2")), IsEmpty());
}

TEST_F(AccessSourcesTest, AreNotTheFilesOfSecretsAndOfTheProfile) {
  constexpr auto kNever = ", which must never be published; name other files, or move it";
  EXPECT_THAT(check(row("a", "secret")),
              ElementsAre(of("secret", std::string("is the file that secret.file names") + kNever)));
  EXPECT_THAT(check(row("a", "profile.json")),
              ElementsAre(of("profile.json", std::string("is the file that content.profile names") + kNever)));
  EXPECT_THAT(check(row("a", "a.toml")), ElementsAre(of("a.toml", std::string("is the configuration") + kNever)));
  fs::create_hard_link(folder_.path() / "secret", folder_.path() / "papers/other");
  EXPECT_THAT(check(row("papers/", "papers")),
              ElementsAre(of("papers/other", std::string("is the file that secret.file names") + kNever)));
}

TEST_F(AccessSourcesTest, HoldNeitherKeysNorTheProfile) {
  constexpr auto kNever = ", which must never be published; name other files, or move it";
  folder_.write("key.txt", kPrivateKey);
  EXPECT_THAT(check(row("a", "key.txt")), ElementsAre(of("key.txt", std::string("holds a private key") + kNever)));
  fs::create_directory(folder_.path() / "papers/deep");
  folder_.write("papers/deep/copy.json", "{ \"text\": \"what only agents with a token read\" }\n");
  folder_.write("papers/deep/good.csv", "a,b\n");
  EXPECT_THAT(check(row("papers/", "papers")),
              ElementsAre(of("papers/deep/copy.json",
                             std::string("holds the profile that only agents with a token may read") + kNever)));
}

TEST_F(AccessSourcesTest, AreSearchedAtTheirBeginning) {
  constexpr std::size_t kSearched = 256UL * 1024;
  folder_.write("papers/within", std::string(kSearched - kPrivateKey.size(), ' ') + std::string(kPrivateKey) + "more");
  EXPECT_EQ(check(row("papers/", "papers")).size(), 1U);
  folder_.write("papers/within", std::string(kSearched, ' ') + std::string(kPrivateKey));
  EXPECT_THAT(check(row("papers/", "papers")), IsEmpty());
  EXPECT_THAT(warnings_, IsEmpty()) << "little of a document was searched";
}

TEST_F(AccessSourcesTest, AreNotExaminedWhereNothingIsServed) {
  fs::create_directory(folder_.path() / "papers/.git");
  folder_.write("papers/.git/key", kPrivateKey);
  folder_.write("papers/.hidden", kPrivateKey);
  fs::create_symlink(folder_.path() / "secret", folder_.path() / "papers/link");
  EXPECT_THAT(check(row("papers/", "papers")), IsEmpty());
  fs::create_directory(folder_.path() / "papers/.well-known");
  folder_.write("papers/.well-known/key", kPrivateKey);
  EXPECT_EQ(check(row("papers/", "papers")).size(), 1U);
}

TEST_F(AccessSourcesTest, AreExaminedWhereALinkLeadsToWhatIsHidden) {
  constexpr auto kNever = "holds a private key, which must never be published; name other files, or move it";
  fs::create_directory(folder_.path() / "papers/.private");
  folder_.write("papers/.private/key", kPrivateKey);
  fs::create_symlink(".private/key", folder_.path() / "papers/file");
  fs::create_directory_symlink(".private", folder_.path() / "papers/folder");
  EXPECT_THAT(check(row("papers/", "papers")), ElementsAre(of("papers/file", kNever), of("papers/folder/key", kNever)));
}

TEST_F(AccessSourcesTest, HoldNothingButFilesAndFolders) {
  ASSERT_EQ(::mkfifo((folder_.path() / "papers/pipe").c_str(), 0600), 0);
  EXPECT_THAT(check(row("papers/", "papers")),
              ElementsAre(of("papers/pipe", "is neither a file nor a folder; remove it")));
}

TEST_F(AccessSourcesTest, AreNamedWhereTheyAreLeftOut) {
  fs::create_directory(folder_.path() / "papers/.git");
  folder_.write("papers/.draft", "");
  fs::create_symlink("nowhere", folder_.path() / "papers/dangling");
  fs::create_symlink("/etc/passwd", folder_.path() / "papers/outside");
  EXPECT_THAT(check(row("papers/", "papers")), IsEmpty());
  EXPECT_THAT(warnings_, ElementsAre(of("papers/.draft", "has a name that starts with a dot and is left out"),
                                     of("papers/.git", "has a name that starts with a dot and is left out"),
                                     of("papers/dangling", "leads nowhere and is left out"),
                                     of("papers/outside", "leads out of the folder and is left out")));
}

TEST_F(AccessSourcesTest, AreNamedTenTimesAndThenCounted) {
  for (int count = 10; count < 22; ++count) folder_.write("papers/." + std::to_string(count), "");
  EXPECT_THAT(check(row("papers/", "papers")), IsEmpty());
  ASSERT_EQ(warnings_.size(), 11U);
  EXPECT_EQ(warnings_[9], of("papers/.19", "has a name that starts with a dot and is left out"));
  EXPECT_EQ(warnings_[10], of("papers:", "2 more entries are left out"));
}

TEST_F(AccessSourcesTest, WarnIfTheyAreTooLargeToExamine) {
  folder_.write("papers/a", "1234");
  folder_.write("papers/b", "5678");
  const auto large =
      ElementsAre(of("papers", "is large: not all of its files were searched for secrets and private keys"));
  EXPECT_THAT(check(row("papers/", "papers"), {.bytes = 9, .files = 2}), IsEmpty());
  EXPECT_THAT(warnings_, IsEmpty());
  EXPECT_THAT(check(row("papers/", "papers"), {.bytes = 7, .files = 2}), IsEmpty());
  EXPECT_THAT(warnings_, large);
  EXPECT_THAT(check(row("papers/", "papers"), {.bytes = 9, .files = 1}), IsEmpty());
  EXPECT_THAT(warnings_, large);
  fs::create_hard_link(folder_.path() / "secret", folder_.path() / "papers/c");
  EXPECT_EQ(check(row("papers/", "papers"), {.bytes = 0, .files = 9}).size(), 1U) << "identity needs no reading";
}

TEST_F(AccessSourcesTest, AreReportedTogether) {
  EXPECT_EQ(check(row("a", "missing") + row("b", "secret")).size(), 2U);
}

TEST_F(AccessSourcesTest, WarnAboutFilesBehindTwoScopes) {
  folder_.write("papers/a.pdf", "a");
  const std::string scopes = "[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n";
  EXPECT_THAT(check(row("papers/", "papers", "scope = \"a\"\n") + row("a.pdf", "papers/a.pdf") + scopes), IsEmpty());
  const auto file = (folder_.path() / "a.toml").string();
  EXPECT_THAT(warnings_, ElementsAre(file + ":7: /api/agent/a.pdf and /api/agent/papers/ at " + file +
                                     ":1 send the same files, so a token of either scope reads them"));
  EXPECT_THAT(check(row("a.pdf", "papers/a.pdf") + row("b.pdf", "papers/a.pdf", "scope = \"a\"\n") + scopes),
              IsEmpty());
  EXPECT_THAT(warnings_, ElementsAre(file + ":6: /api/agent/b.pdf and /api/agent/a.pdf at " + file +
                                     ":1 send the same files, so a token of either scope reads them"));
  EXPECT_THAT(check(row("papers/", "papers") + row("a.pdf", "papers/a.pdf")), IsEmpty());
  EXPECT_THAT(warnings_, IsEmpty()) << "the same scope";
}

}  // namespace
}  // namespace agent_access::app
