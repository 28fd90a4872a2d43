// The texts for models, and the pages and files of the site.
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>

#include "app/text/text.hpp"
#include "base/text.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

// The user agents of AI crawlers in robots.txt.
constexpr std::array<std::string_view, 6> kCrawlers{"GPTBot",          "ChatGPT-User",  "ClaudeBot",
                                                    "Google-Extended", "PerplexityBot", "CCBot"};
constexpr std::size_t kLeastHome = 500;  // characters of text
constexpr const char* kSkillsSchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
constexpr std::size_t kLeastBrief = 100;    // characters of llms.txt
constexpr std::size_t kMostBrief = 30'000;  // likewise
constexpr std::size_t kLeastFull = 1024;    // bytes of llms-full.txt
constexpr std::size_t kMostTokens = 10'000;
constexpr std::size_t kBytesOfToken = 4;
constexpr std::size_t kLeastQuestion = 10;  // characters
constexpr std::size_t kLeastAnswer = 20;
constexpr const char* kHomeRemedy = "serve the generated pages, or add it to your own home page";

/// llms-txt-formatting and the shape of llmstxt.org: title, summary, sections of links.
Verdict check_llms(const Documents& documents) {
  const auto text = documents.text(paths::kLlms);
  const auto headings = headings_of(text);
  const auto section = std::ranges::find(headings, std::size_t{2}, &Heading::level);
  const auto summary = text.find("\n> ");
  const bool has_summary =
      summary != std::string_view::npos && (section == headings.end() || section->offset >= summary);
  const bool has_links = text.find("](http") != std::string_view::npos && text.size() >= kLeastBrief;
  const auto unmet = first_unmet({{!headings.empty() && headings.front().level == 1, "a first heading of level 1"},
                                  {has_summary, "a summary (\"> ...\") below the title"},
                                  {has_links, "links as [name](address)"}});
  if (!unmet.empty()) return lacks(paths::kLlms, unmet);
  if (text.size() < kMostBrief) return std::nullopt;
  return advice("/llms.txt has 30000 characters or more, too many for readers",
                "shorten titles and summaries in the site data");
}

/// agent-instruction.
Verdict check_llms_use(const Documents& documents) {
  const auto headings = headings_of(documents.text(paths::kLlms));
  const auto is_use = [](const Heading& heading) { return contains_word(heading.text, "when to use"); };
  if (std::ranges::any_of(headings, is_use)) return std::nullopt;
  return lacks(paths::kLlms, "a section \"When to use ...\"");
}

Verdict check_llms_full(const Documents& documents) {
  const auto size = documents.text(paths::kLlmsFull).size();
  if (size >= kLeastFull) return std::nullopt;
  return advice("/llms-full.txt has " + std::to_string(size) + " bytes; 1024 or more count as content");
}

/// What models read as a whole: the guides, the description of the API, and the Markdown that /llms.txt links to.
/// Left out: /llms-full.txt, whose purpose is to have everything.
Verdict check_tokens(const Documents& documents) {
  std::vector<std::string> read;
  for (const auto path : {paths::kOpenapi, paths::kAuth, paths::kAgents, paths::kLlms}) read.emplace_back(path);
  for (const auto& url : links_in(documents, paths::kLlms)) {
    const auto path = documents.path_of(url);
    const auto* answer = documents.find(path);
    if (answer != nullptr && answer->field("Content-Type").starts_with("text/markdown")) base::add_once(read, path);
  }
  for (const auto& path : read) {
    const auto tokens = documents.text(path).size() / kBytesOfToken;
    if (tokens <= kMostTokens) continue;
    return advice(app::printable(path, 60) + " has about " + std::to_string(tokens) + " tokens; agents read " +
                      std::to_string(kMostTokens) + " at most as a whole",
                  "shorten your own document, or link to its parts; a folder or gate for many shortens /openapi.json");
  }
  return std::nullopt;
}

/// The convention for /ai/faq.json: faqs with question and answer of some length.
Verdict check_questions(const Documents& documents) {
  const auto questions = objects_at(*documents.json(paths::kFaq), "faqs");
  if (questions.empty()) return lacks(paths::kFaq, "faqs");
  for (const auto* entry : questions) {
    const auto question = text_at(*entry, "question");
    const auto answer = text_at(*entry, "answer");
    if (question.empty() || answer.empty()) {
      return complaint(paths::kFaq, "expected question and answer in every entry");
    }
    if (question.size() < kLeastQuestion || answer.size() < kLeastAnswer) {
      return advice("the question \"" + app::printable(question, 40) + "\" or its answer is too short to count",
                    "write questions of 10 and answers of 20 characters or more");
    }
  }
  return std::nullopt;
}

