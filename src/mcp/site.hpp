/// \file
/// What the tools and resources read: /api/site.json and /ai/faq.json as one host publishes them, also if a file of the
/// owner replaces them. Immutable, shared by threads.
#pragma once

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "json/members.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::mcp {

/// In the order of the browser tools.
inline constexpr std::array<std::string_view, 3> kCollections = {"publications", "projects", "pages"};

struct Site {
  /// With `publications`, `projects`, `pages`, `faqs` of the FAQ (arrays of objects) and `contact` (an object).
  boost::json::object data;
  bool are_questions_of_access = false;  ///< they are those of the program, not the owner's
  std::string base_url;
  std::unordered_map<std::string, std::size_t> places;  ///< "collection/slug" to the index of the first such item

  /// The documents of one host. A document that is missing or has another form is read as empty.
  [[nodiscard]] static Site read(const publish::Catalogue& documents, std::string base_url);

  /// The items of a collection: publications, projects, pages or faqs.
  [[nodiscard]] const boost::json::array& items(std::string_view collection) const;
  /// The item with that slug, or null.
  [[nodiscard]] const boost::json::object* find(std::string_view collection, std::string_view slug) const;
  /// The address of a page, or that of the document at `otherwise` if the site has no such page.
  [[nodiscard]] std::string page_url(std::string_view slug, std::string_view otherwise) const;
};

/// The member of that name; null if there is none.
[[nodiscard]] const boost::json::value& member(const boost::json::object& object, std::string_view name);

/// The objects among the elements of an array; empty for any other value, and for null.
[[nodiscard]] boost::json::array objects_of(const boost::json::value* value);

/// The address of an item: its page, else its own link, else null.
[[nodiscard]] boost::json::value url_of(const boost::json::object& item);

/// The slugs of the items that are most similar to `slug` by their pairs of letters, joined by commas; at most three,
/// nearest first. The same as nearestOf of web/site-search.js, for texts in ASCII exactly.
[[nodiscard]] std::string near_slugs(const boost::json::array& items, std::string_view slug);

}  // namespace agent_access::mcp
