#include "app/deployment/content_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/deployment/content_oversights.hpp"
#include "app/deployment/example_content.hpp"
#include "app/deployment/load.hpp"
#include "site/content/load.hpp"
#include "site/templates/assets.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kSite = R"({
  "tagline": "Listening to invented oceans",
  "owner": {"kind": "person", "name": "Robin Example"}
})";

class ContentFilesTest : public testing::Test {
 protected:
  /// A folder with only the files that the test does not write.
  ContentFilesTest() {
    folder_.write("secret", "0123456789abcdef0123456789abcdef");
    folder_.write("profile.json", "{}");
  }

  Config config(std::string_view toml = "") {
    auto loaded = load_config(
        {folder_.write("a.toml", "base_urls = [" + base_urls_ + "]\n[content]\n" + std::string(toml)), {}, {}});
    if (!loaded) ADD_FAILURE() << testing::PrintToString(loaded.error());
    return loaded ? std::move(*loaded) : Config{};
  }

  Problems problems(std::string_view toml = "") {
    Report report;
    static_cast<void>(load_material(config(toml), report));
    return report.problems();
  }

  /// Its warnings are in warnings_.
  Material material(std::string_view toml = "") {
    Report report;
    auto loaded = load_material(config(toml), report);
    EXPECT_TRUE(loaded);
    EXPECT_THAT(report.problems(), IsEmpty());
    warnings_ = report.warnings();
    return loaded ? std::move(*loaded) : Material{};
  }

  [[nodiscard]] std::string at(std::string_view name) const { return (folder_.path() / name).string(); }

  void write_examples() {
    for (const std::string name : {"profile.json", "site.json", "faq.json"}) {
      folder_.write(name, std::string(templates::asset("example/" + name)));
    }
  }

  test::ScratchFolder folder_;
  std::vector<std::string> warnings_;
  std::string base_urls_ = "\"https://www.port.test:8443\"";
};

TEST_F(ContentFilesTest, ADraftNeedsNoProfileAndProductionDoes) {
  std::filesystem::remove(folder_.path() / "profile.json");
  std::vector<std::string> warnings;
  const auto draft = load_profile(config(), Fallback::draft, warnings);
  ASSERT_TRUE(draft);
  EXPECT_EQ(draft->prefix, "{");
  EXPECT_THAT(warnings, ElementsAre("content.profile: there is no " + at("profile.json") +
                                    "; until you write one, which serve needs, agents with a token read an empty one"));
  EXPECT_FALSE(load_profile(config(), Fallback::minimal, warnings));
  // A file that is named must exist.
  EXPECT_FALSE(load_profile(config("profile = \"mine.json\"\n"), Fallback::draft, warnings));
}

