/// \file
/// The resources of MCP, the content of a host: its documents with content (not metadata, robots.txt and the like) as
/// text, and each page that has a Markdown form, at its own address (the path with .md can be read, but is not listed
/// again); the profile and gated documents, which need a
/// token; and each publication, project and other page as "content:///{collection}/{slug}", with a template for them
/// and for all pages. Immutable after take_pages(), shared by threads.
///
/// The contents of a gated document in a result of resources/read (MCP 2026-07-28, server/resources, "Resource
/// Contents"): text, or bytes in base64. Thread safe, stateless.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/protocol.hpp"
#include "mcp/site.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::mcp {

/// The spelling in which a resource of the same address (RFC 3986 section 6.2.2) is listed: scheme and host in lower
/// case, the path as content::published_spelling() gives it.
[[nodiscard]] std::string listed_spelling(std::string_view uri);

/// The template of the items.
inline constexpr std::string_view kItemTemplate = "content:///{collection}/{slug}";

struct ItemPlace {
  std::string collection;
  std::string slug;
};

/// Refers to a file and its type.
struct FileContents {
  FileContents(std::string_view type, std::string_view file);

  std::string_view media_type;  ///< with its parameters
  std::string_view bytes;
  /// Sent as `text`, not as `blob`: the type is that of a text, and the bytes are UTF-8 without NUL.
  bool is_text;
};

class Resources {
 public:
  /// Entries of a list in one response.
  static constexpr std::size_t kPage = 100;

  /// `documents` and `site` are those of the host, and outlive the resources. `gated`: the gated documents, used by
  /// the constructor only. `has_profile`: the profile is one of them.
  Resources(const publish::Catalogue& documents, const Site& site, std::span<const documents::GatedResource> gated = {},
            bool has_profile = true);

  /// One page of the list, and the cursor of the next one.
  struct Page {
    boost::json::array entries;
    std::string next_cursor;  ///< empty on the last page
  };
  /// All of them, once: for a caller that writes them as responses.
  [[nodiscard]] std::vector<Page> take_pages();
  /// The index of the page that a cursor of take_pages() names.
  [[nodiscard]] std::optional<std::size_t> page_at(std::string_view cursor) const;
  [[nodiscard]] static boost::json::array templates();

  /// The published document that is read at an address: of a page its Markdown form. Null if there is none.
  [[nodiscard]] const FileContents* find_document(std::string_view uri) const;
  [[nodiscard]] const ItemPlace* find_item(std::string_view uri) const;
  /// Whether it is the address of a gated document.
  [[nodiscard]] bool is_gated(std::string_view uri) const;
  [[nodiscard]] bool has_gated() const noexcept { return !gated_.empty(); }
  [[nodiscard]] const std::string& profile_uri() const noexcept { return profile_uri_; }

 private:
  void add_documents(const publish::Catalogue& documents);
  void add_gated(std::span<const documents::GatedResource> gated);
  void add_items();

  const Site& site_;
  std::string profile_uri_;
  boost::json::array entries_;
  std::size_t entry_count_ = 0;
  std::unordered_map<std::string, FileContents> documents_;  ///< by address
  std::unordered_map<std::string, ItemPlace> items_;
  std::vector<std::string> gated_;  ///< addresses
};

/// The largest file that a result has: with escapes a result is up to six times as long, and the model's host holds it.
inline constexpr std::size_t kMostFileBytes = protocol::kMcpFileBytes;

/// Whether files of the media type are texts: text/*, JSON, XML, YAML and the like, with their suffixes.
[[nodiscard]] bool is_text_type(std::string_view media_type);

/// The type of a text has no parameters, because its characters are those of the JSON.
[[nodiscard]] std::string_view mime_type_of(const FileContents& file);

/// Appends an object with `uri`, `mimeType`, and `text` or `blob`.
void append_contents(std::string_view uri, const FileContents& file, std::string& out);

}  // namespace agent_access::mcp
