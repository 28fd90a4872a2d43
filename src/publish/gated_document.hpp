/// \file
/// The owner's gated documents (content::GatedDocument) as they are sent for a token with their scope: whole, from
/// memory, as they were when they were loaded. Immutable, shared by threads. NOT checked: scopes and tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/message.hpp"

namespace agent_access::publish {

struct GatedFile {
  std::string body;
  std::string etag;                 ///< strong, quoted; empty if it could not be made
  std::string fields;               ///< all field lines of a 200
  std::string not_modified_fields;  ///< of a 304
};

/// By the index in content::Access::documents.
using GatedFiles = std::vector<GatedFile>;

/// `media_type` with its parameters.
[[nodiscard]] GatedFile prepare_gated_file(std::string_view media_type, std::string body);

/// 200 or 304 to GET and HEAD. The response refers to `file`.
void answer_gated_file(const GatedFile& file, const http::Request& request, http::Response& response);

}  // namespace agent_access::publish
