#include "mcp/search.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value_from.hpp>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/text.hpp"
#include "mcp/words.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

constexpr unsigned kExact = 16;
constexpr double kHalf = 0.5;
constexpr double kThousand = 1000;
constexpr std::string_view kNoWord = "query must contain a letter or a digit";

double number_of(std::string_view name) { return search_table().at(name).to_number<double>(); }

/// Itself; empty for any other value.
const bj::object& object_of(const bj::value& value) {
  static const bj::object kNone;
  return value.is_object() ? value.get_object() : kNone;
}

bool has(const bj::array& texts, std::string_view text) {
  return std::ranges::any_of(texts, [text](const bj::value& one) { return one.as_string() == text; });
}

/// The texts in a value, joined, whose members web/search.json uses as `use`. `name`: of the member that has the value;
/// `without`: members of it that are left out.
std::string text_of(const bj::value& value, std::string_view use, std::string_view name = {},
                    const bj::array& without = {}) {
  if (value.is_string()) {
    const std::string_view other = json::text_at(search_table().at("uses").as_object(), name);
    return (other.empty() ? "shown" : other) == use ? std::string(value.get_string()) : std::string();
  }
  std::vector<std::string> parts;
  if (value.is_array()) {
    for (const bj::value& element : value.get_array()) parts.push_back(text_of(element, use, name));
  } else {
    for (const auto& [key, member] : object_of(value)) {
      if (!has(without, key)) parts.push_back(text_of(member, use, key));
    }
  }
  std::erase(parts, "");
  if (!value.is_array()) return base::joined(parts, " · ");
  return base::joined(parts, has(search_table().at("paragraphs").as_array(), name) ? " " : ", ");
}

/// `lead`: what the text begins with.
SearchIndex::Source source_of(const bj::object& row, const bj::value& value, const std::string& lead) {
  const bj::object& object = object_of(value);
  const bj::array& title = row.at("title").as_array();
  std::vector<std::string_view> titles = {json::text_at(row, "label")};
  for (const bj::value& name : title) titles.push_back(json::text_at(object, name.as_string()));
  std::erase(titles, "");
  std::vector<std::string> texts = {lead, text_of(value, "shown", {}, title)};
  std::erase(texts, "");
  const Meaning names =
      name_bit(row.at("path").as_array().back().as_string()) | name_bit(json::text_at(object, "type"));
  return {base::joined(titles), base::joined(texts, " · "), text_of(value, "sought"), names | meaning_of(lead)};
}

/// Words of a query; those that overlap, in a script without spaces, as one.
std::vector<std::string> parts_of(std::string_view query, std::span<const Wanted> words) {
  std::vector<Word> parts;
  for (const auto& wanted : words) {
    if (parts.empty() || wanted.word.at >= parts.back().end) parts.push_back(wanted.word);
    parts.back().end = wanted.word.end;
  }
  std::vector<std::string> texts;
  for (const Word& part : parts) texts.emplace_back(part.in(query));
  return texts;
}

bool is_question(const bj::object& row) { return row.at("collection").as_string() == "faq"; }

std::string_view date_of(const bj::object& object) {
  const std::string_view date = json::text_at(object, "date");
  const std::string_view from = json::text_at(object, "from");
  return !date.empty() ? date : !from.empty() ? from : json::text_at(object, "until");
}

/// What the results of both tools begin with.
bj::object begun(std::string_view query, const SearchIndex::Result& found) {
  bj::object result{{"query", query}, {"total", found.hits.size()}};
  if (!found.not_found.empty()) result["not_found"] = bj::value_from(found.not_found);
  return result;
}

}  // namespace

SearchIndex::SearchIndex(std::vector<Source> sources) : sources_(std::move(sources)) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  const auto add = [&](std::string_view text) {
    for (const Word& word : words_in(text)) {
      const auto [known, is_new] = numbers.try_emplace(word.in(text), 0U);
      if (is_new) known->second = forms_.try_emplace(folded(word.in(text)), forms_.size()).first->second;
      numbers_.push_back(known->second);
      offsets_.push_back(static_cast<std::uint32_t>(word.at));
    }
    return static_cast<std::uint32_t>(numbers_.size());
  };
  for (const Source& source : sources_) {
    places_.push_back({add(""), add(source.title), add(source.text), add(source.also)});
    names_ |= source.names;
  }
}

