#include "mcp/search.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <cmath>
#include <initializer_list>
#include <span>
#include <tuple>
#include <utility>

#include "mcp/words.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

constexpr double kTitleWeight = 3;
// k1 and b of BM25.
constexpr double kSaturation = 1.2;
constexpr double kLengthWeight = 0.75;

/// To three decimals as Number.prototype.toFixed does: of two nearest values the larger one. The product is exact in
/// long double.
double rounded(double score) {
  constexpr long double kThousand = 1000;
  return static_cast<double>(std::floor(static_cast<long double>(score) * kThousand + 0.5L) / kThousand);
}

/// The words of a query that count, each once, in the order of their first occurrence: so many that a search of a large
/// site takes a millisecond.
std::vector<std::u16string> wanted_words(std::string_view query) {
  constexpr std::size_t kMostWords = 12;
  std::vector<std::u16string> once;
  for (std::u16string& word : folded_words(query)) {
    if (once.size() < kMostWords && std::ranges::find(once, word) == once.end()) once.push_back(std::move(word));
  }
  return once;
}

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
  return entry.is_object() ? std::string(json::text_at(entry.get_object(), name)) : std::string();
}

}  // namespace

struct SearchIndex::Occurrence {
  std::u16string word;
  std::uint32_t document;
  bool is_in_title;
};

SearchIndex::SearchIndex(std::span<const Source> sources) {
  std::vector<Occurrence> occurrences;
  double sum = 0;
  for (std::size_t document = 0; document < sources.size(); ++document) {
    const auto title = folded_words(sources[document].title);
    const auto text = folded_words(sources[document].text);
    const auto number = static_cast<std::uint32_t>(document);
    for (const std::u16string& word : title) occurrences.push_back({word, number, true});
    for (const std::u16string& word : text) occurrences.push_back({word, number, false});
    sizes_.push_back(kTitleWeight * static_cast<double>(title.size()) + static_cast<double>(text.size()));
    sum += sizes_.back();
  }
  if (!sizes_.empty()) mean_size_ = sum / static_cast<double>(sizes_.size());
  std::ranges::sort(occurrences, {}, [](const Occurrence& one) { return std::tie(one.word, one.document); });
  add(occurrences);
}

void SearchIndex::add(std::span<const Occurrence> occurrences) {
  for (const Occurrence& one : occurrences) {
    const bool is_new = entries_.empty() || entries_.back().word != one.word;
    if (is_new) entries_.push_back({one.word, static_cast<std::uint32_t>(postings_.size())});
    if (is_new || postings_.back().document != one.document) postings_.push_back({one.document});
    ++(one.is_in_title ? postings_.back().in_title : postings_.back().in_text);
  }
  entries_.push_back({{}, static_cast<std::uint32_t>(postings_.size())});
}

std::size_t SearchIndex::lower_bound(std::u16string_view word) const {
  const auto end = entries_.end() - 1;
  return static_cast<std::size_t>(
      std::lower_bound(entries_.begin(), end, word,
                       [](const Entry& entry, auto wanted) { return entry.word < wanted; }) -
      entries_.begin());
}

void SearchIndex::count_entry(std::size_t entry, double weight, Counts& counts) const {
  for (std::size_t at = entries_[entry].first; at < entries_[entry + 1].first; ++at) {
    const Posting& posting = postings_[at];
    counts[posting.document] += weight * (kTitleWeight * posting.in_title + posting.in_text);
  }
}

/// Every word that matches the wanted one (words.hpp): longer ones follow it in the order of the entries, shorter ones
/// are its beginnings.
void SearchIndex::count(std::u16string_view wanted, Counts& counts) const {
  const std::size_t last = entries_.size() - 1;
  const std::size_t first = lower_bound(wanted);
  for (std::size_t at = first; at < last && entries_[at].word.starts_with(wanted); ++at) {
    const double weight = likeness(entries_[at].word, wanted);
    if (weight == 0) break;  // a short word matches only itself
    count_entry(at, weight, counts);
  }
  constexpr std::size_t kMostMissing = 2;
  for (std::size_t missing = 1; missing <= kMostMissing && missing < wanted.size(); ++missing) {
    const std::u16string_view shorter = wanted.substr(0, wanted.size() - missing);
    const double weight = likeness(shorter, wanted);
    const std::size_t at = lower_bound(shorter);
    if (weight > 0 && at < last && entries_[at].word == shorter) count_entry(at, weight, counts);
  }
}

