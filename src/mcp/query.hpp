/// \file
/// The queries of a search by web/search.json, which web/browser-tools.js has as well: its weights, the words that
/// carry nothing in each language, the words that name a part of a site ("books", "diplôme"), and what of the data is
/// text. And the words of a text, as the search of web/browser-tools.js finds and compares them: in scripts without
/// spaces each character is a word, "C++" and "C#" are words, and case, accents and compatibility forms do not count.
/// Unicode properties are those of libunistring. Thread safe, stateless.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::mcp {

// --- words.cpp ---

/// A word in the text that has it.
struct Word {
  std::string_view text;
  std::size_t at = 0;  ///< offset in bytes
};

/// `text` is valid UTF-8.
[[nodiscard]] std::vector<Word> words_in(std::string_view text);

/// The form in which words are compared, in UTF-16, because the lengths of the rules below count its units: NFKD
/// without marks, lower case, "ß" as "ss" and the like.
[[nodiscard]] std::u16string folded(std::string_view word);

/// The folded words of a text, in its order.
[[nodiscard]] std::vector<std::u16string> folded_words(std::string_view text);

/// How well a folded word of a text matches one of a query: 1 if equal, 0.6 for a longer word that begins with the
/// wanted one (of three units or more), 0.5 for a word of four or more that lacks up to two last units of the wanted
/// one, else 0.
[[nodiscard]] double likeness(std::u16string_view word, std::u16string_view wanted) noexcept;

[[nodiscard]] std::u16string to_utf16(std::string_view text);
/// A surrogate without its other half becomes U+FFFD.
[[nodiscard]] std::string to_utf8(std::u16string_view text);

// --- query.cpp ---

/// The numbers of web/search.json.
struct SearchWeights {
  double title;  ///< of a word in a title; 1 in a text
  double name;   ///< of a word that names the part of the site
  double saturation;
  double length;
  std::size_t most_words;  ///< of a query
  std::size_t snippet;     ///< UTF-16 units
};
[[nodiscard]] const SearchWeights& search_weights();

/// The members of each list of the CV that make a title: {"positions": ["title", "organisation"], …}.
[[nodiscard]] const boost::json::object& cv_titles();

/// A set of names of web/search.json: "books", "education".
using Names = std::uint32_t;
/// The set with that name alone; empty for an unknown one.
[[nodiscard]] Names name_of(std::string_view name);

/// A word of a query that counts.
struct WantedWord {
  std::u16string word;  ///< folded; of an address "@" and its key
  Names names = 0;      ///< what it names
  bool operator==(const WantedWord&) const = default;
};
using IsAddress = std::function<bool(std::u16string_view)>;
/// Each once, in their order, without stop words unless nothing else is there. `is_address` says whether the site has
/// the address with that key, which then is one word.
[[nodiscard]] std::vector<WantedWord> wanted_words(std::string_view query, const IsAddress& is_address = {});

/// An address without what its spellings differ in: "https://doi.org/10.5555/A.1" and "doi:10.5555/a.1" are
/// "10.5555/a.1".
[[nodiscard]] std::u16string address_key(std::string_view text);
/// The keys of the addresses of an item and of what it links to, sorted, each once.
[[nodiscard]] std::vector<std::u16string> addresses_of(const boost::json::object& item);

/// All texts in a value, joined. `name`: of the member that has the value.
[[nodiscard]] std::string text_of(const boost::json::value& value, std::string_view name = {});
/// Both texts, joined as text_of does; either may be empty.
[[nodiscard]] std::string joined_texts(std::string one, std::string_view other);

}  // namespace agent_access::mcp
