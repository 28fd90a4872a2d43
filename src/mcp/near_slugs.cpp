#include "mcp/near_slugs.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "mcp/site.hpp"
#include "mcp/words.hpp"

namespace agent_access::mcp {

namespace {

using Pairs = std::set<std::u16string_view>;

/// Each character of the text with the unit after it, by position; the last one alone.
Pairs pairs_of(std::u16string_view text) {
  const auto characters = text.size() - static_cast<std::size_t>(std::ranges::count_if(
                                            text, [](char16_t unit) { return unit >= 0xdc00 && unit < 0xe000; }));
  Pairs pairs;
  for (std::size_t at = 0; at < characters; ++at) pairs.insert(text.substr(at, 2));
  return pairs;
}

double overlap(const std::u16string& one, const std::u16string& other) {
  const Pairs wanted = pairs_of(other);
  const auto common =
      std::ranges::count_if(pairs_of(one), [&wanted](std::u16string_view pair) { return wanted.contains(pair); });
  const std::u16string both = one + other;
  return static_cast<double>(common) / static_cast<double>(pairs_of(both).size());
}

}  // namespace

std::string near_slugs(const boost::json::array& items, std::string_view slug) {
  constexpr double kLeast = 0.3;
  constexpr std::size_t kMost = 3;
  struct Candidate {
    std::string_view slug;
    double overlap;
  };
  const std::u16string wanted = folded(slug);
  std::vector<Candidate> near;
  for (const auto& item : items) {
    const std::string_view candidate = text_member(item.get_object(), "slug");
    const double likeness = overlap(to_utf16(candidate), wanted);
    if (likeness > kLeast) near.push_back({candidate, likeness});
  }
  std::ranges::stable_sort(near, std::greater{}, &Candidate::overlap);
  std::string text;
  for (std::size_t at = 0; at < std::min(near.size(), kMost); ++at) {
    if (at > 0) text += ", ";
    text += near[at].slug;
  }
  return text;
}

}  // namespace agent_access::mcp