std::optional<std::vector<SearchIndex::Hit>> SearchIndex::rank(std::string_view query) const {
  const auto wanted = wanted_words(query);
  if (wanted.empty()) return std::nullopt;
  const std::size_t documents = sizes_.size();
  if (documents == 0) return std::vector<Hit>{};
  Counts sums(documents);
  std::vector<std::uint32_t> found(documents);
  Counts counts(documents);
  for (const std::u16string& word : wanted) {
    std::ranges::fill(counts, 0);
    count(word, counts);
    const auto holders = static_cast<double>(std::ranges::count_if(counts, [](double one) { return one > 0; }));
    const double rarity = std::log(1 + (static_cast<double>(documents) - holders + 0.5) / (holders + 0.5));
    for (std::size_t at = 0; at < documents; ++at) {
      if (counts[at] == 0) continue;
      const double length = 1 - kLengthWeight + kLengthWeight * sizes_[at] / mean_size_;
      sums[at] += rarity * counts[at] * (kSaturation + 1) / (counts[at] + kSaturation * length);
      ++found[at];
    }
  }
  std::vector<Hit> hits;
  for (std::size_t at = 0; at < documents; ++at) {
    if (found[at] > 0) hits.push_back({at, rounded(sums[at] * found[at] / static_cast<double>(wanted.size()))});
  }
  std::ranges::stable_sort(hits, std::greater{}, &Hit::score);
  return hits;
}

std::string snippet(std::string_view text, std::string_view query) {
  constexpr std::size_t kMost = 160;
  const std::u16string units = to_utf16(text);
  if (units.size() <= kMost) return std::string(text);
  const auto wanted = wanted_words(query);
  const auto words = words_in(text);
  const auto hit = std::ranges::find_if(words, [&wanted](const Word& word) {
    const std::u16string form = folded(word.text);
    return std::ranges::any_of(wanted, [&form](const auto& one) { return likeness(form, one) > 0; });
  });
  const std::size_t at = hit == words.end() ? 0 : to_utf16(text.substr(0, hit->at)).size();
  const std::size_t from = at > kMost / 2 ? at - kMost / 2 : 0;
  // npos + 1 is 0: without a space the text is cut at its start.
  const std::size_t start = from == 0 ? 0 : units.find(u' ', from) + 1;
  const std::size_t space = units.rfind(u' ', start + kMost);
  std::size_t end = start + kMost;
  if (end >= units.size()) {
    end = units.size();
  } else if (space != std::u16string::npos && space > start) {
    end = space;
  }
  std::string cut = start > 0 ? "…" : "";
  cut += to_utf8(std::u16string_view(units).substr(start, end - start));
  if (end < units.size()) cut += "…";
  return cut;
}

SiteSearch::SiteSearch(const Site& site, const SiteSearch* other) : site_(site) {
  add_items();
  indexes_ =
      other != nullptr && has_texts_of(*other) ? other->indexes_ : std::make_shared<const Indexes>(make_indexes());
}

SiteSearch::Indexes SiteSearch::make_indexes() const {
  std::vector<SearchIndex::Source> content;
  for (const Found& found : found_) content.push_back({json::text_at(found.result, "title"), found.text});
  std::vector<SearchIndex::Source> questions;
  for (const bj::value& entry : site_.questions) {
    questions.push_back({json::text_at(entry.get_object(), "question"), json::text_at(entry.get_object(), "answer")});
  }
  return {SearchIndex(content), SearchIndex(questions)};
}

/// The questions are among what is found.
bool SiteSearch::has_texts_of(const SiteSearch& other) const {
  return std::ranges::equal(found_, other.found_, [](const Found& one, const Found& another) {
    return one.text == another.text && member(one.result, "title") == member(another.result, "title") &&
           member(one.result, "collection") == member(another.result, "collection");
  });
}

/// In the order of the browser tools, which decides between equal scores.
void SiteSearch::add_items() {
  for (const std::string_view collection : kCollections) {
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
    add_part("faq", faq, std::string(json::text_at(entry.get_object(), "question")),
             std::string(json::text_at(entry.get_object(), "answer")));
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
  add_part("cv", url, "Summary", std::string(json::text_at(cv, "summary")));
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
  const auto hits = indexes_->content.rank(query);
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
  const auto hits = indexes_->questions.rank(query);
  if (!hits) return base::Failure(std::string(kNoWord));
  bj::array faqs;
  for (const auto& [document, score] : *hits) {
    const bj::object& entry = site_.questions[document].get_object();
    faqs.push_back({{"question", json::text_at(entry, "question")}, {"answer", json::text_at(entry, "answer")}});
  }
  return bj::object{{"query", query}, {"total", hits->size()}, {"faqs", std::move(faqs)}};
}

}  // namespace agent_access::mcp