/// json-ld of the site data: what it is about.
Verdict check_site(const Documents& documents) {
  const auto missing = first_wrong(*documents.json(paths::kSite), {{"@context"}, {"@type"}});
  if (!missing) return std::nullopt;
  return lacks(paths::kSite, std::string(missing->path) + " (JSON-LD)");
}

/// robotsTxt.
bool has_robots(const Documents& documents) {
  return is_good(documents.find(paths::kRobots), "text/plain") &&
         contains_word(documents.text(paths::kRobots), "user-agent:");
}

/// robotsTxtAiRules. Content signals are not required: omitting them is the owner's choice.
bool names_crawlers(const Documents& documents) {
  const auto text = documents.text(paths::kRobots);
  return std::ranges::any_of(kCrawlers, [&](auto crawler) { return contains_word(text, crawler); });
}

/// sitemap.
bool has_sitemap(const Documents& documents) {
  const auto text = documents.text(paths::kSitemap);
  return text.find("<urlset") != std::string_view::npos || text.find("<sitemapindex") != std::string_view::npos ||
         contains_word(documents.text(paths::kRobots), "sitemap:");
}

/// linkHeaders, link-headers-discovery.
bool home_has_links(const Documents& documents) {
  constexpr std::array kRelations{"api-catalog", "service-desc", "service-doc", "describedby"};
  const auto* home = documents.find(paths::kHome);
  return home != nullptr &&
         std::ranges::any_of(kRelations, [&](const char* relation) { return has_link_relation(*home, relation); });
}

/// markdownNegotiation.
bool home_has_markdown(const Documents& documents) {
  return is_good(documents.find(paths::kHomeMarkdown), "text/markdown");
}

/// markdown-negotiation-vary.
bool home_markdown_varies(const Documents& documents) {
  return contains_word(documents.find(paths::kHomeMarkdown)->field("Vary"), "accept");
}

bool has_home(const Documents& documents) { return is_good(documents.find(paths::kHome), "text/html"); }

bool home_has_heading(const Documents& documents) { return !tags_of(documents.text(paths::kHome), "h1").empty(); }

/// content-no-js.
Verdict check_home_text(const Documents& documents) {
  const auto size = visible_text(documents.text(paths::kHome)).size();
  if (size >= kLeastHome) return std::nullopt;
  return advice("the home page has " + std::to_string(size) + " characters without scripts; 500 or more count",
                "add text to the site data, or to your own home page");
}

bool is_identity(const boost::json::value& value) {
  if (const auto* list = value.if_array()) return std::ranges::any_of(*list, is_identity);
  const auto* object = value.if_object();
  if (object == nullptr) return false;
  const auto type = text_at(*object, "@type");
  const auto* same = value_at(*object, "sameAs");
  const bool linked = same != nullptr && (same->is_string() || (same->is_array() && !same->get_array().empty()));
  if ((type == "Person" || type == "Organization") && linked) return true;
  return std::ranges::any_of(*object, [](const auto& member) {
    return (member.value().is_object() || member.value().is_array()) && is_identity(member.value());
  });
}

/// json-ld, json-ld-entity-linking.
bool home_has_identity(const Documents& documents) {
  return std::ranges::any_of(json_ld_of(documents.text(paths::kHome)), is_identity);
}

/// webMcp: static scanners search for the script, browsers for the tools, since July 2026 at document.modelContext.
bool home_loads_tools(const Documents& documents) {
  const auto scripts = tags_of(documents.text(paths::kHome), "script");
  return std::ranges::any_of(scripts, [](const auto& tag) { return tag.find(paths::kTools) != std::string::npos; });
}

bool tools_are_registered(const Documents& documents) {
  const auto text = documents.text(paths::kTools);
  return text.find("document.modelContext") != std::string_view::npos &&
         text.find("registerTool") != std::string_view::npos;
}

bool unknown_page_is_missing(const Documents& documents) {
  const auto* answer = documents.find(paths::kUnknownPage);
  return answer != nullptr && answer->status == 404;
}

/// agent-friendly-404: a 404 with links to documentation.
bool unknown_page_has_links(const Documents& documents) {
  constexpr std::array kHints{"/llms.txt", "/sitemap.xml", "/openapi.json"};
  const auto& body = documents.find(paths::kUnknownPage)->body;
  return std::ranges::any_of(kHints, [&](const char* hint) { return body.find(hint) != std::string::npos; });
}

