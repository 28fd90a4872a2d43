/// \file
/// What a query asks for, by the words of web/search.json: those that carry nothing, those that ask for an order, and
/// those that name a part of a site ("books", "diplôme"). Thread safe, stateless.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/words.hpp"

namespace agent_access::mcp {

/// What words mean: a set of bits, one for each name of a part of the site, and these.
using Meaning = std::uint32_t;
inline constexpr Meaning kLatest = 1U << 29U;
inline constexpr Meaning kFirst = 1U << 30U;

/// Zero for an unknown name.
[[nodiscard]] Meaning name_bit(std::string_view name);
/// What the words of a text mean.
[[nodiscard]] Meaning meaning_of(std::string_view text);

struct Wanted {
  Word word;            ///< in the query
  std::u32string form;  ///< folded
  Meaning meaning = 0;
  bool joins = false;  ///< only signs of an address, or nothing, are between it and the word before
};
struct Query {
  std::vector<Wanted> words;  ///< each once, at most twelve
  Meaning order = 0;          ///< kLatest, kFirst or none
};
/// Without words that carry nothing, except in addresses and where nothing else is there.
[[nodiscard]] Query read_query(std::string_view text);

}  // namespace agent_access::mcp
