/// \file
/// The row type of the table of published documents (site/publish/document_table.cpp). Renderers get the whole table in
/// HostView::published: /openapi.json has the operation of each row. Plain constants.
///
/// The input of every renderer: the site for one of its hosts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http/outcome.hpp"
#include "site/content/content.hpp"
#include "site/content/settings.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::oauth {
class KeySchedule;
}

namespace agent_access::documents {

/// The kind of a document; site/publish/publication.hpp maps it to a route for log and metrics.
enum class DocumentKind : std::uint8_t { discovery, metadata, keys, page, file };

/// One published document before it is compressed and hashed (site/publish/catalogue.hpp).
struct Rendered {
  std::string path;        ///< "/.well-known/jwks.json"
  std::string media_type;  ///< "application/json"
  std::string body;
  std::string extra_fields = {};  ///< complete lines, may be empty
  DocumentKind kind = DocumentKind::discovery;
  std::string markdown = {};       ///< the body for Accept: text/markdown, if no document at another path has it
  std::string markdown_path = {};  ///< of the document that Accept: text/markdown selects here; empty if there is none
  /// The body is also one that Accept selects at another path. Its fields are the same there (`export` serves one file
  /// for both), so that Vary names Accept here, too.
  bool is_form = false;
  bool is_stored = true;  ///< caches may store it
};

/// The tag of documents with content of the site, which are resources of MCP.
inline constexpr std::string_view kContentTag = "site";

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

struct HostView;

/// The input of a renderer.
struct RenderInput {
  const HostView& view;
  const oauth::KeySchedule& keys;
};

enum class Published : std::uint8_t {
  always,
  with_pages,         ///< not if the settings disable the generated pages
  with_profile,       ///< only if agents can read the profile, here or at an issuer elsewhere
  with_flow_page,     ///< only with the page on which people try that
  with_tokens,        ///< only of a service that issues tokens itself
  with_mcp,           ///< only if this service has the MCP endpoint
  with_mcp_tokens,    ///< both
  with_ard,           ///< only if the settings enable ARD
  with_resume,        ///< only if the settings enable /resume.json
  with_bibliography,  ///< only if the settings enable /publications.bib
};

struct DocumentRow {
  std::string_view path;
  std::string_view media_type = kJsonType;
  std::string (*render)(const RenderInput&);
  DocumentKind kind = DocumentKind::discovery;
  Published published = Published::always;
  bool is_dynamic = false;  ///< changes without a change of content: never replaced by a file, never exported
  LinkField link = {};
  std::optional<ApiOperation> api = {};
};

/// Refers to its parts; used during one rendering.
struct HostView {
  const content::Settings& settings;
  const content::Content& content;
  std::span<const DocumentRow> published;    ///< the table of site/publish/publication.hpp
  std::size_t host = 0;                      ///< index into settings.base_urls
  std::span<const http::Fault> faults = {};  ///< service/fault_table.hpp, for the lists of errors

  [[nodiscard]] const std::string& base_url() const { return settings.base_urls.at(host).text(); }
  /// The base URL of the service that has tokens, profile and MCP endpoint: this host's, or that of access.issuer.
  [[nodiscard]] const std::string& issuer() const { return settings.issuer ? settings.issuer->text() : base_url(); }
  /// "https://www.example.com" + path.
  [[nodiscard]] std::string url(std::string_view path) const { return base_url() + std::string(path); }
  /// An address of the content as a URL: that of a file of this site is one of this host.
  [[nodiscard]] std::string address(const content::Address& address) const {
    return address.starts_with('/') ? url(address) : address;
  }
  /// The same on the canonical host, for rel="canonical".
  [[nodiscard]] std::string canonical_url(std::string_view path) const {
    return settings.base_urls.front().text() + std::string(path);
  }
  /// The path of the home page, which registers the browser tools, or without pages that of their module.
  [[nodiscard]] std::string_view tools_path() const noexcept {
    return settings.has_pages ? std::string_view("/") : kBrowserToolsPath;
  }
};

[[nodiscard]] inline bool is_published(Published published, const content::Settings& settings) noexcept {
  switch (published) {
    case Published::always: return true;
    case Published::with_pages: return settings.has_pages;
    case Published::with_profile: return settings.has_profile;
    case Published::with_flow_page: return settings.has_pages && settings.has_profile;
    case Published::with_tokens: return settings.issues_tokens();
    case Published::with_mcp: return settings.serves_mcp();
    case Published::with_mcp_tokens: return settings.serves_mcp() && settings.issues_tokens();
    case Published::with_ard: return settings.conventions.ard;
    case Published::with_resume: return settings.conventions.resume;
    case Published::with_bibliography: return settings.conventions.bibliography;
  }
  return false;
}
[[nodiscard]] inline bool is_published(const DocumentRow& row, const content::Settings& settings) noexcept {
  return is_published(row.published, settings) && !settings.gives_up(row.path);
}

/// Whether a service beside a site (content.beside) can have the document.
[[nodiscard]] constexpr bool exists_beside(const DocumentRow& row) noexcept {
  return row.published != Published::with_pages && row.published != Published::with_flow_page;
}

/// Whether the owner may have a document of her own at the path (content.keep_paths): not where clients read how to get
/// a token, and not where tools read the content of the site.
[[nodiscard]] constexpr bool can_be_kept(const DocumentRow& row) noexcept {
  return row.kind == DocumentKind::discovery && row.path != kSitePath && row.path != kFaqPath;
}

/// Whether every path and every place in /openapi.json is unique. For static_assert.
[[nodiscard]] constexpr bool is_consistent(std::span<const DocumentRow> rows) noexcept {
  for (const DocumentRow& one : rows) {
    for (const DocumentRow& other : rows) {
      if (&one == &other) continue;
      if (one.path == other.path || (one.api && other.api && one.api->place == other.api->place)) return false;
    }
  }
  return true;
}

/// "text/markdown; charset=utf-8" without its parameters.
[[nodiscard]] constexpr std::string_view essence_of(std::string_view media_type) noexcept {
  return media_type.substr(0, media_type.find(';'));
}

}  // namespace agent_access::documents
