// The files of `export`: names, fields, and the rules of the hosts that serve them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/export/static_host.hpp"

namespace agent_access::tools {
namespace {

using documents::DocumentKind;
using documents::Rendered;
using publish::Catalogue;
using testing::ElementsAre;

constexpr auto* kHtml = "text/html; charset=utf-8";
constexpr auto* kJson = "application/json";

std::vector<std::string> names_of(std::vector<Rendered> documents) {
  const auto catalogue = Catalogue(std::move(documents));
  const auto hosted = collect_files(catalogue);
  std::vector<std::string> names;
  if (!hosted) return hosted.error();
  for (const auto& file : hosted->files) names.push_back(file.path + " > " + file.name);
  return names;
}

TEST(CollectFiles, GivesPagesAndTheirMarkdownFormsAnExtension) {
  EXPECT_THAT(names_of({{"/", kHtml, "<p>", {}, DocumentKind::page, "# Home"},
                        {"/cv", kHtml, "<p>", {}, DocumentKind::page, {}},
                        {"/projects", kHtml, "<p>", {}, DocumentKind::page, {}},
                        {"/projects/boat", kHtml, "<p>", {}, DocumentKind::page, {}},
                        {"/.well-known/api-catalog", "application/linkset+json", "{}"}}),
              ElementsAre("/ > index.html", "/.well-known/api-catalog > .well-known/api-catalog", "/cv > cv.html",
                          "/index.md > index.md", "/projects > projects.html", "/projects/boat > projects/boat.html"));
}

TEST(CollectFiles, DecodesPathsAndSharesAFileOrAddsAnExtensionWhereNamesMeet) {
  EXPECT_THAT(names_of({{"/pictures/a%20boat.svg", "image/svg+xml", "<svg/>", {}, DocumentKind::file, {}}}),
              ElementsAre("/pictures/a%20boat.svg > pictures/a boat.svg"));
  EXPECT_THAT(names_of({{"/.well-known/resource", kJson, "{}"}, {"/.well-known/resource/api", kJson, "[]"}}),
              ElementsAre("/.well-known/resource > .well-known/resource.json",
                          "/.well-known/resource/api > .well-known/resource/api"));
  EXPECT_THAT(
      names_of({{"/", kHtml, "<p>", {}, DocumentKind::page, "# Home"}, {"/index.md", "text/markdown", "# Home"}}),
      ElementsAre("/ > index.html", "/index.md > index.md"));
}

TEST(CollectFiles, RefusesPathsThatAreNotNamesBelowTheFolder) {
  for (const auto* path : {"/../etc/passwd", "/a/../../b", "/%2e%2e/b", "/..%2fb", "/a//b", "/./a", "/a%00b", "/a%0ab",
                           "/a%2", "/a%zz", "a", "/_headers", "/_redirects"}) {
    EXPECT_THAT(names_of({{path, kJson, "{}", {}, DocumentKind::file, {}}}),
                ElementsAre("the path " + std::string(path) + " cannot be the name of an exported file; rename it"));
  }
}

TEST(CollectFiles, ReportsTwoPathsThatNeedTheSameFile) {
  EXPECT_THAT(names_of({{"/cv", kHtml, "<p>", {}, DocumentKind::page, {}},
                        {"/cv.html", kHtml, "<i>", {}, DocumentKind::file, {}}}),
              ElementsAre("the paths /cv and /cv.html need one file, cv.html; rename one"));
  EXPECT_THAT(
      names_of({{"/", kHtml, "<p>", {}, DocumentKind::page, "# Home"}, {"/index.md", "text/markdown", "# Other"}}),
      ElementsAre("the paths /index.md and /index.md need one file, index.md; rename one"));
}

constexpr std::string_view kDiffer =
    " differ only by upper and lower case, which macOS and Windows do not tell apart; rename one";

TEST(CollectFiles, SharesOneFileForNamesThatDifferByCaseOnly) {
  const auto catalogue = Catalogue({{"/AGENTS.md", "text/markdown", "#"},
                                    {"/agents.md", "text/markdown", "#"},
                                    {"/\u00c9T\u00c9.txt", "text/plain", "e", {}, DocumentKind::file, {}},
                                    {"/e\u0301te\u0301.txt", "text/plain", "e", {}, DocumentKind::file, {}}});
  const auto hosted = collect_files(catalogue);
  ASSERT_TRUE(hosted) << hosted.error().front();
  std::vector<std::string> names;
  for (const auto& file : hosted->files) names.push_back(file.path + " > " + file.name + (file.is_alias ? " *" : ""));
  EXPECT_THAT(names,
              ElementsAre("/AGENTS.md > AGENTS.md", "/agents.md > AGENTS.md *",
                          "/e\u0301te\u0301.txt > e\u0301te\u0301.txt", "/\u00c9T\u00c9.txt > e\u0301te\u0301.txt *"));
  EXPECT_EQ(render_redirects_file(*hosted), "/agents.md /AGENTS.md 200\n/\u00c9T\u00c9.txt /e%CC%81te%CC%81.txt 200\n");
}

TEST(CollectFiles, ReportsNamesAndFoldersThatDifferByCaseOnly) {
  EXPECT_THAT(
      names_of({{"/llms.txt", "text/plain", "a"}, {"/LLMS.TXT", "text/plain", "b", {}, DocumentKind::file, {}}}),
      ElementsAre("the paths /LLMS.TXT and /llms.txt" + std::string(kDiffer)));
  EXPECT_THAT(names_of({{"/Docs/a", kJson, "1", {}, DocumentKind::file, {}},
                        {"/docs/b", kJson, "2", {}, DocumentKind::file, {}}}),
              ElementsAre("the folders /Docs and /docs" + std::string(kDiffer)));
  EXPECT_THAT(
      names_of({{"/X", kJson, "1", {}, DocumentKind::file, {}}, {"/x/y", kJson, "2", {}, DocumentKind::file, {}}}),
      ElementsAre("/X > X.json", "/x/y > x/y"));
  EXPECT_THAT(names_of({{"/_HEADERS", kJson, "1", {}, DocumentKind::file, {}}}),
              ElementsAre("the path /_HEADERS cannot be the name of an exported file; rename it"));
}

TEST(HostFolderNames, HavePortsOnlyIfHostsWouldBeEqual) {
  const auto settings_of = [](std::initializer_list<const char*> urls) {
    content::Settings settings;
    for (const auto* url : urls) settings.base_urls.push_back(*base::parse_base_url(url));
    return settings;
  };
  EXPECT_THAT(host_folder_names(settings_of({"https://example.com", "https://www.example.com:8443"})),
              ElementsAre("example.com", "www.example.com"));
  EXPECT_THAT(host_folder_names(settings_of({"http://localhost:8080", "http://localhost", "http://[::1]:8080"})),
              ElementsAre("localhost_8080", "localhost_80", "___1_"));
}

TEST(RenderRedirectsFile, ListsOnlyFilesThatStaticHostsWouldNotFind) {
  const auto catalogue = Catalogue({{"/", kHtml, "<p>", {}, DocumentKind::page, {}},
                                    {"/cv", kHtml, "<p>", {}, DocumentKind::page, {}},
                                    {"/x", kJson, "{}"},
                                    {"/x/y", kJson, "[]"}});
  const auto hosted = collect_files(catalogue);
  ASSERT_TRUE(hosted);
  EXPECT_EQ(render_redirects_file(*hosted), "/x /x.json 200\n");
}

}  // namespace
}  // namespace agent_access::tools
