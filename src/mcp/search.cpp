#include "mcp/search.hpp"

#include <algorithm>
#include <bit>
#include <boost/json/array.hpp>
#include <cmath>
#include <tuple>
#include <utility>

#include "site/documents/paths.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

/// To three decimals as Number.prototype.toFixed does: of two nearest values the larger one. The product is exact in
/// long double.
double rounded(double score) {
  constexpr long double kThousand = 1000;
  return static_cast<double>(std::floor(static_cast<long double>(score) * kThousand + 0.5L) / kThousand);
}

constexpr std::string_view kNoWord = "query must contain a letter or a digit";

/// The strings of these members, as a title: "Keeper, Example Harbour".
std::string title_of(const bj::value& entry, const bj::array& names) {
  std::string title;
  if (!entry.is_object()) return title;
  for (const bj::value& name : names) {
    const std::string_view part = json::text_at(entry.get_object(), name.as_string());
    if (!title.empty() && !part.empty()) title += ", ";
    title += part;
  }
  return title;
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
    for (const std::u16string& key : sources[document].addresses) occurrences.push_back({u"@" + key, number, true});
    kinds_.push_back({sources[document].names, sources[document].is_last});
    sizes_.push_back(search_weights().title * static_cast<double>(title.size()) + static_cast<double>(text.size()));
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
    counts[posting.document] += weight * (search_weights().title * posting.in_title + posting.in_text);
  }
}

void SearchIndex::count_exactly(std::u16string_view word, double weight, Counts& counts) const {
  const std::size_t at = lower_bound(word);
  if (at < entries_.size() - 1 && entries_[at].word == word) count_entry(at, weight, counts);
}

/// Every word that matches the wanted one (query.hpp): longer ones follow it in the order of the entries, shorter ones
/// are its beginnings.
void SearchIndex::count_alike(std::u16string_view wanted, Counts& counts) const {
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
    if (weight > 0) count_exactly(shorter, weight, counts);
  }
}

void SearchIndex::count(const WantedWord& wanted, Counts& counts) const {
  std::ranges::fill(counts, 0);
  if (wanted.word.starts_with(u'@')) return count_exactly(wanted.word, 1, counts);
  count_alike(wanted.word, counts);
  if (wanted.names == 0) return;
  for (std::size_t at = 0; at < kinds_.size(); ++at) {
    counts[at] += search_weights().name * std::popcount(kinds_[at].names & wanted.names);
  }
}

std::optional<std::vector<SearchIndex::Hit>> SearchIndex::rank(std::string_view query) const {
  const std::size_t documents = sizes_.size();
  const auto wanted = wanted_words(query, [this, documents](std::u16string_view key) {
    if (documents == 0) return false;
    const std::u16string word = u"@" + std::u16string(key);
    return entries_[lower_bound(word)].word == word;
  });
  if (wanted.empty()) return std::nullopt;
  if (documents == 0) return std::vector<Hit>{};
  Counts sums(documents);
  std::vector<std::uint32_t> found(documents);
  Counts counts(documents);
  const SearchWeights& weights = search_weights();
  for (const WantedWord& word : wanted) {
    count(word, counts);
    const auto holders = static_cast<double>(std::ranges::count_if(counts, [](double one) { return one > 0; }));
    const double rarity = std::log(1 + (static_cast<double>(documents) - holders + 0.5) / (holders + 0.5));
    for (std::size_t at = 0; at < documents; ++at) {
      if (counts[at] == 0) continue;
      const double length = 1 - weights.length + weights.length * sizes_[at] / mean_size_;
      sums[at] += rarity * counts[at] * (weights.saturation + 1) / (counts[at] + weights.saturation * length);
      ++found[at];
    }
  }
  std::vector<Hit> hits;
  for (std::size_t at = 0; at < documents; ++at) {
    if (found[at] > 0) hits.push_back({at, rounded(sums[at] * found[at] / static_cast<double>(wanted.size()))});
  }
  std::ranges::stable_sort(hits, [this](const Hit& one, const Hit& other) {
    const bool is_last = kinds_[one.document].is_last;
    return is_last == kinds_[other.document].is_last ? one.score > other.score : !is_last;
  });
  return hits;
}

