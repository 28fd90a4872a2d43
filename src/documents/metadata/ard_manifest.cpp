#include "documents/metadata/ard_manifest.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "content/tools.hpp"
#include "documents/metadata/ai_catalog.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "json/pretty_json.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// An owner's name in a query is cut to this length.
constexpr std::size_t kLongestName = 100;

/// What the site must have, so that a query can be answered.
enum class Needs : std::uint8_t { nothing, publications, projects, cv };

struct ArdQuery {
  std::string_view text;
  Needs needs = Needs::nothing;
};

/// What an entry of the AI catalog has besides in ARD.
struct ArdResource {
  std::string_view name;       ///< of the entry in the AI catalog
  std::string_view type = {};  ///< instead of that of the AI catalog
  bool has_tools = false;      ///< `capabilities` are the names of the browser tools
  std::array<ArdQuery, 5> queries;
};

constexpr auto kArdResources = std::to_array<ArdResource>({
    {.name = "agent:site",
     .has_tools = true,
     .queries = {{{"Who is {{name}}, and what do they work on?"},
                  {"List the publications of {{name}}", Needs::publications},
                  {"Which projects does {{name}} work on?", Needs::projects},
                  {"How can I contact {{name}}?"}}}},
    {.name = "mcp:site-webmcp-tools",
     .has_tools = true,
     .queries = {{{"Search the site of {{name}}"},
                  {"Read a publication of {{name}}", Needs::publications},
                  {"Show the CV of {{name}}", Needs::cv},
                  {"Find answers to common questions about {{name}}"}}}},
    {.name = "skill:read-site-profile",
     .type = R"(text/markdown; profile="urn:air:agent-skills")",
     .queries = {{{"Read the extended profile of {{name}}"}, {"What does {{name}} publish for registered clients?"}}}},
});

constexpr Listing kCatalogListing = {.title = "AI catalog",
                                     .text =
                                         "All descriptions of this site for software, also the OpenAPI description "
                                         "and the API catalog.",
                                     .type = kAiCatalogType,
                                     .name = "catalog:site"};
constexpr std::array<ArdQuery, 5> kCatalogQueries = {
    {{"Which descriptions for software does the site of {{name}} have?"},
     {"Where is the OpenAPI description of the API of {{name}}?"}}};

bool has(const content::Site& site, Needs needs) noexcept {
  switch (needs) {
    case Needs::nothing:
      return true;
    case Needs::publications:
      return !site.publications.empty();
    case Needs::projects:
      return !site.projects.empty();
    case Needs::cv:
      return site.cv.has_value();
  }
  return false;
}

bj::array queries_of(const content::Site& site, std::span<const ArdQuery> queries) {
  const std::string name = render::clipped(site.owner.name, kLongestName);
  bj::array texts;
  for (const auto& query : queries) {
    if (!query.text.empty() && has(site, query.needs)) texts.emplace_back(fill(query.text, {{"name", name}}));
  }
  return texts;
}

bj::array tool_tokens() {
  bj::array names;
  for (const auto& tool : content::browser_tools()) names.emplace_back(tool.name);
  return names;
}

bj::object ard_entry(const HostView& view, const Listed& listed, const ArdResource& resource) {
  auto entry = catalog_entry(view, listed.document.path, listed.listing);
  if (!resource.type.empty()) entry["type"] = resource.type;
  if (resource.has_tools) entry["capabilities"] = tool_tokens();
  entry["representativeQueries"] = queries_of(view.content.site, resource.queries);
  return entry;
}

}  // namespace

std::string render_ard_manifest(const HostView& view) {
  bj::array entries;
  for (const auto& listed : listed_in(view, List::ai_catalog)) {
    const auto* const resource = std::ranges::find(kArdResources, listed.listing.name, &ArdResource::name);
    if (resource != kArdResources.end()) entries.push_back(ard_entry(view, listed, *resource));
  }
  auto catalog = catalog_entry(view, kAiCatalogPath, kCatalogListing);
  catalog["representativeQueries"] = queries_of(view.content.site, kCatalogQueries);
  entries.push_back(std::move(catalog));
  bj::object document = catalog_head(view);
  document["entries"] = std::move(entries);
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
