#include <gtest/gtest.h>

#include "tools/probe/published/checks.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kManifest =
    R"({"entries":[{"identifier":"urn:air:example.com:agent:site","displayName":"A","type":"text/markdown",)"
    R"("url":"https://example.com/a","representativeQueries":["one","two"]}]})";

Verdict verdict_on(const char* check, const Documents& documents) {
  return verdict_of(convention_checks(), check, documents);
}

void expect_warning(const Verdict& verdict, std::string_view part) {
  ASSERT_TRUE(verdict) << part;
  EXPECT_EQ(verdict->mark, Mark::warned);
  EXPECT_NE(verdict->detail.find(part), std::string::npos) << verdict->detail;
  EXPECT_FALSE(verdict->remedy.empty());
}

Documents with_manifest(std::string_view manifest, std::string_view robots) {
  auto documents = good_documents();
  documents.put(paths::kArd, answer_of(200, "application/json", std::string(manifest)));
  documents.put(paths::kRobots, answer_of(200, "text/plain", std::string(robots)));
  return documents;
}

TEST(ConventionChecks, RemarkWhatASiteMayHave) {
  for (const auto& [check, remark] :
       {std::pair("ARD manifest", "not published; discovery.ard enables it"),
        {"Pages have Markdown forms", "not published; discovery.page_markdown enables them"}}) {
    const auto verdict = verdict_on(check, good_documents());
    ASSERT_TRUE(verdict) << check;
    EXPECT_EQ(verdict->mark, Mark::passed) << check;
    EXPECT_EQ(verdict->detail, remark);
  }
  EXPECT_TRUE(pages_with_forms(good_documents()).empty());
}

TEST(ArdCheck, AcceptsAManifestThatRobotsNames) {
  const std::string named = "User-agent: *\nAgentmap: https://example.com/.well-known/ard.json\n";
  EXPECT_FALSE(verdict_on("ARD manifest", with_manifest(kManifest, named)));
  auto without_robots = with_manifest(kManifest, "");
  EXPECT_FALSE(verdict_on("ARD manifest", without_robots)) << "a site may have no robots.txt";
  expect_warning(verdict_on("ARD manifest", with_manifest(kManifest, "User-agent: *\n")), "does not name");
}

TEST(ArdCheck, WarnsOfALinkToAManifestThatIsNotThere) {
  auto documents = good_documents();
  documents.put(paths::kRobots, answer_of(200, "text/plain", "Agentmap: https://example.com/.well-known/ard.json\n"));
  expect_warning(verdict_on("ARD manifest", documents), "but there is none");
  documents = good_documents();
  documents.put(paths::kHome, answer_of(200, "text/html", "<link rel=\"ard\" href=\"/.well-known/ard.json\">"));
  expect_warning(verdict_on("ARD manifest", documents), "but there is none");
  documents = good_documents();
  documents.put(paths::kHome, answer_of(200, "text/html", "", {{"Link", "</.well-known/ard.json>; rel=\"ard\""}}));
  expect_warning(verdict_on("ARD manifest", documents), "but there is none");
}

TEST(ArdCheck, WarnsOfEntriesThatSearchServicesRefuse) {
  const auto broken = [](std::string_view from, std::string_view to) {
    std::string manifest(kManifest);
    const auto at = manifest.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return verdict_on("ARD manifest", with_manifest(manifest.replace(at, from.size(), to), ""));
  };
  expect_warning(broken("entries", "items"), "no entries");
  expect_warning(broken("displayName", "name"), "lacks displayName");
  expect_warning(broken("urn:air:", "urn:ai:"), "no urn:air");
  expect_warning(broken(R"("url":)", R"("data":{},"url":)"), "exactly one of url and data");
  expect_warning(broken(R"("url":)", R"("link":)"), "exactly one of url and data");
  expect_warning(broken(R"(["one","two"])", R"(["one"])"), "2 to 5 representativeQueries");
  expect_warning(broken(R"(["one","two"])", R"(["1","2","3","4","5","6"])"), "2 to 5 representativeQueries");
}

/// A site whose pages / and /cv have Markdown forms.
Documents with_forms() {
  auto documents = good_documents();
  documents.put(paths::kSite,
                answer_of(200, "application/json",
                          R"({"pages":[{"url":"https://example.com/"},{"url":"https://example.com/cv"}]})"));
  for (const auto& [page, form] : {std::pair<std::string, std::string>{"/", "/index.md"}, {"/cv", "/cv.md"}}) {
    documents.put(page,
                  answer_of(200, "text/html", "<link rel=\"alternate\" type=\"text/markdown\" href=\"" + form + "\">"));
    documents.put(page + "#text/markdown", answer_of(200, "text/markdown", "# " + page, {{"Vary", "Accept"}}));
    documents.put(form, answer_of(200, "text/markdown; charset=utf-8", "# " + page));
  }
  return documents;
}

TEST(PageFormsCheck, AcceptsEqualFormsOfEveryPage) {
  EXPECT_EQ(pages_with_forms(with_forms()), (std::vector<std::string>{"/", "/cv"}));
  EXPECT_EQ(markdown_form_of(with_forms(), "/cv"), "/cv.md");
  EXPECT_FALSE(verdict_on("Pages have Markdown forms", with_forms()));
}

TEST(PageFormsCheck, WarnsOfEachMistake) {
  const auto with = [](std::string_view path, client::ClientResponse answer) {
    auto documents = with_forms();
    documents.put(path, std::move(answer));
    return verdict_on("Pages have Markdown forms", documents);
  };
  const client::ClientField vary{"Vary", "Accept"};
  expect_warning(with("/cv", answer_of(200, "text/html", "<h1>CV</h1>")), "/cv names no Markdown form");
  expect_warning(with("/cv.md", answer_of(404, "application/json", "{}")), "which is no Markdown");
  expect_warning(with("/cv.md", answer_of(200, "text/html", "# /cv")), "which is no Markdown");
  expect_warning(with("/cv.md", answer_of(200, "text/markdown", "# Other")), "two different Markdown forms");
  expect_warning(with("/cv#text/markdown", answer_of(200, "text/html", "<h1>CV</h1>", {vary})),
                 "no Markdown form for Accept");
  expect_warning(with("/cv#text/markdown", answer_of(200, "text/markdown", "# /cv")), "no Vary: Accept");
}

}  // namespace
}  // namespace agent_access::tools
