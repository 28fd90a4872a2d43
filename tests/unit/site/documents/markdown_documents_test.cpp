#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "site/guides/guides.hpp"
#include "site/guides/markdown_forms.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// The headings outside of fenced code, with their marks.
std::vector<std::string> headings(const std::string& markdown) {
  std::vector<std::string> found;
  bool is_code = false;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    const auto start = line.find_first_not_of(' ');
    if (start != std::string::npos && line.compare(start, 3, "```") == 0) is_code = !is_code;
    if (!is_code && line.starts_with('#')) found.push_back(line);
  }
  EXPECT_FALSE(is_code) << "a code fence is not closed";
  return found;
}

std::string long_text(std::size_t size) { return std::string(size, '|'); }

TEST(AuthMd, HasTheSectionsOfTheConventionInTheFirst4800Bytes) {
  Example example = example_site();
  example.content.site.title = long_text(5000);
  for (const Example& site : {example_site(), example, hostile_site()}) {
    const std::string body = render_auth_md(site.view());
    auto found = headings(body);
    EXPECT_THAT(found.at(0), HasSubstr("auth.md"));
    found.erase(found.begin());
    EXPECT_THAT(found, ElementsAre("## Discover", "## Pick a method", "## Register", "## Claim",
                                   "## Use the credential", "## Errors", "## Revocation"));
    EXPECT_LT(body.find("## Revocation"), 4800U);
    EXPECT_LT(body.size(), 5000U);
  }
}

TEST(LlmsTxt, StaysSmallHoweverMuchIsPublished) {
  Example example = example_site();
  content::Site& site = example.content.site;
  site.title = long_text(5000);
  site.tagline = long_text(5000);
  site.owner.name = long_text(5000);
  site.publications.resize(1000, site.publications.front());
  site.projects.resize(1000, site.projects.front());
  const std::string body = render_llms_txt(example.view());
  EXPECT_LT(body.size(), 30000U);
  const auto listed = [&body](const std::string& folder) {
    std::size_t count = 0;
    const std::string part = "https://example.com/" + folder + "/";
    for (auto at = body.find(part); at != std::string::npos; at = body.find(part, at + 1)) ++count;
    return count;
  };
  EXPECT_THAT(body, HasSubstr("\n- [" + std::to_string(1000 - listed("publications")) +
                              " more](https://example.com/publications): all publications\n"));
  EXPECT_THAT(body, HasSubstr("\n- [" + std::to_string(1000 - listed("projects")) +
                              " more](https://example.com/projects): all projects\n"));
  EXPECT_THAT(body, HasSubstr("## Optional"));
}

TEST(LlmsTxt, NamesOnlyWhatTheSiteHas) {
  Example example = example_site(Pages::off);
  EXPECT_THAT(render_llms_txt(example.view()),
              HasSubstr("for questions about the owner, the public CV, publications and projects"));
  example.content.site.publications.clear();
  example.content.site.cv.reset();
  const std::string body = render_llms_txt(example.view());
  EXPECT_THAT(body, HasSubstr("for questions about the owner and projects, in one file"));
  EXPECT_THAT(body, Not(HasSubstr("ublications")));
  EXPECT_THAT(body, Not(HasSubstr("pages register")));
}

TEST(MarkdownDocuments, KeepTheirHeadingsWithHostileContent) {
  const Example hostile = hostile_site();
  const Example plain = example_site();
  const std::array<std::string, 4> documents = {render_agents_md(hostile.view()), render_llms_txt(hostile.view()),
                                                render_llms_full(hostile.view()),
                                                without_front_matter(MarkdownForms(hostile.view()).home())};
  for (const auto& body : documents) {
    EXPECT_THAT(headings(body), Not(testing::Contains("## Heading")));
    EXPECT_THAT(body, Not(HasSubstr("\n```\n|")));
    EXPECT_THAT(body, Not(HasSubstr("[l](u)")));
    EXPECT_THAT(body, Not(HasSubstr("\n| a |")));
    EXPECT_THAT(body, HasSubstr("{{base_url}}")) << "text of the owner is no template";
  }
  EXPECT_EQ(headings(documents[1]).size(), headings(render_llms_txt(plain.view())).size());
}

}  // namespace
}  // namespace agent_access::documents
