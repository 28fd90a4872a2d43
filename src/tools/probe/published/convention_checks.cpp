#include <algorithm>
#include <boost/json/array.hpp>
#include <string>

#include "app/text/text.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

constexpr std::size_t kLeastQueries = 2;
constexpr std::size_t kMostQueries = 5;
constexpr std::string_view kMarkdown = "text/markdown";

bool is_ard_named(const Documents& documents) {
  const auto* home = documents.find(paths::kHome);
  if (home != nullptr && has_link_relation(*home, "ard")) return true;
  const auto links = tags_of(documents.text(paths::kHome), "link");
  return contains_word(documents.text(paths::kRobots), "agentmap:") ||
         std::ranges::any_of(links, [](const auto& tag) { return tag.find("rel=\"ard\"") != std::string::npos; });
}

/// What is wrong with an entry of an ARD manifest; empty if nothing is.
std::string ard_fault(const bj::object& entry) {
  const auto missing = first_wrong(entry, {{"identifier"}, {"displayName"}, {"type"}});
  if (missing) return "lacks " + std::string(missing->path);
  if (!text_at(entry, "identifier").starts_with("urn:air:")) return "has an identifier that is no urn:air";
  if (entry.contains("url") == entry.contains("data")) return "needs exactly one of url and data";
  const auto queries = texts_at(entry, "representativeQueries").size();
  return queries < kLeastQueries || queries > kMostQueries ? "needs 2 to 5 representativeQueries" : "";
}

/// ard-schema of Lighthouse; ARD 0.91.
Verdict check_ard(const Documents& documents) {
  const auto* manifest = documents.json(paths::kArd);
  if (manifest == nullptr && !is_ard_named(documents)) return note("not published; discovery.ard enables it");
  if (manifest == nullptr) {
    return advice("robots.txt or the home page names an ARD manifest, but there is none",
                  "set discovery.ard, pass " + std::string(paths::kArd) + " to the service, or remove the link");
  }
  const auto entries = objects_at(*manifest, "entries");
  if (entries.empty()) return advice("the ARD manifest has no entries");
  for (const auto* entry : entries) {
    const auto fault = ard_fault(*entry);
    if (!fault.empty()) return advice("an entry of the ARD manifest " + fault);
  }
  const auto robots = documents.text(paths::kRobots);
  if (robots.empty() || contains_word(robots, "agentmap:")) return std::nullopt;
  return advice("/robots.txt does not name the ARD manifest", "add to it: Agentmap: " + documents.url_of(paths::kArd));
}

/// The value of href in a start tag; empty without one.
std::string href_of(const std::string& tag) {
  const auto start = tag.find("href=\"");
  if (start == std::string::npos) return {};
  const auto from = start + 6;
  return tag.substr(from, std::min(tag.find('"', from), tag.size()) - from);
}

/// What is wrong with the Markdown forms of a page; empty if nothing is.
std::string form_fault(const Documents& documents, const std::string& page) {
  const auto link = markdown_form_of(documents, page);
  if (link.empty()) return "names no Markdown form";
  const auto* form = documents.find(link);
  if (!is_good(form, kMarkdown)) return "names " + app::printable(link, 80) + ", which is no Markdown";
  const auto* chosen = documents.find(page + std::string(paths::kAsMarkdown));
  if (!is_good(chosen, kMarkdown)) return "has no Markdown form for Accept: text/markdown";
  if (!contains_word(chosen->field("Vary"), "accept")) return "has no Vary: Accept with its Markdown form";
  return chosen->body == form->body ? "" : "has two different Markdown forms";
}

/// llms.txt of August 2026; markdown-negotiation.
Verdict check_page_forms(const Documents& documents) {
  if (markdown_form_of(documents, paths::kHome).empty()) {
    return note("not published; discovery.page_markdown enables them");
  }
  for (const auto& page : pages_with_forms(documents)) {
    const auto fault = form_fault(documents, page);
    if (!fault.empty()) return advice("the page " + app::printable(page, 80) + " " + fault);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> pages_with_forms(const Documents& documents) {
  if (markdown_form_of(documents, paths::kHome).empty()) return {};
  std::vector<std::string> pages;
  const auto* site = documents.json(paths::kSite);
  if (site == nullptr) return pages;
  for (const auto& url : names_at(*site, "pages", "url")) {
    if (auto path = documents.path_of(url); !path.empty()) pages.push_back(std::move(path));
  }
  return pages;
}

std::string markdown_form_of(const Documents& documents, std::string_view page) {
  for (const auto& tag : tags_of(documents.text(page), "link")) {
    const bool is_form = tag.find("rel=\"alternate\"") != std::string::npos && tag.find(kMarkdown) != std::string::npos;
    if (is_form && href_of(tag).ends_with(".md")) return href_of(tag);
  }
  return {};
}

std::vector<DocumentCheck> convention_checks() {
  using namespace paths;
  return {
      {"ARD manifest", kArd, {}, {check_ard}},
      {"Pages have Markdown forms", kHomeMarkdown, {}, {check_page_forms}},
  };
}

}  // namespace agent_access::tools
