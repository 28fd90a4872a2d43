#include "app/deployment/access_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "app/deployment/gated_files.hpp"
#include "app/deployment/load.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

// What declared rows become, and what they conflict with.

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kSiteSettings = "base_urls = [\"https://example.com\"]\n";

class AccessSettingsTest : public ConfigTest {
 protected:
  static std::string gate(const std::string& prefix, const std::string& more = {}) {
    return "[[gates]]\nprefix = \"" + prefix + "\"\ntitle = \"A\"\ndescription = \"A.\"\n" + more;
  }
  static std::string document(const std::string& path, const std::string& more = {}) {
    return "[[documents]]\npath = \"" + path + "\"\nsource = \"a\"\ntitle = \"A\"\ndescription = \"A.\"\n" + more;
  }
  content::Access access(const std::string& toml) {
    auto settings = load_settings(load(std::string(kSiteSettings) + toml));
    if (!settings) ADD_FAILURE() << testing::PrintToString(settings.error());
    return settings ? settings->access : content::Access{};
  }
  Problems conflicts(const std::string& toml, const std::vector<content::StaticFile>& files = {}) {
    const auto config = load(std::string(kSiteSettings) + toml);
    const auto settings = load_settings(config);
    content::Content content;
    content.site.projects.emplace_back().slug = "boats";
    return access_conflicts(config.access, *settings, content, files);
  }
};

TEST_F(AccessSettingsTest, BeginWithTheScopeOfTheProfile) {
  const auto found = access(gate("/data/"));
  ASSERT_EQ(found.scopes.size(), 1U);
  EXPECT_EQ(found.scopes[0].name, "read:extended");
  EXPECT_EQ(found.scopes[0].meaning, "Read the extended CV and availability profile.");
  EXPECT_EQ(found.gates.at(0).scope, 0U);
  EXPECT_FALSE(found.has_declared_scopes());
}

TEST_F(AccessSettingsTest, NumberTheScopesInTheirOrder) {
  const auto found = access("[[scopes]]\nname = \"b\"\nmeaning = \"B.\"\n[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n" +
                            document("/api/agent/a", "scope = \"a\"\nmedia_type = \"text/csv\"\n") +
                            gate("/data/", "scope = \"b\"\nmethods = [\"POST\"]\nopenapi = \"/o.json\"\n"));
  ASSERT_EQ(found.scopes.size(), 3U);
  EXPECT_EQ(found.scopes[1].name, "b");
  EXPECT_EQ(found.scopes[2].meaning, "A.");
  ASSERT_EQ(found.documents.size(), 1U);
  EXPECT_EQ(found.documents[0].path, "/api/agent/a");
  EXPECT_EQ(found.documents[0].title, "A");
  EXPECT_EQ(found.documents[0].description, "A.");
  EXPECT_EQ(found.documents[0].media_type, "text/csv");
  EXPECT_EQ(found.documents[0].scope, 2U);
  ASSERT_EQ(found.gates.size(), 1U);
  EXPECT_EQ(found.gates[0].prefix, "/data/");
  EXPECT_THAT(found.gates[0].methods, ElementsAre("POST"));
  EXPECT_EQ(found.gates[0].openapi, "/o.json");
  EXPECT_EQ(found.gates[0].scope, 1U);
}

TEST_F(AccessSettingsTest, HoldNothingThatIsPublished) {
  const auto refused = [&](const std::string& prefix, const std::string& path) {
    return at(3,
              "gates.prefix: \"" + prefix + "\" holds " + path + ", which this program serves; choose another prefix");
  };
  EXPECT_THAT(conflicts(gate("/data/")), IsEmpty());
  EXPECT_THAT(conflicts(gate("/ai/")), ElementsAre(refused("/ai/", "/ai/faq.json")));
  EXPECT_THAT(conflicts(gate("/AI/")), ElementsAre(refused("/AI/", "/ai/faq.json")));
  EXPECT_THAT(conflicts(gate("/projects/")), ElementsAre(refused("/projects/", "/projects")));
  EXPECT_THAT(conflicts("content.pages = false\n" + gate("/projects/")), IsEmpty());
}

