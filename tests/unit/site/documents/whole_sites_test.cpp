// Documents of two sites, byte for byte: golden/full has all that an owner can declare, so that each optional part is
// there; golden/bare has a title, a name and one question, so that each list is empty.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <chrono>
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

Example bare_site() {
  Example example = example_site(Pages::off);
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

void expect_documents(const std::string& folder, const Example& example, bool (*is_compared)(std::string_view)) {
  const auto master = oauth::MasterSecret::parse(base::bytes_of("a master secret of thirty-two by")).value();
  const std::array masters = {master.duplicate()};
  const auto keys = oauth::KeySchedule::derive(masters, 1, std::chrono::hours{24}, base::Seconds{}).value();
  const HostView view = example.view();
  std::size_t count = 0;
  for (const DocumentRow& row : view.published) {
    if (row.kind == DocumentKind::page || row.is_dynamic || !is_compared(row.path)) continue;
    if (!is_published(row, view.settings)) continue;
    const std::string text = row.render({view, keys});
    // Served as one line; a golden file is to be read.
    const bool is_one_line = row.path == "/openapi.json";
    expect_golden(folder + file_name(row.path), is_one_line ? json::pretty_json(boost::json::parse(text)) : text);
    ++count;
  }
  EXPECT_GT(count, 4U);
}

void expect_pages(const std::string& folder, const Example& example) {
  for (const auto& page : content::pages_of(example.settings, example.content)) {
    expect_golden(folder + "page-" + page.slug + ".md", MarkdownForms(example.view()).of(page));
  }
  const content::Site& site = example.content.site;
  expect_golden(folder + "page-publication.md", MarkdownForms(example.view()).of(site.publications.at(1)));
  expect_golden(folder + "page-project.md", MarkdownForms(example.view()).of(site.projects.at(0)));
}

// Left out: aliases of other documents, and what the server card says, too.
TEST(WholeSites, WithEverythingHaveTheseDocuments) {
  expect_documents("full/", full_site(), [](std::string_view path) {
    return path != "/agents.md" && path != "/.well-known/openid-configuration" && path != "/mcp/server-card" &&
           path != "/.well-known/mcp.json";
  });
  expect_pages("full/", full_site());
}

// Those whose lists are empty then; conformance has what the others say.
TEST(WholeSites, WithNothingHaveTheseDocuments) {
  expect_documents("bare/", bare_site(), [](std::string_view path) {
    return path == "/.well-known/agent-card.json" || path == "/ai/faq.json" || path == "/api/site.json" ||
           path == "/llms-full.txt" || path == "/llms.txt";
  });
}

}  // namespace
}  // namespace agent_access::documents
