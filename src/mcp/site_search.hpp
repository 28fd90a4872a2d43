/// \file
/// Searches the content of a site and its questions, with results as the browser tools have them. Immutable, shared by
/// threads.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "mcp/search.hpp"
#include "mcp/site.hpp"

namespace agent_access::mcp {

class SiteSearch {
 public:
  using Output = base::Result<boost::json::object, std::string>;

  /// `site` outlives the search.
  explicit SiteSearch(const Site& site);

  /// The result of search_content, or a sentence if the query has no word.
  [[nodiscard]] Output content(std::string_view query, std::size_t limit) const;
  /// The result of get_faq with a query.
  [[nodiscard]] Output questions(std::string_view query) const;

 private:
  /// What a search finds: all members of a result but `score` and `snippet`, and the text.
  struct Found {
    boost::json::object result;
    std::string text;
  };

  void add_items();
  void add_cv();
  void add_part(std::string_view collection, const std::string& url, std::string title, std::string text);

  const Site& site_;
  std::vector<Found> found_;
  SearchIndex content_;
  SearchIndex questions_;
};

}  // namespace agent_access::mcp
