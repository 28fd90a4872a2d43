// Every document of the table for two sites, byte for byte: golden/full has all that an owner can declare, so that
// each optional part is there; golden/bare has a title, a name and one question, so that each list is empty.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <chrono>
#include <set>
#include <string>

#include "base/text.hpp"
#include "json/json_text.hpp"
#include "oauth/key_schedule.hpp"
#include "site/content/load.hpp"
#include "site/content/pages.hpp"
#include "site/guides/markdown_forms.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

Example full_site() {
  Example example = gated_site();
  example.settings.mcp.is_enabled = true;
  example.settings.has_not_found_page = true;
  example.settings.conventions = {.ard = true, .page_markdown = true, .resume = true, .bibliography = true};
  example.settings.signals = {"yes", "yes", "no"};
  content::Site& site = example.content.site;
  site.profile_summary = "Rates, references | and free weeks.";
  site.links.push_back({"Slides", "/slides.pdf", "Of all talks."});
  auto& floods = *site.publications.insert(site.publications.begin(), content::Publication());
  floods.slug = "floods";
  floods.title = "Floods";
  floods.type = "book";
  floods.status = "in press";
  floods.doi = "10.5555/floods";
  floods.key = "example:floods";
  floods.links = {{"Data", "/floods.csv"}};
  site.cv->positions.push_back({"Pilot", "Port", "2020", "2021-05", "", "Quay", "/port", {"Steered.", "Moored."}});
  site.cv->education.push_back({"Licence", "School", "2019", "2017", "/school", {"Knots"}});
  site.cv->sections = {
      {"Teaching", {{"Ropes", "School", "2031", "", "/ropes", {"Ten lessons."}}, {"Sails", "", "", "", "", {}}}}};
  return example;
}

Example bare_site(Pages pages) {
  Example example = example_site(pages);
  example.content = {content::minimal_site("Example Person"), content::minimal_faq()};
  return example;
}

/// "/.well-known/mcp/server-card.json" as "mcp-server-card.json".
std::string file_name(std::string_view path) {
  constexpr std::string_view kWellKnown = "/.well-known/";
  path.remove_prefix(path.starts_with(kWellKnown) ? kWellKnown.size() : 1);
  std::string name(path);
  std::ranges::replace(name, '/', '-');
  return name;
}

void expect_documents(const std::string& folder, const Example& example, const std::set<std::string_view>& others) {
  const auto master = oauth::MasterSecret::parse(base::bytes_of("a master secret of thirty-two by")).value();
  const std::array masters = {master.duplicate()};
  const auto keys = oauth::KeySchedule::derive(masters, 1, std::chrono::hours{24}, base::Seconds{}).value();
  const HostView view = example.view();
  std::size_t count = 0;
  for (const DocumentRow& row : view.published) {
    if (row.kind == DocumentKind::page || row.is_dynamic || others.contains(row.path)) continue;
    if (!is_published(row, view.settings)) continue;
    const std::string text = row.render({view, keys});
    // Served as one line; a golden file is to be read.
    const bool is_one_line = row.path == "/openapi.json";
    expect_golden(folder + file_name(row.path), is_one_line ? json::pretty_json(boost::json::parse(text)) : text);
    ++count;
  }
  EXPECT_GT(count, 8U);
}

void expect_pages(const std::string& folder, const Example& example) {
  for (const auto& page : content::pages_of(example.settings, example.content)) {
    expect_golden(folder + "page-" + page.slug + ".md", MarkdownForms(example.view()).of(page));
  }
  const content::Site& site = example.content.site;
  if (site.publications.empty()) return;
  expect_golden(folder + "page-publication.md", MarkdownForms(example.view()).of(site.publications.at(1)));
  expect_golden(folder + "page-project.md", MarkdownForms(example.view()).of(site.projects.at(0)));
}

// Left out: aliases of other documents.
TEST(WholeSites, WithEverythingHaveTheseDocuments) {
  expect_documents("full/", full_site(), {"/agents.md", "/.well-known/openid-configuration", "/mcp/server-card"});
  expect_pages("full/", full_site());
}

// Left out: aliases, and what a site with everything has in the same form.
TEST(WholeSites, WithNothingHaveTheseDocuments) {
  expect_documents(
      "bare/", bare_site(Pages::off),
      {"/agents.md", "/.well-known/openid-configuration", "/openapi.json", "/.well-known/mcp.json",
       "/.well-known/ai-catalog.json", "/.well-known/mcp/server-card.json", "/.well-known/agent-skills/index.json",
       "/.well-known/agent-skills/read-site-profile/SKILL.md", "/.well-known/oauth-authorization-server",
       "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/agent/full-profile"});
  expect_pages("bare/", bare_site(Pages::on));
}

}  // namespace
}  // namespace agent_access::documents