/// Whether a document has the word or one like it, or is what the word names. Otherwise, if it may be `guessed`, those
/// that it may be count.
bool SearchIndex::mark(const Wanted& wanted, std::size_t at, bool guessed, Masks& masks) const {
  const std::u32string& sought = wanted.form;
  const bool is_letter = is_dense(sought.front());
  const bool has_endings = !is_letter && !std::u32string_view(U"0123456789").contains(sought.front());
  const auto is_same = [&](const auto& form) { return is_letter ? form.starts_with(sought) : form == sought; };
  const auto each = [&](const std::u32string& beginning, auto is_match) {
    bool is_found = false;
    for (auto one = forms_.lower_bound(beginning); one != forms_.end(); ++one) {
      const auto& [form, number] = *one;
      if (!form.starts_with(beginning)) break;
      if (!is_match(form)) continue;
      masks[number] |= (is_same(form) ? (1U << kExact | 1U) : 1U) << at;
      is_found = true;
    }
    return is_found;
  };
  const auto is_like = [&](const auto& form) { return is_same(form) || (has_endings && is_alike(form, sought)); };
  if (each(has_endings ? sought.substr(0, 2) : sought, is_like) || (wanted.meaning & names_) != 0) return true;
  if (has_endings && guessed) each(sought.substr(0, 1), [&](const auto& form) { return may_be(form, sought); });
  return false;
}

std::vector<SearchIndex::Evidence> SearchIndex::evidence(std::span<const Wanted> words, const Masks& masks) const {
  std::uint32_t begins = 0;                       // words that do not join the one before
  std::vector<std::uint32_t> ends(words.size());  // of each word, the last one that is joined to it
  for (std::size_t word = words.size(); word-- > 0;) {
    begins |= word > 0 && words[word].joins ? 0 : 1U << word;
    ends[word] = word + 1 < words.size() && words[word + 1].joins ? ends[word + 1] : 1U << word;
  }
  std::vector<Evidence> documents;
  for (const Place& place : places_) {
    Evidence found;
    std::uint32_t run = 0;  // words up to which the last numbers are those of the query
    std::uint32_t reached = 0;
    for (std::uint32_t at = place.title; at < place.end; ++at) {
      const std::uint32_t mask = masks[numbers_[at]];
      (at < place.text ? found.title : found.all) |= mask;
      run = (run << 1U | begins) & mask >> kExact;
      reached |= run;
    }
    const Meaning names = sources_[documents.size()].names;
    for (std::size_t word = 0; word < words.size(); ++word) {
      const bool is_named = (words[word].meaning & names) != 0;
      found.title |= (is_named ? 1U : 0U) << word;
      found.full |= (is_named || (reached & ends[word]) != 0 ? 1U : 0U) << word;
    }
    found.all |= found.title;
    documents.push_back(found);
  }
  return documents;
}

std::vector<SearchIndex::Hit> SearchIndex::ranked(std::span<const Evidence> documents, std::size_t words) const {
  const double in_text = number_of("text_weight");
  const double as_part = number_of("part_weight");
  const auto has = [](std::uint32_t bits, std::size_t word) { return (bits >> word & 1U) != 0; };
  std::vector<double> rarity(words);
  for (std::size_t word = 0; word < words; ++word) {
    const auto holders =
        static_cast<double>(std::ranges::count_if(documents, [&](const Evidence& one) { return has(one.all, word); }));
    rarity[word] = std::log(1 + (static_cast<double>(documents.size()) - holders + kHalf) / (holders + kHalf));
  }
  const double whole = std::accumulate(rarity.begin(), rarity.end(), 0.0);
  std::vector<Hit> hits;
  for (std::size_t document = 0; document < documents.size(); ++document) {
    const auto [title, all, full] = documents[document];
    double sum = 0;
    double share = 0;
    for (std::size_t word = 0; word < words; ++word) {
      if (!has(all, word)) continue;
      sum += rarity[word] * (has(title, word) ? 1 : in_text) * (has(full, word) ? 1 : as_part);
      share += rarity[word];
    }
    if (share > 0) hits.push_back({document, std::floor(kThousand * sum * share / whole + kHalf)});
  }
  std::ranges::stable_sort(hits, std::greater{}, &Hit::score);
  return hits;
}

std::optional<SearchIndex::Result> SearchIndex::search(std::string_view text) const {
  const Query query = read_query(text);
  if (query.words.empty()) return std::nullopt;
  Masks masks(forms_.size());
  std::vector<Wanted> missing;
  for (std::size_t at = 0; at < query.words.size(); ++at) {
    const bool guessed = static_cast<double>(missing.size()) < number_of("most_guesses");
    if (!mark(query.words[at], at, guessed, masks)) missing.push_back(query.words[at]);
  }
  auto hits = ranked(evidence(query.words, masks), query.words.size());
  return Result{std::move(hits), parts_of(text, missing), query.order, std::move(masks)};
}