TEST_F(AccessSettingsTest, DoNotShareAPathWithAFileForEverybody) {
  const std::vector<content::StaticFile> files = {{"/data/a.csv", "text/csv", "a"}, {"/api/agent/b", "text/csv", "a"}};
  EXPECT_THAT(conflicts(gate("/data/") + document("/api/agent/B"), files),
              ElementsAre(at(3,
                             "gates.prefix: \"/data/\" holds /data/a.csv, which content.root publishes for everybody; "
                             "move that file, or choose another prefix"),
                          at(7,
                             "documents.path: \"/api/agent/B\": content.root has /api/agent/b, which everybody can "
                             "read; move that file, or choose another path")));
  EXPECT_THAT(conflicts(gate("/data/b/") + document("/api/agent/c"), files), IsEmpty());
  EXPECT_THAT(
      conflicts(gate("/data/"), {{"/data", "text/csv", "a"}}),
      ElementsAre(at(3,
                     "gates.prefix: \"/data/\" holds /data, which content.root publishes for everybody; move that "
                     "file, or choose another prefix")));
}

TEST_F(AccessSettingsTest, WarnAboutScopesWithoutUse) {
  const std::string scope = "[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n";
  EXPECT_THAT(access_warnings(load(scope).access),
              ElementsAre(at(2, "scopes.name: \"a\" is the scope of no document and no gate")));
  EXPECT_THAT(access_warnings(load(scope + gate("/a/", "scope = \"a\"\n")).access), IsEmpty());
}

// Which files [[documents]] may name.

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class GatedFilesTest : public ConfigTest {
 protected:
  GatedFilesTest() {
    fs::create_directory(folder_.path() / "public");
    folder_.write("a.pdf", "a");
    folder_.write("secret", "a secret of thirty-two characters");
    folder_.write("profile.json", R"({"text":"what only agents with a token read"})");
  }

  static std::string row(const std::string& path, const std::string& source, const std::string& more = {}) {
    return "[[documents]]\npath = \"/api/agent/" + path + "\"\nsource = \"" + source +
           "\"\ntitle = \"A\"\ndescription = \"A.\"\n" + more;
  }

  Problems check(const std::string& toml) {
    warnings_.clear();
    const auto config = load(toml);
    auto files = load_gated_files(config, make_access(config.access), Confidential(config, {}), warnings_);
    files_ = files ? *files : nullptr;
    return files ? Problems{} : files.error();
  }

  /// "a.toml:3: documents.source: FOLDER/NAME text".
  [[nodiscard]] std::string of(const std::string& name, const std::string& text) const {
    return at(3, "documents.source: " + (folder_.path() / name).string() + " " + text);
  }
  /// Of `size` bytes, none of which is on the disk.
  void write_sparse(const std::string& name, std::uintmax_t size) { fs::resize_file(folder_.write(name, ""), size); }

  std::shared_ptr<const publish::GatedFiles> files_;
  std::vector<std::string> warnings_;
};

TEST_F(GatedFilesTest, AreReadInTheOrderOfTheRows) {
  folder_.write("b", "bb");
  EXPECT_THAT(check(row("b", "b", "media_type = \"text/csv\"\n") + row("a.pdf", "a.pdf")), IsEmpty());
  ASSERT_EQ(files_->size(), 2U);
  EXPECT_EQ(files_->at(0).body, "bb");
  EXPECT_THAT(files_->at(0).fields, testing::StartsWith("Content-Type: text/csv\r\n"));
  EXPECT_EQ(files_->at(1).body, "a");
  EXPECT_THAT(files_->at(1).fields, testing::StartsWith("Content-Type: application/pdf\r\n"));
  EXPECT_THAT(check(""), IsEmpty());
  EXPECT_THAT(*files_, IsEmpty());
}