/// agentSkills, agent-skills-index-v2.
Verdict check_skills_index(const Documents& documents) {
  const auto* index = documents.json(paths::kSkills);
  if (index == nullptr) {
    return advice("there is no index of skills", "pass " + std::string(paths::kSkills) + " to the service");
  }
  const auto skills = objects_at(*index, "skills");
  if (text_at(*index, "$schema") != kSkillsSchema || skills.empty()) {
    return advice("the index of skills has another form",
                  std::string("expected $schema ") + kSkillsSchema + " and skills");
  }
  for (const auto* skill : skills) {
    const auto type = text_at(*skill, "type");
    const bool is_complete = !first_wrong(*skill, {{"name"}, {"description"}, {"url"}, {"digest"}});
    if (is_complete && (type == "skill-md" || type == "archive")) continue;
    return advice("a skill of the index lacks name, type, description, url or digest");
  }
  return std::nullopt;
}

/// ard-catalog, ard-entries-valid.
Verdict check_ai_catalog(const Documents& documents) {
  const auto* catalog = documents.json(paths::kAiCatalog);
  if (catalog == nullptr || objects_at(*catalog, "entries").empty()) {
    return advice("there is no catalogue of what agents can use here",
                  "pass " + std::string(paths::kAiCatalog) + " to the service");
  }
  for (const auto* entry : objects_at(*catalog, "entries")) {
    const auto missing = first_wrong(*entry, {{"identifier"}, {"displayName"}, {"type"}, {"url"}});
    if (missing) return advice("an entry of the AI catalogue lacks " + std::string(missing->path));
  }
  return std::nullopt;
}

}  // namespace

std::vector<DocumentCheck> text_checks() {
  using namespace paths;
  return {
      {"llms.txt is well-formed", kLlms, {kLlms}, {check_llms}},
      {"llms.txt says when to use the site", kLlms, {kLlms}, {check_llms_use}},
      {"llms-full.txt has content", kLlmsFull, {kLlmsFull}, {check_llms_full}, "add text to the site data"},
      {"Documents are short enough for models", kOpenapi, {}, {check_tokens}},
      {"FAQ has questions and answers", kFaq, {kFaq}, {check_questions}},
      {"Site data says what it is", kSite, {kSite}, {check_site}},
  };
}

std::vector<DocumentCheck> site_checks() {
  using namespace paths;
  return {
      {"robots.txt",
       kRobots,
       {},
       {warns_unless(has_robots, "/robots.txt is missing or empty")},
       "publish one; the service has one when it serves the site"},
      {"robots.txt names crawlers of assistants",
       kRobots,
       {},
       {warns_unless(names_crawlers, "/robots.txt has no rules for the crawlers of assistants")},
       "name them with the rules that you want, for example: User-agent: GPTBot"},
      {"Sitemap",
       kSitemap,
       {},
       {warns_unless(has_sitemap, "there is no /sitemap.xml, and no sitemap in /robots.txt")},
       "publish one, or name it in /robots.txt"},
      {"Home page leads to the documents",
       kHome,
       {},
       {warns_unless(home_has_links, "the home page has no Link field for the documents")},
       "send with it: Link: </.well-known/api-catalog>; rel=\"api-catalog\""},
      {"Home page has a Markdown form",
       kHomeMarkdown,
       {},
       {warns_unless(home_has_markdown, "the home page has no Markdown form for Accept: text/markdown"),
        warns_unless(home_markdown_varies,
                     "the Markdown form of the home page has no Vary: Accept; caches will mix the two forms")},
       kHomeRemedy},
      {"Home page reads without scripts",
       kHome,
       {},
       {warns_unless(has_home, "there is no home page; scanners refuse such a site"),
        warns_unless(home_has_heading, "the home page has no h1 without scripts"), check_home_text},
       kHomeRemedy},
      {"Home page says who it is about",
       kHome,
       {},
       {warns_unless(home_has_identity,
                     "the home page does not say as JSON-LD who it is about (Person or Organization with sameAs)")},
       "give the owner links in the site data, or add JSON-LD to your own home page"},
      {"Home page offers the tools",
       kHome,
       {},
       {warns_unless(home_loads_tools, "the home page does not load /browser-tools.js"),
        warns_unless(tools_are_registered, "/browser-tools.js registers no tools")},
       "add to your pages: <script type=\"module\" src=\"/browser-tools.js\"></script>"},
      {"Unknown pages are not found",
       kUnknownPage,
       {},
       {warns_unless(unknown_page_is_missing, "a page that does not exist does not return 404",
                     "return 404 for unknown paths, not an application page"),
        warns_unless(unknown_page_has_links, "the 404 of a page has no link to documentation")},
       "add a link to /llms.txt or /sitemap.xml"},
      {"Index of skills", kSkills, {}, {check_skills_index}},
      {"AI catalogue", kAiCatalog, {}, {check_ai_catalog}},
  };
}

}  // namespace agent_access::tools
