// The pages in the languages of the labels, and with the owner's own texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "example_pages.hpp"
#include "site/content/labels.hpp"
#include "site/content/tools.hpp"

namespace agent_access::pages::test {
namespace {

using testing::HasSubstr;

/// Every page of a site, the one for unknown paths included, one after the other.
std::string all_pages(const content::Content& content) {
  auto with_not_found = settings();
  with_not_found.has_not_found_page = true;
  std::string all;
  for (const auto& [path, page] : rendered(content, with_not_found)) all += page.body;
  return all;
}

/// A content that shows every label: a work with one author and one with two, every month, more works than the home
/// page shows, and so on. `kind` decides between two labels.
content::Content everything(content::OwnerKind kind) {
  auto content = plain();
  auto& site = content.site;
  site.owner.kind = kind;
  site.design.portrait = "/robin.jpg";
  for (int month = 1; month <= 12; ++month) {
    const std::string date = "2033-" + std::string(month < 10 ? "0" : "") + std::to_string(month);
    site.projects.push_back(site.projects.front());
    site.projects.back().slug = "project-" + std::to_string(month);
    site.projects.back().date = date;
    site.publications.push_back(site.publications.front());
    site.publications.back().slug = "publication-" + std::to_string(month);
    site.publications.back().date = date + (month == 1 ? "-01" : "-02");
    site.publications.back().authors = {"One"};
  }
  site.projects.back().until = "2034";
  const auto& types = content::browser_tools()[2].input_schema.at("properties").at("type").at("enum").as_array();
  for (const auto& each : types) {
    const std::string type(each.as_string());
    site.publications.push_back(site.publications.front());
    site.publications.back().slug = type;
    site.publications.back().date = "2033";
    site.publications.back().type = type;
    site.publications.back().links = {{"Slides", "/slides.pdf", ""}};
    site.publications.back().authors.resize(1200, "One");
  }
  // So many that they stand under headings.
  for (int i = 0; i < 20; ++i) {
    auto& work = site.publications.emplace_back();
    work.slug = "undated-" + std::to_string(i);
    work.title = work.slug;
    work.editors = {"One"};
    work.volume = work.number = work.pages = work.edition = "1";
  }
  return content;
}

/// Whether readers of sources write the label into site.json, where owners see it, and no page has it.
bool is_of_sources(std::string_view label) {
  return label.starts_with("section_") || label == "grade" || label == "phone_number" || label == "profile" ||
         label == "site_of";
}

TEST(Languages, ShowAYearAloneAsTheyDo) {
  auto content = plain();
  content.site.cv->positions.front().from = "2029";
  for (const auto& [language, year] :
       {std::pair("en", ">2029<"), {"pt", ">2029<"}, {"zh", ">2029年<"}, {"ja", ">2029年<"}}) {
    content.site.language = language;
    EXPECT_THAT(html_pages(content).at("/cv").body, HasSubstr(year)) << language;
  }
}

TEST(Languages, SayWhichTextsAreEnglishOnAPageOfAnotherLanguage) {
  auto content = plain();
  content.site.language = "da";
  content.site.labels = {{"skip", "Spring over"}};
  const auto pages = html_pages(content);
  EXPECT_THAT(pages.at("/contact").body, HasSubstr("<h1 lang=\"en\">Contact</h1>"));
  EXPECT_THAT(pages.at("/contact").body, HasSubstr("<a href=\"/faq\" lang=\"en\">"));
  EXPECT_THAT(pages.at("/contact").body, HasSubstr(">Spring over<"));
  EXPECT_THAT(pages.at("/cv").body, HasSubstr(" lang=\"en\">April 2031</time>"));
  EXPECT_THAT(pages.at("/agent-access").body, HasSubstr("<h2 id=\"errors\"><span lang=\"en\">"));
  for (const auto& [path, page] : pages) EXPECT_EQ(count(page.body, "=\"<span"), 0) << path;
  content.site.language = "de";
  for (const auto& [path, page] : html_pages(content)) EXPECT_EQ(count(page.body, "<span lang=\"en\""), 0) << path;
}

// Each label is replaced by its own name, so that one that no page shows, or one that is written into a page, is found.
TEST(Languages, LetTheOwnerReplaceEveryLabel) {
  std::string shown;
  for (const auto kind : {content::OwnerKind::person, content::OwnerKind::organization}) {
    for (const bool has_dates : {false, true}) {
      auto content = everything(kind);
      for (const auto& name : content::label_names()) {
        // The labels of dates contain those of months, that of further authors the separator of their number.
        if (has_dates || !(name.starts_with("date_") || name == "more_authors"))
          content.site.labels[name] = "«" + name + "»";
      }
      shown += all_pages(content);
      // Texts that stand for missing ones of the owner.
      content.site.contact = {};
      content.site.owner.summary.clear();
      content.site.cv->summary.clear();
      shown += all_pages(content);
    }
  }
  for (const auto& name : content::label_names()) {
    if (name.starts_with("faq_") && name != "faq_title" && name != "faq_summary" && name != "faq_heading") continue;
    if (is_of_sources(name)) continue;
    EXPECT_TRUE(shown.contains("«" + name + "»")) << name;
  }
}

TEST(Languages, HaveNoEnglishTextOfTheTemplatesLeft) {
  const content::Labels english("en");
  const content::Labels german("de");
  auto content = everything(content::OwnerKind::person);
  content.site.language = "de";
  const auto shown = all_pages(content);
  for (const auto& name : content::label_names()) {
    const auto text = english.text(name);
    // Short texts may occur within others.
    if (text.size() < 12 || text == german.text(name) || text.contains('{') || text.contains('`')) continue;
    EXPECT_FALSE(shown.contains(">" + std::string(text) + "<")) << name;
  }
}

TEST(Languages, EscapeHostileLabelsEverywhere) {
  auto content = everything(content::OwnerKind::person);
  const auto harmless = all_pages(content);
  for (const auto& name : content::label_names()) content.site.labels[name] = kHostile;
  const auto hostile = all_pages(content);
  for (const auto* tag : {"<script", "</script", "<img", "<h1", "<meta", "<button", "<li"}) {
    EXPECT_EQ(count(hostile, tag), count(harmless, tag)) << tag;
  }
  EXPECT_FALSE(hostile.contains("<img src=x"));
}

}  // namespace
}  // namespace agent_access::pages::test
