/// \file
/// Full-text search over the documents of a site, as web/site-search.js does it. A document has a word fully in its
/// title or if it is what the word names, less in its text, half if it has only one that is like it or a part of an
/// address. Its score is the sum over the words, each by its rarity, multiplied by the share of the words that it has.
/// Words are numbers that were given while loading; a search compares its words with the forms that begin like them,
/// then reads the numbers of all documents, one after the other. Immutable, shared by threads.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "mcp/query.hpp"
#include "mcp/site.hpp"

namespace agent_access::mcp {

class SearchIndex {
 public:
  struct Source {
    std::string title;
    std::string text;
    std::string also;   ///< counts as text, and is not shown
    Meaning names = 0;  ///< of the parts of the site that it belongs to
    bool operator==(const Source&) const = default;
  };
  struct Hit {
    std::size_t document;  ///< its index
    double score;          ///< a whole number of thousandths
  };
  /// For each form, a bit for each word of the query that it is like, and 16 bits higher for each that it is.
  using Masks = std::vector<std::uint32_t>;
  struct Result {
    std::vector<Hit> hits = {};               ///< best first; of equal scores the earlier document
    std::vector<std::string> not_found = {};  ///< words of the query
    Meaning order = 0;
    Masks masks = {};
  };

  explicit SearchIndex(std::vector<Source> sources);
  [[nodiscard]] const std::vector<Source>& sources() const { return sources_; }
  /// Nothing if the query has no word.
  [[nodiscard]] std::optional<Result> search(std::string_view query) const;
  /// Twenty-four words of the text of a document around the first that matches, with "…" where something is left out.
  [[nodiscard]] std::string snippet(std::size_t document, const Masks& masks) const;

 private:
  /// Of a document: where its title, its text and what is not shown begin in the numbers, and its end.
  struct Place {
    std::uint32_t title, text, also, end;
  };
  /// What a document has, a bit for each word of the query: in its title, anywhere, and fully.
  struct Evidence {
    std::uint32_t title = 0, all = 0, full = 0;
  };
  [[nodiscard]] bool mark(const Wanted& wanted, std::size_t at, bool guessed, Masks& masks) const;
  [[nodiscard]] std::vector<Evidence> evidence(std::span<const Wanted> words, const Masks& masks) const;
  [[nodiscard]] std::vector<Hit> ranked(std::span<const Evidence> documents, std::size_t words) const;

  std::vector<Source> sources_;
  std::map<std::u32string, std::uint32_t> forms_;  // of all words, each with its number
  std::vector<std::uint32_t> numbers_;             // of the words of all documents
  std::vector<std::uint32_t> offsets_;             // of these words in their texts
  std::vector<Place> places_;
  Meaning names_ = 0;  // of all documents
};

/// Searches the content of a site and its questions, with results as the browser tools have them. Immutable, shared by
/// threads.
class SiteSearch {
 public:
  using Output = base::Result<boost::json::object, std::string>;

  /// `site` outlives the search. If all texts equal those of `other`, which may be null, their index is shared.
  explicit SiteSearch(const Site& site, const SiteSearch* other = nullptr);

  /// The result of search_content, or a sentence if the query has no word.
  [[nodiscard]] Output content(std::string_view query, std::size_t limit) const;
  /// The result of get_faq with a query.
  [[nodiscard]] Output questions(std::string_view query) const;

 private:
  /// What a search finds: the row of web/search.json, and the value in the data of the site.
  struct Found {
    const boost::json::object& row;
    const boost::json::value& value;
  };
  void collect(const boost::json::object& parent, const boost::json::object& row, std::size_t depth,
               std::vector<SearchIndex::Source>& sources);
  [[nodiscard]] boost::json::value url_of(const Found& found) const;
  void sort(std::vector<SearchIndex::Hit>& hits, Meaning order) const;

  const Site& site_;
  std::vector<Found> found_;
  std::shared_ptr<const SearchIndex> index_;
};

}  // namespace agent_access::mcp
