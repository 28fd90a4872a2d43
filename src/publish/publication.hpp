/// \file
/// The methods that a path allows, and the route of a document in the log and in the metrics. Thread safe: constants
/// only.
///
/// Everything that one host publishes: generated documents and pages, and the owner's own files, which replace
/// generated ones at the same path. Thread safe, no I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "content/static_file.hpp"
#include "documents/document_row.hpp"
#include "documents/host_view.hpp"
#include "documents/openapi/openapi.hpp"
#include "http/message.hpp"
#include "oauth/key_schedule.hpp"
#include "pages/pages.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::publish {

/// Values of Allow. HEAD is allowed wherever GET is, OPTIONS everywhere.
inline constexpr std::string_view kReadMethods = "GET, HEAD, OPTIONS";
inline constexpr std::string_view kPostMethods = "POST, OPTIONS";

/// Whether `allowed` (one of the two above) contains the method.
[[nodiscard]] bool is_allowed(std::string_view allowed, http::Method method) noexcept;

/// The kind of resource that was requested, for log and metrics (ops/outcome_words has the names).
enum class Route : std::uint8_t {
  profile,
  token,
  registration,
  authorization,
  mcp,
  document,  ///< a gated document of the owner (content::GatedDocument)
  gate,      ///< the question of a proxy about a gated path (content::Gate)
  jwks,
  metadata,
  discovery,
  home,
  page,
  file,
  unknown,   ///< an unknown path or host
  rejected,  ///< not a request: net could not parse it
};

[[nodiscard]] Route route_of(const Document& document) noexcept;

/// The settings with what the owner's files decide: /404.html enables the page for unknown paths
/// (service/document_endpoint.hpp), and a page that is replaced has no generated Markdown form.
[[nodiscard]] content::Settings with_own_files(content::Settings settings, std::span<const content::StaticFile> files);

/// What one host publishes, each document rendered when it is needed. Refers to all that it is made of. Thread safe; a
/// Renderer belongs to one thread.
class HostPublication {
 public:
  using Errors = documents::ErrorAnswers (*)();

  /// `view`: its settings are those of with_own_files(). `errors` gives those that each operation can return. A file at
  /// the path of a generated document replaces its body, not its media type and fields. Files at paths of dynamic
  /// documents are ignored.
  HostPublication(const documents::HostView& view, const oauth::KeySchedule& keys, Errors errors,
                  std::span<const content::StaticFile> files);

  /// Generated documents, pages with their Markdown forms, the owner's files at other paths.
  [[nodiscard]] Catalogue::Groups groups() const;

  /// Renders groups of a publication, and keeps the parsed templates of pages from one to the next.
  class Renderer {
   public:
    explicit Renderer(const HostPublication& publication) : publication_(publication) {}
    /// One document for each path of the group.
    [[nodiscard]] std::vector<documents::Rendered> render(std::size_t group);

   private:
    const HostPublication& publication_;
    std::optional<pages::PageRenderer> pages_;
  };

 private:
  [[nodiscard]] documents::Rendered render_row(const documents::DocumentRow& row) const;
  [[nodiscard]] std::vector<documents::Rendered> completed(std::vector<documents::Rendered> documents) const;
  void take_own_form(documents::Rendered& page) const;
  void add_origin_trials(documents::Rendered& document) const;

  documents::HostView view_;
  const oauth::KeySchedule& keys_;
  Errors errors_;
  std::vector<const documents::DocumentRow*> rows_;
  std::vector<pages::PageSource> pages_;
  std::map<std::string_view, const content::StaticFile*> files_;  ///< by path, without those that are ignored
  std::vector<const content::StaticFile*> own_;                   ///< those at the path of no generated document
};

/// Documents that change without a change of content, such as the key set. Files do not replace them, and `export` does
/// not write them.
[[nodiscard]] bool is_dynamic_document(std::string_view path) noexcept;

}  // namespace agent_access::publish
