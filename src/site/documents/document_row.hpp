/// \file
/// The row type of the table of published documents (site/publish/document_table.cpp). Renderers get the whole table in
/// HostView::published: documents that list other documents read the entries from their rows. Plain constants.
///
/// The input of every renderer: the site for one of its hosts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/outcome.hpp"
#include "site/content/content.hpp"
#include "site/content/settings.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::oauth {
class KeySchedule;
}

namespace agent_access::documents {

struct DocumentRow;

/// Refers to its parts; used during one rendering.
struct HostView {
  const content::Settings& settings;
  const content::Content& content;
  std::span<const DocumentRow> published;  ///< the table of site/publish/publication.hpp
  std::size_t host = 0;                    ///< index into settings.base_urls

  [[nodiscard]] const std::string& base_url() const { return settings.base_urls.at(host).text(); }
  /// "https://www.example.com" + path.
  [[nodiscard]] std::string url(std::string_view path) const { return base_url() + std::string(path); }
  /// The same on the canonical host, for rel="canonical".
  [[nodiscard]] std::string canonical_url(std::string_view path) const {
    return settings.base_urls.front().text() + std::string(path);
  }
  /// The path of the home page, which registers the browser tools, or without pages that of their module.
  [[nodiscard]] std::string_view tools_path() const noexcept {
    return settings.has_pages ? std::string_view("/") : kBrowserToolsPath;
  }
};

/// A link relation to a catalog of resources for agents: `ard` (ARD 0.91) and its predecessor `ai-catalog`, in the
/// Link field of the home page and in the head of every page.
struct CatalogLink {
  std::string_view relation;
  std::string_view path;
  std::string_view type;
};

/// Empty unless the settings enable ARD.
[[nodiscard]] std::span<const CatalogLink> catalog_links(const content::Settings& settings) noexcept;

struct HostView;

/// The kind of a document; site/publish/publication.hpp maps it to a route for log and metrics.
enum class Kind : std::uint8_t { discovery, metadata, keys, page, file };

/// One published document before it is compressed and hashed (site/publish/catalogue.hpp).
struct Rendered {
  std::string path;        ///< "/.well-known/jwks.json"
  std::string media_type;  ///< "application/json"
  std::string body;
  std::string extra_fields = {};  ///< complete lines, may be empty
  Kind kind = Kind::discovery;
  std::string markdown = {};         ///< the body for Accept: text/markdown at the same path; empty if there is none
  std::string markdown_fields = {};  ///< as extra_fields, with that body
  /// The body is also one that Accept selects at another path. Its fields are the same there (`export` serves one file
  /// for both), so that Vary names Accept here, too.
  bool is_form = false;
};

/// The lists of documents in documents, with the meaning of `title` and `text` of a Listing in each:
enum class List : std::uint8_t {
  none,
  response_table,        ///< /llms-full.txt, "Endpoints": text describes the response
  site_resources,        ///< /api/site.json, `resources`: title is the name of the member
  llms_use,              ///< /llms.txt, "When to use this site": title and text of the link
  llms_authentication,   ///< /llms.txt, "Authentication": the same
  llms_api,              ///< /llms.txt, "API": the same
  llms_optional,         ///< /llms.txt, "Optional": the same
  home_markdown,         ///< the home page as Markdown, "For agents": the same, with placeholders
  guide_data,            ///< /AGENTS.md, "Open data": both unused
  guide_descriptions,    ///< /AGENTS.md, "Machine-readable descriptions": both unused
  catalog_items,         ///< /.well-known/api-catalog, open APIs: title of the link
  catalog_service_desc,  ///< the same, service-desc of every API
  catalog_profile_doc,   ///< the same, service-doc of the extended profile
  catalog_open_doc,      ///< the same, service-doc of the open APIs
  catalog_service_meta,  ///< the same, service-meta of the extended profile
  ai_catalog,            ///< /.well-known/ai-catalog.json: display name, description, type, and name of the URN
  agent_endpoints,       ///< /.well-known/agent.json, `endpoints`: name, description, type
  home_link_field,       ///< Link field of the home page: title is the relation, type may be empty
  page_footer,           ///< footer of every page: title is the text of the link
};

/// A document in one of the lists.
struct Listing {
  List list = List::none;
  std::uint8_t place = 0;  ///< lists are sorted by it; unique in a list
  std::string_view title = {};
  std::string_view text = {};
  std::string_view type = {};
  std::string_view name = {};
};

/// A document that is part of the API: its operation in /openapi.json.
struct ApiOperation {
  std::uint8_t place = 0;  ///< order of `paths`
  std::string_view id;
  std::string_view summary;
  std::string_view description;
  std::string_view schema = {};  ///< name of a component; empty for text
  std::string_view tag = "discovery";
};

/// A Link field of the response for the document; none if `relation` is empty.
struct LinkField {
  std::string_view relation = {};
  std::string_view path = {};
};

/// The input of a renderer.
struct RenderInput {
  const HostView& view;
  const oauth::KeySchedule& keys;
  std::span<const http::Fault> faults;
};

enum class Published : std::uint8_t {
  always,
  with_pages,  ///< not if the settings disable the generated pages
  with_mcp,    ///< only if the settings enable the MCP endpoint
  with_ard,    ///< only if the settings enable ARD
};

struct DocumentRow {
  std::string_view path;
  std::string_view media_type = kJsonType;
  std::string (*render)(const RenderInput&);
  Kind kind = Kind::discovery;
  Published published = Published::always;
  bool is_dynamic = false;  ///< changes without a change of content: never replaced by a file, never exported
  LinkField link = {};
  std::optional<ApiOperation> api = {};
  std::array<Listing, 12> listings = {};
};

/// A document and its entry in a list.
struct Listed {
  const DocumentRow& document;
  const Listing& listing;
};

[[nodiscard]] bool is_published(const DocumentRow& row, const content::Settings& settings) noexcept;

/// The documents of a list in its order; a document occurs at most once.
[[nodiscard]] std::vector<Listed> listed_in(std::span<const DocumentRow> rows, List list);

/// The same, of those that are published for the host.
[[nodiscard]] std::vector<Listed> listed_in(const HostView& view, List list);

/// Whether every path, place in a list and place in /openapi.json is unique. For static_assert.
[[nodiscard]] constexpr bool is_consistent(std::span<const DocumentRow> rows) noexcept {
  for (const DocumentRow& one : rows) {
    for (const DocumentRow& other : rows) {
      if (&one == &other) continue;
      if (one.path == other.path || (one.api && other.api && one.api->place == other.api->place)) return false;
      for (const Listing& listing : one.listings) {
        for (const Listing& taken : other.listings) {
          if (listing.list != List::none && listing.list == taken.list && listing.place == taken.place) return false;
        }
      }
    }
  }
  return true;
}

/// "text/markdown; charset=utf-8" without its parameters.
[[nodiscard]] constexpr std::string_view essence_of(std::string_view media_type) noexcept {
  return media_type.substr(0, media_type.find(';'));
}

}  // namespace agent_access::documents
