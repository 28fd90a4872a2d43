#include "mcp/site.hpp"

#include <algorithm>
#include <bitset>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "mcp/words.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

bj::object read_object(const publish::Catalogue& documents, std::string_view path) {
  const publish::Document* const document = documents.find(path);
  if (document == nullptr) return {};
  bj::error_code error;
  bj::value value = bj::parse(document->identity.body, error);
  return !error && value.is_object() ? std::move(value.get_object()) : bj::object();
}

std::string place_of(std::string_view collection, std::string_view slug) {
  return std::string(collection).append("/").append(slug);
}

constexpr double kLeastOverlap = 0.3;
constexpr std::size_t kMostNear = 3;

using Pairs = std::vector<std::uint32_t>;

/// Each character of the text with the unit after it, by position; the last one alone. Sorted, each once.
Pairs pairs_of(std::u16string_view text) {
  const auto is_second_half = [](char16_t unit) { return unit >= 0xdc00 && unit < 0xe000; };
  const auto characters = text.size() - static_cast<std::size_t>(std::ranges::count_if(text, is_second_half));
  Pairs pairs;
  for (std::size_t at = 0; at < characters; ++at) {
    pairs.push_back(std::uint32_t{text[at]} << 16U | (at + 1 < text.size() ? text[at + 1] : 0U));
  }
  std::ranges::sort(pairs);
  const auto repeated = std::ranges::unique(pairs);
  pairs.erase(repeated.begin(), repeated.end());
  return pairs;
}

/// Decides quickly which slugs cannot be near: most of a large site.
class Sieve {
 public:
  explicit Sieve(const Pairs& wanted)
      : wanted_(wanted.size()), least_(kLeastOverlap * static_cast<double>(wanted.size())) {
    for (const std::uint32_t pair : wanted) bits_.set(place(pair >> 16U, pair));
  }
  /// About the overlap; nothing only if it is not above the least one, because the pairs of both texts together are at
  /// least the wanted ones. Bytes stand for characters, which is exact for ASCII; other slugs are never sieved out.
  [[nodiscard]] std::optional<double> estimate(std::string_view slug) const noexcept {
    std::size_t hits = 0;
    for (std::size_t at = 0; at < slug.size(); ++at) {
      const auto byte = static_cast<unsigned char>(slug[at]);
      if (byte >= 0x80) return 1;
      hits += bits_[place(byte, at + 1 < slug.size() ? static_cast<unsigned char>(slug[at + 1]) : 0U)] ? 1U : 0U;
    }
    if (static_cast<double>(hits) <= least_) return std::nullopt;
    return static_cast<double>(hits) / static_cast<double>(slug.size() + wanted_);
  }

 private:
  static constexpr std::size_t kBits = 1U << 14U;
  static std::size_t place(std::uint32_t first, std::uint32_t second) noexcept {
    return ((first << 7U) ^ (second & 0xffffU)) % kBits;
  }
  std::size_t wanted_;
  double least_;
  std::bitset<kBits> bits_;
};

struct Candidate {
  std::string_view slug;
  double overlap;
};

/// Comparing exactly costs a microsecond for each slug, and a large site has thousands that are alike: only those with
/// the best estimates are kept, in their order; of equal ones the first.
void keep_best(std::vector<Candidate>& candidates) {
  constexpr std::size_t kMostCompared = 200;
  if (candidates.size() <= kMostCompared) return;
  std::vector<double> estimates;
  for (const Candidate& each : candidates) estimates.push_back(each.overlap);
  const auto last = estimates.begin() + (kMostCompared - 1);
  std::ranges::nth_element(estimates, last, std::greater{});
  const double least = *last;
  const auto above =
      static_cast<std::size_t>(std::ranges::count_if(estimates, [least](double estimate) { return estimate > least; }));
  std::size_t equal = kMostCompared - above;
  std::erase_if(candidates, [&](const Candidate& each) {
    if (each.overlap != least) return each.overlap < least;
    if (equal == 0) return true;
    --equal;
    return false;
  });
}

double overlap(const std::u16string& one, const std::u16string& other, const Pairs& wanted) {
  const Pairs own = pairs_of(one);
  const auto common =
      std::ranges::count_if(own, [&wanted](std::uint32_t pair) { return std::ranges::binary_search(wanted, pair); });
  return static_cast<double>(common) / static_cast<double>(pairs_of(one + other).size());
}

}  // namespace

Site Site::read(const publish::Catalogue& documents, std::string base_url) {
  Site site;
  site.base_url = std::move(base_url);
  site.data = read_object(documents, documents::kSitePath);
  for (const std::string_view collection : kCollections) {
    bj::array items = objects_of(site.data.if_contains(collection));
    for (std::size_t at = 0; at < items.size(); ++at) {
      site.places.emplace(place_of(collection, json::text_at(items[at].get_object(), "slug")), at);
    }
    site.data[collection] = std::move(items);
  }
  const bj::value* const contact = site.data.if_contains("contact");
  if (contact == nullptr || !contact->is_object()) site.data["contact"] = bj::object();
  const bj::object faq = read_object(documents, documents::kFaqPath);
  site.questions = objects_of(faq.if_contains("faqs"));
  site.are_questions_of_access = faq.contains("about");
  return site;
}

const bj::array& Site::items(std::string_view collection) const { return data.at(collection).as_array(); }

const bj::object* Site::find(std::string_view collection, std::string_view slug) const {
  const auto found = places.find(place_of(collection, slug));
  return found == places.end() ? nullptr : &items(collection)[found->second].get_object();
}

std::string Site::page_url(std::string_view slug, std::string_view otherwise) const {
  const bj::object* const page = find("pages", slug);
  const std::string_view url = page == nullptr ? std::string_view() : json::text_at(*page, "url");
  return url.empty() ? base_url + std::string(otherwise) : std::string(url);
}

const bj::value& member(const bj::object& object, std::string_view name) {
  static const bj::value kNull;
  const bj::value* const value = object.if_contains(name);
  return value == nullptr ? kNull : *value;
}

bj::array objects_of(const bj::value* value) {
  bj::array objects;
  if (value == nullptr || !value->is_array()) return objects;
  for (const bj::value& element : value->get_array()) {
    if (element.is_object()) objects.push_back(element);
  }
  return objects;
}

bj::value url_of(const bj::object& item) {
  for (const auto* name : {"page", "url"}) {
    const bj::value* const url = item.if_contains(name);
    if (url != nullptr && !url->is_null()) return *url;
  }
  return nullptr;
}

std::string near_slugs(const boost::json::array& items, std::string_view slug) {
  const std::u16string wanted = folded(slug);
  const Pairs pairs = pairs_of(wanted);
  const Sieve sieve(pairs);
  std::vector<Candidate> compared;
  for (const auto& item : items) {
    const std::string_view candidate = json::text_at(item.get_object(), "slug");
    if (const auto estimate = sieve.estimate(candidate)) compared.push_back({candidate, *estimate});
  }
  keep_best(compared);
  std::vector<Candidate> near;
  for (const Candidate& candidate : compared) {
    const double likeness_of_both = overlap(to_utf16(candidate.slug), wanted, pairs);
    if (likeness_of_both > kLeastOverlap) near.push_back({candidate.slug, likeness_of_both});
  }
  std::ranges::stable_sort(near, std::greater{}, &Candidate::overlap);
  std::string text;
  for (std::size_t at = 0; at < std::min(near.size(), kMostNear); ++at) {
    if (at > 0) text += ", ";
    text += near[at].slug;
  }
  return text;
}

}  // namespace agent_access::mcp
