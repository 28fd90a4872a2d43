#include "site/guides/markdown_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Example with_markdown() {
  Example example = example_site();
  example.settings.conventions.page_markdown = true;
  return example;
}

std::string markdown_of(const Example& example, std::string_view slug) {
  for (const auto& page : content::pages_of(example.settings, example.content)) {
    if (page.slug == slug) return without_front_matter(MarkdownForms(example.view()).of(page));
  }
  ADD_FAILURE() << "no page " << slug;
  return {};
}

TEST(PageMarkdown, BeginsWithTitleDescriptionDateAndALinkToLlmsTxt) {
  Example example = with_markdown();
  content::Site& site = example.content.site;
  site.publications.at(0).title = "\"Tides\": a\nstudy";
  EXPECT_THAT(MarkdownForms(example.view()).of(site.publications.at(0)),
              StartsWith("---\ntitle: \"\\\"Tides\\\": a\\nstudy\"\ndescription: \"What the sea does.\"\n"
                         "updated: 2034-06-01\n---\n\n> For language models: "
                         "[llms.txt](https://example.com/llms.txt)\n\n# "));
  site.updated = "soon\n# x";
  EXPECT_THAT(MarkdownForms(example.view()).home(), testing::AllOf(HasSubstr("\n---\n"), Not(HasSubstr("updated"))));
}

TEST(PageMarkdown, IsInTheLanguageOfTheSite) {
  Example example = with_markdown();
  example.content.site.language = "de";
  EXPECT_THAT(markdown_of(example, "cv"), StartsWith("# Lebenslauf\n"));
  EXPECT_THAT(markdown_of(example, "cv"), HasSubstr("Example Harbour (Februar 2030 – heute)"));
  EXPECT_THAT(MarkdownForms(example.view()).of(example.content.site.publications.at(0)),
              HasSubstr("\n- Themen: tides\n"));
}

TEST(PageMarkdown, OmitsWhatTheSiteDoesNotHave) {
  Example example = with_markdown();
  example.content.site.contact = {};
  example.content.site.cv = content::Cv{};
  const content::Publication bare{"a", "A title", "", {}, "", "", {}, "", {}};
  EXPECT_EQ(without_front_matter(MarkdownForms(example.view()).of(bare)), "# A title\n\n");
  EXPECT_EQ(markdown_of(example, "cv"), "# CV\n\nRobin Example\n\n");
  EXPECT_THAT(markdown_of(example, "contact"), HasSubstr("No public contact address is given here."));
  EXPECT_THAT(markdown_of(example, "contact"), Not(HasSubstr("Other ways")));
}

TEST(PageMarkdown, EscapesTheTextOfTheOwner) {
  Example example = hostile_site();
  example.settings.conventions.page_markdown = true;
  for (const std::string slug : {"publications", "projects", "cv", "faq", "contact", "agent-access"}) {
    const std::string text = markdown_of(example, slug);
    EXPECT_THAT(text, Not(HasSubstr("\n## Heading"))) << slug;
    EXPECT_THAT(text, Not(HasSubstr("[l](u)"))) << slug;
    EXPECT_THAT(text, Not(HasSubstr("\n| a |"))) << slug;
  }
  EXPECT_THAT(MarkdownForms(example.view()).of(example.content.site.projects.at(0)), HasSubstr("{{base_url}}"));
}

}  // namespace
}  // namespace agent_access::documents
