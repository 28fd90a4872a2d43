/// \file
/// Everything that one host publishes: generated documents and pages, and the owner's own files, which replace
/// generated ones at the same path; with the methods that a path allows, and the route of a document in the log and in
/// the metrics. Thread safe, no I/O.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.hpp"
#include "oauth/key_schedule.hpp"
#include "site/content/static_file.hpp"
#include "site/documents/document_row.hpp"
#include "site/publish/catalogue.hpp"
#include "site/publish/document_table.hpp"

namespace agent_access::publish {

/// Whether `allowed`, protocol::kReadMethods or kPostMethods, contains the method. HEAD is allowed wherever GET is,
/// OPTIONS everywhere.
[[nodiscard]] bool is_allowed(std::string_view allowed, http::Method method) noexcept;

[[nodiscard]] http::Route route_of(const Document& document) noexcept;

/// The settings with what the owner's files decide: /404.html enables the page for unknown paths
/// (service/document_endpoint), but not beside a site, and a page that is replaced has no generated Markdown form.
[[nodiscard]] content::Settings with_own_files(content::Settings settings, std::span<const content::StaticFile> files);

/// Another host of the same settings, which is not the canonical one.
struct PublishedHost {
  const Catalogue& documents;
  std::string_view base_url;
};

/// Everything that one host publishes: generated documents, pages with their Markdown forms, then the owner's files at
/// other paths. Pages of `other` that do not contain its base URL are the same here and not rendered again.
/// `view`: its settings are those of with_own_files(). A file at the path of a generated document replaces
/// its body, not its media type (but that of /favicon.ico) and fields; files at paths of dynamic documents are ignored.
[[nodiscard]] std::vector<documents::Rendered> render_host(const documents::HostView& view,
                                                           const oauth::KeySchedule& keys,
                                                           std::span<const content::StaticFile> files,
                                                           const std::optional<PublishedHost>& other = {});

/// The media types of the generated documents by path, without rendering them.
[[nodiscard]] std::map<std::string, std::string> generated_types(const documents::HostView& view);

}  // namespace agent_access::publish
