// Every byte of the pages of two sites: one that has everything, and one that has a name.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "example_pages.hpp"
#include "site/content/labels.hpp"
#include "site/content/load.hpp"
#include "support/golden.hpp"

namespace agent_access::pages::test {
namespace {

/// All HTML pages in the order of their paths, each after its path and its header fields.
std::string text_of(const std::map<std::string, Rendered>& pages) {
  std::string text;
  for (const auto& [path, page] : pages) {
    if (page.media_type.starts_with("text/html")) text += "=== " + path + "\n" + page.extra_fields + "\n" + page.body;
  }
  return text;
}

std::string read_example(const std::string& name) {
  std::ifstream file(AGENT_ACCESS_SOURCE_DIR "/web/example/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

content::Content example() {
  return {content::parse_site(read_example("site.json")).value(), content::parse_faq(read_example("faq.json")).value()};
}

content::Settings with_not_found_page() {
  auto enabled = settings();
  enabled.has_not_found_page = true;
  return enabled;
}

// With a CV that has nothing.
TEST(GoldenPages, OfASiteWithItsNameAlone) {
  content::Content content{content::minimal_site("Minimal"), content::minimal_faq()};
  content.site.cv = content::Cv{};
  agent_access::test::expect_golden("tests/unit/site/pages/golden/minimal.html",
                                    text_of(rendered(content, with_not_found_page())));
}

TEST(GoldenPages, OfASiteWithEverything) {
  auto content = example();
  auto& site = content.site;
  site.language = "ar";
  site.profile_summary = "More at https://example.com/more <soon>.";
  site.owner.kind = content::OwnerKind::organization;
  site.links.clear();
  site.owner.same_as = {"https://a.example/", "https://b.example/x?y=1&z=2"};
  site.contact.channels = {{"Safe & sound", "https://c.example"}, {"Unsafe", "javascript:alert(1)"}};
  site.design = {"#7a2e4d",
                 "",
                 "/own/logo.svg",
                 "/own/me%20there.jpg",
                 "/own/icon.png",
                 false,
                 "Legal: https://example.com/legal <b>"};
  const content::Labels english("en");
  for (const auto& name : content::label_names()) {
    site.labels[name] = "«" + name + "» <&> `a<b` " + std::string(english.text(name));
  }
  auto& work = site.publications.front();
  work.type = "dataset";
  work.doi = "10.5555/<a>";
  work.links = {{"Code & data", "/code.zip"}};
  site.publications.back().date.clear();
  site.publications.back().status = "in press";
  site.cv->positions.front().location = "Quay <1>";
  site.cv->positions.front().url = "/quay";
  site.cv->positions.front().text = {"Steers.", "Moors."};
  site.cv->education.front().from = "2001";
  site.cv->education.front().text = {"Knots."};
  site.cv->sections = {
      {"Teaching", {{"Ropes", "School", "2031", "", "/ropes", {"Ten."}}, {"Sails", "", "", "", "", {}}}}};
  while (site.publications.size() < 4) {
    site.publications.push_back(site.publications.front());
    site.publications.back().slug += "-again";
  }
  auto enabled = with_not_found_page();
  enabled.conventions.page_markdown = true;
  enabled.conventions.ard = true;
  agent_access::test::expect_golden("tests/unit/site/pages/golden/everything.html",
                                    text_of(rendered(content, enabled)));
}

}  // namespace
}  // namespace agent_access::pages::test