TEST_F(ContentFilesTest, ReadsTheFilesAtTheirDefaultNames) {
  folder_.write("site.json", kSite);
  folder_.write("faq.json",
                R"({"questions": [{"question": "Why is there a door?", "answer": "Because agents knock."}]})");
  std::filesystem::create_directory(folder_.path() / "public");
  folder_.write("public/a.txt", "a");
  const auto made = material();
  EXPECT_EQ(made.content->site.owner.name, "Robin Example");
  ASSERT_EQ(made.content->faq.questions.size(), 1U);
  EXPECT_EQ(made.content->faq.questions[0].answer, "Because agents knock.");
  ASSERT_EQ(made.files->size(), 1U);
  EXPECT_EQ(made.files->at(0).path, "/a.txt");
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(ContentFilesTest, TakesAnExampleForMissingWhereOthersReachTheSite) {
  write_examples();
  const std::string still = ": is still the example of `init`, so it is not published: ";
  for (const auto* base_urls : {"\"https://www.port.test:8443\"", "\"https://localhost\", \"https://www.port.test\""}) {
    base_urls_ = base_urls;
    const auto made = material("site = \"site.json\"\n");
    const auto name = base::host_and_port(made.settings.base_urls.front()).host;
    EXPECT_EQ(made.profile.prefix, "{");
    EXPECT_EQ(made.content->site.owner.name, name);
    EXPECT_EQ(made.content->site.source, content::minimal_site(name).source);
    EXPECT_EQ(made.content->faq.questions.size(), 4U);
    EXPECT_THAT(warnings_,
                ElementsAre("content.profile" + still + "agents get an empty profile. Replace it.",
                            "content.site" + still + "the site shows nothing but its name, " + name + ". Replace it.",
                            "content.faq" + still + "the FAQ is about access for agents only. Replace it."));
  }
}

TEST_F(ContentFilesTest, ShowsAnExampleToThisMachine) {
  write_examples();
  base_urls_ = "\"http://localhost:8080\", \"https://127.0.0.1\", \"http://[::1]\"";
  const auto made = material();
  EXPECT_EQ(made.content->site.owner.name, "Robin Example");
  EXPECT_THAT(made.profile.prefix, HasSubstr("Robin Example"));
  EXPECT_THAT(warnings_, ElementsAre("content.profile: is still the example of `init`. Replace it.",
                                     "content.site: is still the example of `init`. Replace it.",
                                     "content.faq: is still the example of `init`. Replace it."));
}

TEST_F(ContentFilesTest, RequiresFilesThatAreConfigured) {
  EXPECT_THAT(problems("site = \"mine.json\"\nfaq = \"answers.json\"\nroot = \"files\"\n"),
              ElementsAre("content.site: cannot read " + at("mine.json") + ": No such file or directory",
                          "content.faq: cannot read " + at("answers.json") + ": No such file or directory",
                          "content.root: " + at("files") + ": No such file or directory"));
  EXPECT_THAT(problems("site = \"site.json\"\n"), ElementsAre(HasSubstr("content.site: cannot read")));
}

TEST_F(ContentFilesTest, ReadsNoDisabledFiles) {
  folder_.write("site.json", "not even JSON");
  folder_.write("faq.json", "not even JSON");
  const auto made = material("site = \"\"\nfaq = \"\"\nroot = \"\"\npages = false\n");
  EXPECT_EQ(made.content->site.title, "www.port.test");
  EXPECT_FALSE(made.settings.has_pages);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(ContentFilesTest, RefusesADanglingLinkAPipeAndMoreThanFourMiB) {
  std::filesystem::create_symlink("nowhere", folder_.path() / "faq.json");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("content.faq: cannot read")));
  std::filesystem::remove(folder_.path() / "faq.json");
  ASSERT_EQ(::mkfifo((folder_.path() / "site.json").c_str(), 0600), 0);
  EXPECT_THAT(problems(), ElementsAre("content.site: " + at("site.json") + " is not a regular file"));
  std::filesystem::remove(folder_.path() / "site.json");
  folder_.write("site.json", kSite);
  std::filesystem::resize_file(folder_.path() / "site.json", (4U << 20U) + 1);
  EXPECT_THAT(problems(), ElementsAre("content.site: " + at("site.json") + " is larger than 4MiB"));
}

TEST_F(ContentFilesTest, ValidatesFilesThatReplaceADocument) {
  std::filesystem::create_directories(folder_.path() / "public/.well-known");
  folder_.write("public/openapi.json", "{\n\"a\": 1,\n\"a\": 2}");
  folder_.write("public/other.json", "no document of ours, so nobody minds");
  folder_.write("public/.well-known/oauth-authorization-server", "[]");
  EXPECT_THAT(problems(), ElementsAre(testing::StartsWith(at("public/.well-known/oauth-authorization-server") +
                                                          ":1:1: the document must be one JSON object, { ... }"),
                                      testing::StartsWith(at("public/openapi.json") +
                                                          ":3:1: the member \"a\" occurs twice in one object")));
  folder_.write("public/.well-known/oauth-authorization-server", "{}");
  folder_.write("public/openapi.json", R"({"_meta": {}})");
  EXPECT_THAT(problems(), IsEmpty());
  folder_.write("public/auth.md", "caf\xe9");
  folder_.write("public/llms.txt", "");
  EXPECT_THAT(problems(), ElementsAre(at("public/auth.md") + ": is not UTF-8",
                                      at("public/llms.txt") + ": is empty; write the document or remove the file"));
}

TEST_F(ContentFilesTest, TakesAnExampleForMissingBesideSourcesAlsoOnThisMachine) {
  write_examples();
  base_urls_ = "\"http://localhost:8080\"";
  folder_.write("papers.bib", "@book{sea, title = {The Sea}, author = {Kim Sample}, year = 2020}");
  const auto made = material("sources = [\"papers.bib\"]\n");
  EXPECT_EQ(made.content->site.owner.name, "localhost");
  EXPECT_EQ(made.content->site.publications.size(), 1U);
  EXPECT_THAT(warnings_, testing::Contains("content.site: is still the example of `init`. Replace it."));
}

TEST_F(ContentFilesTest, RefusesSourcesOfMoreThan64MiBTogetherBeforeItReadsThem) {
  std::string names;
  for (const std::string name : {"a.zip", "b.zip", "c.zip", "d.zip", "e.zip", "f.zip"}) {
    std::filesystem::resize_file(folder_.write(name, "PK"), 14U << 20U);
    names += (names.empty() ? "\"" : ", \"") + name + "\"";
  }
  const auto is_archive = HasSubstr(" is a ZIP archive");
  EXPECT_THAT(
      problems("sources = [" + names + "]\n"),
      ElementsAre(is_archive, is_archive, is_archive, is_archive,
                  "content.sources: " + at("e.zip") + " makes the sources larger than 64 MiB together; name fewer"));
  std::filesystem::resize_file(folder_.path() / "a.zip", (16U << 20U) + 1);
  EXPECT_THAT(problems("sources = [\"a.zip\"]\n"),
              ElementsAre("content.sources: " + at("a.zip") + " is larger than 16MiB"));
}

