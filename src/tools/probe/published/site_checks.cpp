#include <algorithm>
#include <array>
#include <boost/json/array.hpp>

#include "http/message.hpp"
#include "tools/probe/published/scanners.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/run/text.hpp"

namespace agent_access::tools {
namespace {

// The user agents of AI crawlers in robots.txt.
constexpr std::array<std::string_view, 6> kCrawlers{"GPTBot",          "ChatGPT-User",  "ClaudeBot",
                                                    "Google-Extended", "PerplexityBot", "CCBot"};
constexpr std::size_t kLeastHome = 500;  // characters of text
constexpr const char* kSkillsSchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
constexpr const char* kHomeRemedy = "serve the generated pages, or add it to your own home page";

/// robotsTxt.
Verdict check_robots(const Documents& documents) {
  const auto* answer = documents.find(paths::kRobots);
  const auto text = documents.text(paths::kRobots);
  if (text.empty() || !http::is_media_type(answer->field("Content-Type"), "text/plain") ||
      !contains_word(text, "user-agent:")) {
    return advice("/robots.txt is missing or empty", "publish one; the service has one when it serves the site");
  }
  return std::nullopt;
}

/// robotsTxtAiRules. Content signals are not required: omitting them is the owner's choice.
Verdict check_crawlers(const Documents& documents) {
  const auto text = documents.text(paths::kRobots);
  if (std::ranges::any_of(kCrawlers, [&](auto crawler) { return contains_word(text, crawler); })) return std::nullopt;
  return advice("/robots.txt has no rules for the crawlers of assistants",
                "name them with the rules that you want, for example: User-agent: GPTBot");
}

/// sitemap.
Verdict check_sitemap(const Documents& documents) {
  const auto text = documents.text(paths::kSitemap);
  if (text.find("<urlset") != std::string_view::npos || text.find("<sitemapindex") != std::string_view::npos ||
      contains_word(documents.text(paths::kRobots), "sitemap:")) {
    return std::nullopt;
  }
  return advice("there is no /sitemap.xml, and no sitemap in /robots.txt", "publish one, or name it in /robots.txt");
}

/// linkHeaders, link-headers-discovery.
Verdict check_home_links(const Documents& documents) {
  const auto* home = documents.find(paths::kHome);
  for (const auto* relation : {"api-catalog", "service-desc", "service-doc", "describedby"}) {
    if (home != nullptr && has_link_relation(*home, relation)) return std::nullopt;
  }
  return advice("the home page has no Link field for the documents",
                "send with it: Link: </.well-known/api-catalog>; rel=\"api-catalog\"");
}

/// markdownNegotiation, markdown-negotiation-vary.
Verdict check_home_markdown(const Documents& documents) {
  const auto* home = documents.find(paths::kHomeMarkdown);
  if (home == nullptr || home->status != 200 || !http::is_media_type(home->field("Content-Type"), "text/markdown")) {
    return advice("the home page has no Markdown form for Accept: text/markdown", kHomeRemedy);
  }
  if (contains_word(home->field("Vary"), "accept")) return std::nullopt;
  return advice("the Markdown form of the home page has no Vary: Accept; caches will mix the two forms", kHomeRemedy);
}

/// content-no-js.
Verdict check_home_text(const Documents& documents) {
  const auto* home = documents.find(paths::kHome);
  if (home == nullptr || home->status != 200 || !http::is_media_type(home->field("Content-Type"), "text/html")) {
    return advice("there is no home page; scanners refuse such a site", kHomeRemedy);
  }
  const auto text = visible_text(home->body);
  if (tags_of(home->body, "h1").empty()) return advice("the home page has no h1 without scripts", kHomeRemedy);
  if (text.size() >= kLeastHome) return std::nullopt;
  return advice("the home page has " + std::to_string(text.size()) + " characters without scripts; 500 or more count",
                "add text to the site data, or to your own home page");
}

bool is_identity(const boost::json::value& value) {
  if (const auto* list = value.if_array()) return std::ranges::any_of(*list, is_identity);
  const auto* object = value.if_object();
  if (object == nullptr) return false;
  const auto type = text_member(*object, "@type");
  const auto* same = value_at(*object, {"sameAs"});
  const bool linked = same != nullptr && (same->is_string() || (same->is_array() && !same->get_array().empty()));
  if ((type == "Person" || type == "Organization") && linked) return true;
  return std::ranges::any_of(*object, [](const auto& member) {
    return (member.value().is_object() || member.value().is_array()) && is_identity(member.value());
  });
}

/// json-ld, json-ld-entity-linking.
Verdict check_home_identity(const Documents& documents) {
  if (std::ranges::any_of(json_ld_of(documents.text(paths::kHome)), is_identity)) return std::nullopt;
  return advice("the home page does not say as JSON-LD who it is about (Person or Organization with sameAs)",
                "give the owner links in the site data, or add JSON-LD to your own home page");
}

/// webMcp: static scanners search for the script, browsers for the tools, since July 2026 at document.modelContext.
Verdict check_home_tools(const Documents& documents) {
  const auto scripts = tags_of(documents.text(paths::kHome), "script");
  const bool loads =
      std::ranges::any_of(scripts, [](const std::string& tag) { return tag.find(paths::kTools) != std::string::npos; });
  const auto text = documents.text(paths::kTools);
  const bool registers = text.find("document.modelContext") != std::string_view::npos &&
                         text.find("registerTool") != std::string_view::npos;
  if (loads && registers) return std::nullopt;
  return advice(loads ? "/browser-tools.js registers no tools" : "the home page does not load /browser-tools.js",
                "add to your pages: <script type=\"module\" src=\"/browser-tools.js\"></script>");
}

/// agent-friendly-404: a 404 with links to documentation.
Verdict check_unknown_page(const Documents& documents) {
  const auto* answer = documents.find(paths::kUnknownPage);
  if (answer == nullptr || answer->status != 404) {
    return advice("a page that does not exist does not return 404",
                  "return 404 for unknown paths, not an application page");
  }
  for (const auto* hint : {"/llms.txt", "/sitemap.xml", "/openapi.json"}) {
    if (answer->body.find(hint) != std::string::npos) return std::nullopt;
  }
  return advice("the 404 of a page has no link to documentation", "add a link to /llms.txt or /sitemap.xml");
}

/// agentSkills, agent-skills-index-v2.
Verdict check_skills_index(const Documents& documents) {
  const auto* index = documents.json(paths::kSkills);
  if (index == nullptr)
    return advice("there is no index of skills", "pass " + std::string(paths::kSkills) + " to the service");
  const auto skills = objects_at(*index, {"skills"});
  if (text_member(*index, "$schema") != kSkillsSchema || skills.empty()) {
    return advice("the index of skills has another form",
                  std::string("expected $schema ") + kSkillsSchema + " and skills");
  }
  for (const auto* skill : skills) {
    const auto type = text_member(*skill, "type");
    if (!first_missing_text(*skill, {"name", "description", "url", "digest"}).empty() ||
        (type != "skill-md" && type != "archive")) {
      return advice("a skill of the index lacks name, type, description, url or digest", kOwnRemedy);
    }
  }
  return std::nullopt;
}

/// ard-catalog, ard-entries-valid.
Verdict check_ai_catalog(const Documents& documents) {
  const auto* catalog = documents.json(paths::kAiCatalog);
  const auto entries =
      catalog == nullptr ? std::vector<const boost::json::object*>() : objects_at(*catalog, {"entries"});
  if (entries.empty()) {
    return advice("there is no catalogue of what agents can use here",
                  "pass " + std::string(paths::kAiCatalog) + " to the service");
  }
  for (const auto* entry : entries) {
    const auto missing = first_missing_text(*entry, {"identifier", "displayName", "type", "url"});
    if (!missing.empty()) return advice("an entry of the AI catalogue lacks " + missing, kOwnRemedy);
  }
  return std::nullopt;
}

}  // namespace

std::vector<DocumentCheck> site_checks() {
  using namespace paths;
  return {
      {"robots.txt", kRobots, {}, check_robots},
      {"robots.txt names crawlers of assistants", kRobots, {}, check_crawlers},
      {"Sitemap", kSitemap, {}, check_sitemap},
      {"Home page leads to the documents", kHome, {}, check_home_links},
      {"Home page has a Markdown form", kHomeMarkdown, {}, check_home_markdown},
      {"Home page reads without scripts", kHome, {}, check_home_text},
      {"Home page says who it is about", kHome, {}, check_home_identity},
      {"Home page offers the tools", kHome, {}, check_home_tools},
      {"Unknown pages are not found", kUnknownPage, {}, check_unknown_page},
      {"Index of skills", kSkills, {}, check_skills_index},
      {"AI catalogue", kAiCatalog, {}, check_ai_catalog},
  };
}

}  // namespace agent_access::tools