TEST_F(GatedFilesTest, AreNeitherFoldersNorPipesNorDevices) {
  constexpr auto kFolder =
      "is a folder, but a document is one file; let your web server send it, behind a gate ([[gates]])";
  EXPECT_THAT(check(row("a", "public")), ElementsAre(of("public", kFolder)));
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(check(row("pipe", "pipe")), ElementsAre(of("pipe", "is not a regular file")));
  EXPECT_THAT(check(row("null", "/dev/null")), ElementsAre(at(3, "documents.source: /dev/null is not a regular file")));
  EXPECT_EQ(check(row("a", "missing") + row("b", "secret")).size(), 2U);
}

TEST_F(GatedFilesTest, HaveAtMost16MiBEach) {
  write_sparse("a", kMostGatedFile);
  EXPECT_THAT(check(row("a", "a")), IsEmpty());
  write_sparse("a", kMostGatedFile + 1);
  EXPECT_THAT(check(row("a", "a")),
              ElementsAre(of("a", "is larger than 16 MiB; let your web server send it, behind a gate ([[gates]])")));
}

TEST_F(GatedFilesTest, HaveAtMost64MiBTogether) {
  std::string rows;
  for (const auto* const name : {"a", "b", "c", "d"}) {
    write_sparse(name, kMostGatedFile);
    rows += row(name, name);
  }
  EXPECT_THAT(check(rows), IsEmpty());
  EXPECT_THAT(check(rows + row("e", "a.pdf") + row("f", "a.pdf")),
              ElementsAre(at(23, "documents.source: " + (folder_.path() / "a.pdf").string() +
                                     " makes the documents larger than 64 MiB together; let your web server send it, "
                                     "behind a gate ([[gates]])")));
}

TEST_F(GatedFilesTest, AreNotPublicAnyway) {
  folder_.write("public/a.pdf", "a");
  fs::create_directory_symlink(folder_.path() / "public", folder_.path() / "link");
  constexpr auto kPublic = "is below content.root, where everybody can read it without a token; move it";
  EXPECT_THAT(check(row("a.pdf", "public/a.pdf")), ElementsAre(of("public/a.pdf", kPublic)));
  EXPECT_THAT(check(row("a.pdf", "link/a.pdf")), ElementsAre(of("link/a.pdf", kPublic)));
  EXPECT_THAT(check("content.root = \"\"\n" + row("a.pdf", "public/a.pdf")), IsEmpty());
  fs::create_directory(folder_.path() / "public2");
  folder_.write("public2/a.pdf", "a");
  EXPECT_THAT(check(row("a", "public2/a.pdf")), IsEmpty());
}

TEST_F(GatedFilesTest, AreNeitherSecretsNorTheProfile) {
  constexpr auto kNever = ", which must never be published; name another file";
  EXPECT_THAT(check(row("a", "secret")),
              ElementsAre(of("secret", std::string("is the file that secret.file names") + kNever)));
  EXPECT_THAT(check(row("a", "profile.json")),
              ElementsAre(of("profile.json", std::string("is the file that content.profile names") + kNever)));
  fs::create_hard_link(folder_.path() / "secret", folder_.path() / "other");
  EXPECT_THAT(check(row("a", "other")),
              ElementsAre(of("other", std::string("is a copy of the file that secret.file names") + kNever)));
}

TEST_F(GatedFilesTest, WarnIfTheyAreBehindTwoScopes) {
  const std::string scopes = "[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n";
  const auto file = (folder_.path() / "a.toml").string();
  EXPECT_THAT(check(row("a.pdf", "a.pdf") + row("b.pdf", "a.pdf", "scope = \"a\"\n") + scopes), IsEmpty());
  EXPECT_THAT(warnings_, ElementsAre(file + ":6: /api/agent/b.pdf and /api/agent/a.pdf at " + file +
                                     ":1 send the same file, so a token of either scope reads it"));
  EXPECT_THAT(check(row("a.pdf", "a.pdf") + row("b.pdf", "a.pdf")), IsEmpty());
  EXPECT_THAT(warnings_, IsEmpty()) << "the same scope";
}

}  // namespace
}  // namespace agent_access::app