std::string SearchIndex::snippet(std::size_t document, const Masks& masks) const {
  const auto most = static_cast<std::uint32_t>(number_of("snippet"));
  const std::string_view text = sources_[document].text;
  const std::uint32_t from = places_[document].text;
  const std::uint32_t to = places_[document].also;
  if (to - from <= most) return std::string(text);
  std::uint32_t match = from;
  while (match < to && masks[numbers_[match]] == 0) ++match;
  const std::uint32_t first = match == to ? from : match - std::min(match - from, most / 3);
  const std::size_t start = first == from ? 0 : offsets_[first];
  const std::size_t end = first + most < to ? offsets_[first + most] : text.size();
  std::string_view part = text.substr(start, end - start);
  part.remove_suffix(part.size() - part.find_last_not_of(' ') - 1);
  return std::string(start > 0 ? "…" : "").append(part).append(end < text.size() ? "…" : "");
}

SiteSearch::SiteSearch(const Site& site, const SiteSearch* other) : site_(site) {
  std::vector<SearchIndex::Source> sources;
  for (const bj::value& row : search_table().at("found").as_array()) collect(site.data, row.as_object(), 0, sources);
  const bool is_shared = other != nullptr && other->index_->sources() == sources;
  index_ = is_shared ? other->index_ : std::make_shared<const SearchIndex>(std::move(sources));
}

/// In the order of web/search.json, which decides between equal scores.
void SiteSearch::collect(const bj::object& parent, const bj::object& row, std::size_t depth,
                         std::vector<SearchIndex::Source>& sources) {
  const bj::array& path = row.at("path").as_array();
  const bj::value& named = member(parent, path[depth].as_string());
  const std::span one(&named, 1);
  for (const bj::value& value :
       named.is_array() ? std::span(named.get_array().data(), named.get_array().size()) : one) {
    if (depth + 1 < path.size()) {
      collect(object_of(value), row, depth + 1, sources);
    } else if (!value.is_null()) {
      sources.push_back(source_of(row, value, text_of(member(parent, json::text_at(row, "lead")), "shown")));
      found_.push_back({row, value});
    }
  }
}

bj::value SiteSearch::url_of(const Found& found) const {
  const std::string_view page = json::text_at(found.row, "page");
  if (page.empty()) return mcp::url_of(object_of(found.value));
  return bj::string(site_.page_url(page, page == "faq" ? documents::kFaqPath : documents::kSitePath));
}

/// The questions about access are last. If an order is wanted, hits nearly as good as the best one come by date.
void SiteSearch::sort(std::vector<SearchIndex::Hit>& hits, Meaning order) const {
  std::ranges::stable_partition(hits, [this](const auto& hit) {
    return !site_.are_questions_of_access || !is_question(found_[hit.document].row);
  });
  if (order == 0 || hits.empty()) return;
  const auto date = [this](const auto& hit) { return date_of(object_of(found_[hit.document].value)); };
  const double least = hits.front().score * number_of("order_share");
  const auto others =
      std::ranges::stable_partition(hits, [&](const auto& hit) { return hit.score >= least && !date(hit).empty(); });
  const auto dated = std::ranges::subrange(hits.begin(), others.begin());
  order == kFirst ? std::ranges::stable_sort(dated, std::less{}, date)
                  : std::ranges::stable_sort(dated, std::greater{}, date);
}

SiteSearch::Output SiteSearch::content(std::string_view query, std::size_t limit) const {
  auto found = index_->search(query);
  if (!found) return base::Failure(std::string(kNoWord));
  sort(found->hits, found->order);
  bj::array results;
  for (const auto& [document, score] : std::span(found->hits).first(std::min(limit, found->hits.size()))) {
    const Found& one = found_[document];
    results.push_back({{"collection", one.row.at("collection")},
                       {"slug", member(object_of(one.value), "slug")},
                       {"url", url_of(one)},
                       {"title", index_->sources()[document].title},
                       {"score", score / kThousand},
                       {"snippet", index_->snippet(document, found->masks)}});
  }
  bj::object result = begun(query, *found);
  result["results"] = std::move(results);
  return result;
}

SiteSearch::Output SiteSearch::questions(std::string_view query) const {
  auto found = index_->search(query);
  if (!found) return base::Failure(std::string(kNoWord));
  std::erase_if(found->hits, [this](const auto& hit) { return !is_question(found_[hit.document].row); });
  bj::array faqs;
  for (const auto& hit : found->hits) {
    const bj::object& entry = object_of(found_[hit.document].value);
    faqs.push_back({{"question", json::text_at(entry, "question")}, {"answer", json::text_at(entry, "answer")}});
  }
  bj::object result = begun(query, *found);
  result["faqs"] = std::move(faqs);
  return result;
}

}  // namespace agent_access::mcp
