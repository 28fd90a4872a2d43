/// \file
/// Full-text search over the documents of a site, with the ranking of web/browser-tools.js: BM25 over title (three
/// times), text, and what the words of the query name (query.hpp), multiplied by the share of these words that a
/// document has. The index is built once, so that a search costs what its words occur, not what the site has.
/// Immutable, shared by threads.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
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
    std::string_view title;
    std::string_view text;
    Names names = 0;                                 ///< of the parts of the site that it belongs to
    std::span<const std::u16string> addresses = {};  ///< keys (query.hpp), each once
    bool is_last = false;                            ///< comes after all that are not
  };
  struct Hit {
    std::size_t document;  ///< its index in the sources
    double score;          ///< rounded to three decimals
  };

  SearchIndex() = default;
  /// The sources may be released afterwards.
  explicit SearchIndex(std::span<const Source> sources);

  /// Best first, but those that are last after all others; of equal scores the earlier document. Nothing if the query
  /// has no word.
  [[nodiscard]] std::optional<std::vector<Hit>> rank(std::string_view query) const;

 private:
  /// How often a document has a word.
  struct Posting {
    std::uint32_t document;
    std::uint32_t in_title = 0;
    std::uint32_t in_text = 0;
  };
  struct Entry {
    std::u16string word;
    std::uint32_t first = 0;  ///< index of its first posting
  };
  struct Kind {
    Names names;
    bool is_last;
  };
  struct Occurrence;
  using Counts = std::vector<double>;

  void add(std::span<const Occurrence> occurrences);
  void count(const WantedWord& wanted, Counts& counts) const;
  void count_alike(std::u16string_view wanted, Counts& counts) const;
  void count_exactly(std::u16string_view word, double weight, Counts& counts) const;
  void count_entry(std::size_t entry, double weight, Counts& counts) const;
  [[nodiscard]] std::size_t lower_bound(std::u16string_view word) const;

  std::vector<Entry> entries_;  // sorted by word; a last one without a word ends the postings
  std::vector<Posting> postings_;
  std::vector<double> sizes_;  // of each document, in words
  std::vector<Kind> kinds_;    // of each document
  double mean_size_ = 0;
};

/// At most 160 UTF-16 units of the text around the first word that matches the query, cut between words, with "…" where
/// something is left out.
[[nodiscard]] std::string snippet(std::string_view text, std::string_view query);

/// Searches the content of a site and its questions, with results as the browser tools have them. Immutable, shared by
/// threads.
class SiteSearch {
 public:
  using Output = base::Result<boost::json::object, std::string>;

  /// `site` outlives the search. If all texts equal those of `other`, which may be null, their indexes are shared.
  explicit SiteSearch(const Site& site, const SiteSearch* other = nullptr);

  /// The result of search_content, or a sentence if the query has no word.
  [[nodiscard]] Output content(std::string_view query, std::size_t limit) const;
  /// The result of get_faq with a query.
  [[nodiscard]] Output questions(std::string_view query) const;

 private:
  /// What a search finds: all members of a result but `score` and `snippet`; the text, and what the index needs.
  struct Found {
    boost::json::object result;
    std::string text;
    Names names = 0;
    std::vector<std::u16string> addresses = {};
    bool is_last = false;
  };
  struct Indexes {
    SearchIndex content;
    SearchIndex questions;
  };

  [[nodiscard]] Indexes make_indexes() const;
  [[nodiscard]] bool has_texts_of(const SiteSearch& other) const;
  void add_owner();
  void add_items();
  void add_cv();
  void add_links();
  void add_questions();
  void add_part(std::string_view collection, const boost::json::value& url, std::string title, std::string text,
                Names names);

  const Site& site_;
  std::vector<Found> found_;
  std::shared_ptr<const Indexes> indexes_;
};

}  // namespace agent_access::mcp