TEST_F(ContentFilesTest, FollowsInAFolderOfSourcesOnlyLinksThatStayInside) {
  folder_.write("elsewhere.bib", "@book{land, title = {The Land}}");
  folder_.write("works/.hidden.bib", "nothing");
  folder_.write("works/sea.bib", "@book{sea, title = {The Sea}}");
  std::filesystem::create_symlink("sea.bib", folder_.path() / "works/same.bib");
  std::filesystem::create_symlink("../elsewhere.bib", folder_.path() / "works/out.bib");
  const auto made = material("sources = [\"works\"]\n");
  ASSERT_EQ(made.content->site.publications.size(), 1U);
  EXPECT_EQ(made.content->site.publications[0].slug, "sea");
  EXPECT_THAT(warnings_, testing::Contains(at("works/out.bib") + " leads out of the folder and is left out"));
}

TEST_F(ContentFilesTest, UsesTheExampleOnlyForFilesThatAreNotConfigured) {
  folder_.write("mine.json", kSite);
  std::vector<std::string> warnings;
  const auto mine = load_site(config("site = \"mine.json\"\n"), "host", {}, Fallback::example, warnings);
  const auto example = load_site(config(), "host", {}, Fallback::example, warnings);
  ASSERT_TRUE(mine && example);
  EXPECT_EQ(mine->source.size(), 2U);
  EXPECT_GT(example->publications.size(), 1U);
  EXPECT_TRUE(load_faq(config(), "en", {}, Fallback::example, warnings));
  EXPECT_TRUE(load_profile(config(), Fallback::example, warnings));
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(ErrorText, OmitsUnknownParts) {
  EXPECT_EQ(error_text("site.json", content::ContentError{12, 0, "owner.name", "must be a text"}),
            "site.json:12: owner.name: must be a text");
  EXPECT_EQ(error_text("site.json", content::ContentError{3, 7, "", "is not valid JSON"}),
            "site.json:3:7: is not valid JSON");
  EXPECT_EQ(error_text("site.json", content::ContentError{0, 0, "", "is empty"}), "site.json: is empty");
}

TEST_F(ContentFilesTest, NeedNoSecretAndNoProfileWithoutAccess) {
  for (const auto* name : {"secret", "profile.json"}) std::filesystem::remove(folder_.path() / name);
  EXPECT_EQ(problems().size(), 2U);
  for (const auto* access : {"enabled = false", "issuer = \"https://agents.port.test\""}) {
    const auto made = material("[access]\n" + std::string(access));
    EXPECT_TRUE(make_snapshot(made, 1, base::Seconds{std::chrono::seconds{1790000000}})) << access;
    EXPECT_EQ(made.content->faq.questions.empty(), !made.settings.has_profile);
  }
}

content::Settings settings_of(std::initializer_list<const char*> base_urls) {
  content::Settings settings;
  for (const auto* base_url : base_urls) settings.base_urls.push_back(base::parse_base_url(base_url).value());
  return settings;
}

TEST(ExampleWarnings, NameReservedDomainsOnly) {
  EXPECT_THAT(example_warnings(settings_of({"https://kim.dev", "http://127.0.0.1:8080", "https://notexample.com",
                                            "https://example.com.kim.dev"})),
              IsEmpty());
  const std::string end = " is a domain for examples, which nobody can reach; write the addresses of your site";
  EXPECT_THAT(
      example_warnings(settings_of({"https://example.com", "https://www.example.org:8443", "https://site.example"})),
      ElementsAre("base_urls: https://example.com" + end, "base_urls: https://www.example.org:8443" + end,
                  "base_urls: https://site.example" + end));
}

TEST(IsExample, KnowsWhatInitWrites) {
  EXPECT_TRUE(is_example(content::parse_profile(templates::asset("example/profile.json")).value()));
  EXPECT_TRUE(is_example(content::parse_site(templates::asset("example/site.json")).value()));
  EXPECT_TRUE(is_example(content::parse_faq(templates::asset("example/faq.json")).value()));
  EXPECT_FALSE(is_example(content::parse_profile("{\"name\": \"Kim\"}").value()));
  EXPECT_FALSE(is_example(content::minimal_site("Kim")));
  EXPECT_FALSE(is_example(content::minimal_faq()));
}

}  // namespace
}  // namespace agent_access::app
