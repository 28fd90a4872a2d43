// All documents of a site together: no address leads nowhere, and hostile content breaks no JSON.
#include "site/publish/publication.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>
#include <regex>
#include <set>

#include "unit/site/publish/all_documents.hpp"

namespace agent_access::publish {
namespace {

namespace bj = boost::json;
using documents::Example;
using documents::example_site;
using documents::hostile_site;
using documents::Pages;

TEST(DocumentTable, IsInconsistentIfTwoDocumentsShareAPathOrAPlace) {
  using documents::ApiOperation;
  using documents::DocumentRow;
  constexpr DocumentRow kOne = {.path = "/a", .render = nullptr, .api = ApiOperation{1, "a", "A", "A."}};
  constexpr DocumentRow kSamePlace = {.path = "/b", .render = nullptr, .api = ApiOperation{1, "b", "B", "B."}};
  constexpr DocumentRow kOther = {.path = "/b", .render = nullptr, .api = ApiOperation{2, "b", "B", "B."}};
  constexpr DocumentRow kSamePath = {.path = "/a", .render = nullptr};
  EXPECT_TRUE(documents::is_consistent(std::array{kOne, kOther}));
  EXPECT_FALSE(documents::is_consistent(std::array{kOne, kSamePlace}));
  EXPECT_FALSE(documents::is_consistent(std::array{kOne, kSamePath}));
}

/// The addresses of "https://example.com" in a text, as paths.
std::set<std::string> addresses_in(const std::string& text) {
  constexpr std::string_view kHost = "https://example.com/";
  constexpr std::string_view kEnds = " \"'<>()[]|`\n\\,;";
  std::set<std::string> paths;
  for (auto at = text.find(kHost); at != std::string::npos; at = text.find(kHost, at + 1)) {
    const auto start = at + kHost.size() - 1;
    std::string path = text.substr(start, text.find_first_of(kEnds, start) - start);
    if (path.ends_with('.')) path.pop_back();                                   // the end of a sentence
    if (!path.starts_with("/#")) paths.insert(path.substr(0, path.find('#')));  // names of things in JSON-LD
  }
  return paths;
}

TEST(Documents, NameNoAddressThatIsNotPublished) {
  const std::set<std::string> endpoints = {"/mcp", "/oauth/register", "/oauth/token", "/oauth/authorize",
                                           "/api/agent/full-profile"};
  for (const auto pages : {Pages::on, Pages::off}) {
    for (const bool is_enabled : {true, false}) {
      Example example = example_site(pages);
      example.settings.mcp.is_enabled = is_enabled;
      example.settings.conventions = {.ard = is_enabled, .page_markdown = is_enabled};
      const auto documents = all_documents(example);
      std::set<std::string> named;
      for (const auto& [path, document] : documents) {
        if (path == "/openapi.json") continue;  // its contact is the home page, also if that is the owner's
        named.merge(addresses_in(document.body));
        named.merge(addresses_in(document.markdown));
      }
      EXPECT_GT(named.size(), 20U);
      EXPECT_EQ(named.contains("/mcp"), is_enabled);
      for (const auto& path : named) EXPECT_TRUE(documents.contains(path) || endpoints.contains(path)) << path;
    }
  }
}

// Pages of the owner's register the tools only if she loads them.
TEST(Documents, SayThatPagesRegisterTheToolsOnlyOfGeneratedOnes) {
  const std::regex statement("[Pp]ages (of \\S+ |also )?register|site registers");
  for (const auto pages : {Pages::on, Pages::off}) {
    for (const bool is_enabled : {true, false}) {
      Example example = example_site(pages);
      example.settings.mcp.is_enabled = is_enabled;
      std::size_t count = 0;
      for (const auto& [path, document] : all_documents(example)) {
        if (!std::regex_search(document.body, statement)) continue;
        ++count;
        EXPECT_EQ(pages, Pages::on) << path;
      }
      EXPECT_EQ(count > 5, pages == Pages::on) << count;
    }
  }
}

TEST(Documents, AreWellFormedWithHostileContent) {
  std::size_t checked = 0;
  for (const auto& [path, document] : all_documents(hostile_site())) {
    if (!document.media_type.ends_with("json") && !document.media_type.starts_with("application/linkset")) continue;
    boost::system::error_code fault;
    const auto value = bj::parse(document.body, fault);
    EXPECT_FALSE(fault) << path;
    ++checked;
  }
  EXPECT_EQ(checked, 15U);
}

}  // namespace
}  // namespace agent_access::publish
