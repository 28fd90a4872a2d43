#include "mcp/site_search.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <initializer_list>
#include <span>
#include <utility>

#include "documents/paths.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

constexpr std::string_view kContactSlug = "contact";
constexpr std::string_view kNoWord = "query must contain a letter or a digit";

/// Members whose strings are no text for a search.
bool is_text(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 4> kNoText = {"slug", "url", "page", "repository"};
  return std::ranges::find(kNoText, name) == kNoText.end();
}

void append_part(std::string& text, std::string_view part, std::string_view separator) {
  if (part.empty()) return;
  if (!text.empty()) text += separator;
  text += part;
}

/// All strings in a value, joined.
std::string text_of(const bj::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  std::string text;
  if (value.is_array()) {
    for (const bj::value& element : value.get_array()) append_part(text, text_of(element), " ");
  } else if (value.is_object()) {
    for (const auto& [name, member] : value.get_object()) {
      if (is_text(name)) append_part(text, text_of(member), " · ");
    }
  }
  return text;
}

std::string text_without_title(const bj::object& item) {
  bj::object rest = item;
  rest.stable_erase("title");
  return text_of(rest);
}

/// The text of a member in a title; empty if it is missing.
std::string title_part(const bj::value& entry, std::string_view name) {
  return entry.is_object() ? std::string(text_member(entry.get_object(), name)) : std::string();
}

}  // namespace

SiteSearch::SiteSearch(const Site& site) : site_(site) {
  add_items();
  std::vector<SearchIndex::Source> sources;
  for (const Found& found : found_) sources.push_back({text_member(found.result, "title"), found.text});
  content_ = SearchIndex(sources);
  sources.clear();
  for (const bj::value& entry : site_.questions) {
    sources.push_back({text_member(entry.get_object(), "question"), text_member(entry.get_object(), "answer")});
  }
  questions_ = SearchIndex(sources);
}

/// In the order of the browser tools, which decides between equal scores.
void SiteSearch::add_items() {
  for (const auto* collection : {"publications", "projects", "pages"}) {
    for (const bj::value& element : site_.items(collection)) {
      const bj::object& item = element.get_object();
      bj::object result{{"collection", collection}};
      if (item.contains("slug")) result["slug"] = item.at("slug");
      result["url"] = url_of(item);
      if (item.contains("title")) result["title"] = item.at("title");
      found_.push_back({std::move(result), text_without_title(item)});
    }
  }
  add_cv();
  const std::string faq = site_.page_url("faq", documents::kFaqPath);
  for (const bj::value& entry : site_.questions) {
    add_part("faq", faq, std::string(text_member(entry.get_object(), "question")),
             std::string(text_member(entry.get_object(), "answer")));
  }
  add_part(kContactSlug, site_.page_url(kContactSlug, documents::kSitePath), "Contact",
           text_of(site_.data.at(kContactSlug)));
}

void SiteSearch::add_part(std::string_view collection, const std::string& url, std::string title, std::string text) {
  found_.push_back(
      {{{"collection", collection}, {"slug", nullptr}, {"url", url}, {"title", std::move(title)}}, std::move(text)});
}

void SiteSearch::add_cv() {
  const std::string url = site_.page_url("cv", documents::kSitePath);
  const bj::value& cv_value = member(site_.data, "cv");
  const bj::object cv = cv_value.is_object() ? cv_value.get_object() : bj::object();
  add_part("cv", url, "Summary", std::string(text_member(cv, "summary")));
  const auto each = [&cv](std::string_view name, auto add) {
    const bj::value& entries = member(cv, name);
    if (!entries.is_array()) return;
    for (const bj::value& entry : entries.get_array()) add(entry);
  };
  const auto add_named = [&](std::string_view list, std::initializer_list<std::string_view> names) {
    each(list, [&](const bj::value& entry) {
      std::string title;
      for (const std::string_view name : names) append_part(title, title_part(entry, name), ", ");
      add_part("cv", url, std::move(title), text_of(entry));
    });
  };
  add_named("positions", {"title", "organisation"});
  add_named("education", {"degree", "institution"});
  each("skills", [&](const bj::value& entry) {
    const bj::value& items = entry.is_object() ? member(entry.get_object(), "items") : entry;
    add_part("cv", url, title_part(entry, "area"), text_of(items));
  });
  add_named("languages", {"language"});
  add_named("awards", {"name"});
}

SiteSearch::Output SiteSearch::content(std::string_view query, std::size_t limit) const {
  const auto hits = content_.rank(query);
  if (!hits) return base::Failure(std::string(kNoWord));
  bj::array results;
  for (const auto& [document, score] : std::span(*hits).first(std::min(limit, hits->size()))) {
    bj::object result = found_[document].result;
    result["score"] = score;
    result["snippet"] = snippet(found_[document].text, query);
    results.push_back(std::move(result));
  }
  return bj::object{{"query", query}, {"total", hits->size()}, {"results", std::move(results)}};
}

SiteSearch::Output SiteSearch::questions(std::string_view query) const {
  const auto hits = questions_.rank(query);
  if (!hits) return base::Failure(std::string(kNoWord));
  bj::array faqs;
  for (const auto& [document, score] : *hits) {
    const bj::object& entry = site_.questions[document].get_object();
    faqs.push_back({{"question", text_member(entry, "question")}, {"answer", text_member(entry, "answer")}});
  }
  return bj::object{{"query", query}, {"total", hits->size()}, {"faqs", std::move(faqs)}};
}

}  // namespace agent_access::mcp
