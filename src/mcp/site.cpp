#include "mcp/site.hpp"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "json/reader.hpp"
#include "mcp/words.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

bj::object document_at(const publish::Catalogue& documents, std::string_view path) {
  const publish::Document* const document = documents.find(path);
  if (document == nullptr) return {};
  auto object = json::read_object(document->identity.body, {});
  return object ? std::move(*object) : bj::object();
}

std::string place_of(std::string_view collection, std::string_view slug) {
  return std::string(collection).append("/").append(slug);
}

constexpr double kLeastOverlap = 0.3;
constexpr std::size_t kMostNear = 3;

struct Candidate {
  std::string_view slug;
  double overlap;
};

/// Compares texts with one wanted text by their pairs of characters.
class Likeness {
 public:
  explicit Likeness(std::u32string wanted) : wanted_(std::move(wanted)) {
    each_pair(wanted_, [this](std::size_t pair) { is_wanted_.set(pair); });
  }
  /// The pairs that both have, as a share of the pairs of the two texts one after the other.
  double of(const std::u32string& text) {
    std::size_t common = 0;
    std::size_t all = 0;
    each_pair(text, [&](std::size_t pair) { common += is_wanted_[pair] ? 1U : 0U; });
    each_pair(text + wanted_, [&](std::size_t) { ++all; });
    return static_cast<double>(common) / static_cast<double>(all);
  }

 private:
  static constexpr std::size_t kPairs = std::size_t{1} << 16U;

  /// Each character with the one after it; the last one alone. Each pair once, as a number that no two
  /// pairs of ASCII share.
  template <class Use>
  void each_pair(std::u32string_view text, Use use) {
    ++text_;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const std::size_t next = at + 1 < text.size() ? text[at + 1] : 0U;
      const std::size_t pair = ((std::size_t{text[at]} << 7U) ^ next) % kPairs;
      if (std::exchange(last_text_[pair], text_) != text_) use(pair);
    }
  }

  std::u32string wanted_;
  std::bitset<kPairs> is_wanted_;
  std::uint32_t text_ = 0;
  std::vector<std::uint32_t> last_text_ = std::vector<std::uint32_t>(kPairs);  ///< that had the pair
};

}  // namespace

Site Site::read(const publish::Catalogue& documents, std::string base_url) {
  Site site;
  site.base_url = std::move(base_url);
  site.data = document_at(documents, documents::kSitePath);
  for (const std::string_view collection : kCollections) {
    bj::array items = objects_of(site.data.if_contains(collection));
    for (std::size_t at = 0; at < items.size(); ++at) {
      site.places.emplace(place_of(collection, json::text_at(items[at].get_object(), "slug")), at);
    }
    site.data[collection] = std::move(items);
  }
  const bj::value* const contact = site.data.if_contains("contact");
  if (contact == nullptr || !contact->is_object()) site.data["contact"] = bj::object();
  const bj::object faq = document_at(documents, documents::kFaqPath);
  site.data["faqs"] = objects_of(faq.if_contains("faqs"));
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
  Likeness likeness(folded(slug));
  std::vector<Candidate> near;
  for (const auto& item : items) {
    const std::string_view candidate = json::text_at(item.get_object(), "slug");
    const double overlap = likeness.of(decoded(candidate));
    if (overlap > kLeastOverlap) near.push_back({candidate, overlap});
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
