/// \file
/// Everything that one host publishes: generated documents and pages, and the owner's own files over them.
/// Thread safe, no I/O.
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

/// `errors`: the refusals that each operation can give. A file at the path of a generated document takes its place,
/// with the media type and the fields of that document. Files at paths of dynamic documents are left out.
[[nodiscard]] std::vector<documents::Rendered> render_host(const documents::HostView& view,
                                                           const oauth::KeySchedule& keys,
                                                           const documents::ErrorAnswers& errors,
                                                           std::span<const content::StaticFile> files);

/// Documents that change without a change of content, as the key set does. No file replaces them and no export holds
/// them.
[[nodiscard]] bool is_dynamic_document(std::string_view path) noexcept;

}  // namespace agent_access::publish
