/// \file
/// Everything that one host publishes: generated documents and pages, and the owner's own files, which replace
/// generated ones at the same path. Thread safe, no I/O.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "content/static_file.hpp"
#include "documents/host_view.hpp"
#include "documents/openapi/openapi.hpp"
#include "oauth/key_schedule.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::publish {

/// `errors`: the errors that each operation can return. A file at the path of a generated document replaces its body,
/// not its media type and fields; a page that is replaced has no generated Markdown form. Files at paths of dynamic
/// documents are ignored. A file /404.html enables the page for unknown paths (service/unknown_path.hpp).
[[nodiscard]] std::vector<documents::Rendered> render_host(const documents::HostView& view,
                                                           const oauth::KeySchedule& keys,
                                                           const documents::ErrorAnswers& errors,
                                                           std::span<const content::StaticFile> files);

/// Documents that change without a change of content, such as the key set. Files do not replace them, and `export` does
/// not write them.
[[nodiscard]] bool is_dynamic_document(std::string_view path) noexcept;

}  // namespace agent_access::publish