std::string snippet(std::string_view text, std::string_view query) {
  const std::size_t most = search_weights().snippet;
  const std::u16string units = to_utf16(text);
  if (units.size() <= most) return std::string(text);
  const auto wanted = wanted_words(query);
  const auto words = words_in(text);
  const auto hit = std::ranges::find_if(words, [&wanted](const Word& word) {
    const std::u16string form = folded(word.text);
    return std::ranges::any_of(wanted, [&form](const auto& one) { return likeness(form, one.word) > 0; });
  });
  const std::size_t at = hit == words.end() ? 0 : to_utf16(text.substr(0, hit->at)).size();
  const std::size_t from = at > most / 2 ? at - most / 2 : 0;
  // npos + 1 is 0: without a space the text is cut at its start.
  const std::size_t start = from == 0 ? 0 : units.find(u' ', from) + 1;
  const std::size_t space = units.rfind(u' ', start + most);
  std::size_t end = start + most;
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

/// In the order of the browser tools, which decides between equal scores.
SiteSearch::SiteSearch(const Site& site, const SiteSearch* other) : site_(site) {
  add_owner();
  add_items();
  add_cv();
  add_links();
  add_questions();
  const bj::object& contact = site_.data.at("contact").as_object();
  add_part("contact", bj::string(site_.page_url("contact", documents::kSitePath)), "Contact", text_of(contact),
           name_of("contact"));
  found_.back().addresses = addresses_of(contact);
  indexes_ =
      other != nullptr && has_texts_of(*other) ? other->indexes_ : std::make_shared<const Indexes>(make_indexes());
}

SiteSearch::Indexes SiteSearch::make_indexes() const {
  std::vector<SearchIndex::Source> content;
  for (const Found& found : found_) {
    content.push_back({json::text_at(found.result, "title"), found.text, found.names, found.addresses, found.is_last});
  }
  std::vector<SearchIndex::Source> questions;
  for (const bj::value& entry : site_.questions) {
    questions.push_back({json::text_at(entry.get_object(), "question"), json::text_at(entry.get_object(), "answer")});
  }
  return {SearchIndex(content), SearchIndex(questions)};
}

/// The questions are among what is found.
bool SiteSearch::has_texts_of(const SiteSearch& other) const {
  return std::ranges::equal(found_, other.found_, [](const Found& one, const Found& another) {
    return one.text == another.text && one.names == another.names && one.addresses == another.addresses &&
           one.is_last == another.is_last && member(one.result, "title") == member(another.result, "title") &&
           member(one.result, "collection") == member(another.result, "collection");
  });
}

void SiteSearch::add_owner() {
  const bj::value& value = member(site_.data, "owner");
  if (!value.is_object()) return;
  bj::object owner = value.get_object();
  std::string name(json::text_at(owner, "name"));
  if (name.empty()) return;
  owner.stable_erase("name");
  add_part("owner", bj::string(site_.page_url("home", documents::kSitePath)), std::move(name),
           joined_texts(text_of(member(site_.data, "tagline")), text_of(owner)), name_of("owner"));
  found_.back().addresses = addresses_of(owner);
}

void SiteSearch::add_items() {
  for (const std::string_view collection : kCollections) {
    for (const bj::value& element : site_.items(collection)) {
      bj::object item = element.get_object();
      bj::object result{{"collection", collection}};
      if (item.contains("slug")) result["slug"] = item.at("slug");
      result["url"] = url_of(item);
      if (item.contains("title")) result["title"] = item.at("title");
      item.stable_erase("title");
      found_.push_back({std::move(result), text_of(item), name_of(collection) | name_of(json::text_at(item, "type")),
                        addresses_of(item)});
    }
  }
}

void SiteSearch::add_part(std::string_view collection, const bj::value& url, std::string title, std::string text,
                          Names names) {
  found_.push_back({{{"collection", collection}, {"slug", nullptr}, {"url", url}, {"title", std::move(title)}},
                    std::move(text),
                    names});
}

void SiteSearch::add_cv() {
  static const bj::array kSectionTitles = {"title", "organization"};
  const bj::value url = bj::string(site_.page_url("cv", documents::kSitePath));
  const bj::value& cv_value = member(site_.data, "cv");
  const bj::object cv = cv_value.is_object() ? cv_value.get_object() : bj::object();
  add_part("cv", url, "Summary", text_of(member(cv, "summary")), name_of("cv"));
  for (const auto& [list, titles] : cv_titles()) {
    const bj::value& entries = member(cv, list);
    if (!entries.is_array()) continue;
    for (const bj::value& entry : entries.get_array()) {
      const bool is_current =
          list == "positions" && (!entry.is_object() || json::text_at(entry.get_object(), "until").empty());
      add_part("cv", url, title_of(entry, titles.as_array()), text_of(entry),
               name_of(list) | (is_current ? name_of("current") : 0));
    }
  }
  for (const bj::value& section : objects_of(cv.if_contains("sections"))) {
    const std::string title = text_of(member(section.get_object(), "title"));
    const bj::value& items = member(section.get_object(), "items");
    if (!items.is_array()) continue;
    for (const bj::value& item : items.get_array()) {
      add_part("cv", url, title_of(item, kSectionTitles), joined_texts(title, text_of(item)), name_of("sections"));
    }
  }
}

void SiteSearch::add_links() {
  for (const bj::value& element : objects_of(site_.data.if_contains("links"))) {
    const bj::object& link = element.get_object();
    add_part("links", url_of(link), text_of(member(link, "title")),
             joined_texts(text_of(member(link, "summary")), text_of(member(link, "url"))), name_of("links"));
    found_.back().addresses = addresses_of(link);
  }
}

void SiteSearch::add_questions() {
  const bj::value url = bj::string(site_.page_url("faq", documents::kFaqPath));
  for (const bj::value& entry : site_.questions) {
    add_part("faq", url, std::string(json::text_at(entry.get_object(), "question")),
             std::string(json::text_at(entry.get_object(), "answer")), 0);
    found_.back().is_last = site_.are_questions_of_access;
  }
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
