/// \file
/// The owner's gated documents (content::GatedDocument): files below /api/agent/ for tokens with their scope. RFC 9110:
/// preconditions (section 13), one range (section 14), and the list of a folder at its own path, as JSON. Not thread
/// safe for one context.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"
#include "http/message.hpp"
#include "mcp/resources.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

/// GET or HEAD. Precondition: the outcome names the document. Without the scope the response is the same whether or not
/// the file exists.
void answer_gated_document(Call& call, http::Response& response);

enum class ReadFault : std::uint8_t {
  missing,      ///< no such file, folder or page of a list
  large,        ///< more than mcp::kMostFileBytes
  unavailable,  ///< it cannot be read now, or too many files are open
};

/// The same document for MCP: a whole file, or the list of a folder, in memory. Preconditions: the outcome names the
/// document, and the caller's token opens it.
[[nodiscard]] base::Result<mcp::FileContents, ReadFault> read_gated_document(const Call& call, std::string_view path,
                                                                             std::string_view query);

}  // namespace agent_access::service
