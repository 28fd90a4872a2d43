#include "service/endpoint_table.hpp"

#include <array>

#include "documents/paths.hpp"
#include "oauth/types.hpp"
#include "publish/publication.hpp"
#include "publish/router.hpp"
#include "service/mcp_endpoint.hpp"

namespace agent_access::service {

namespace {

// Ordered by frequency of use.
constexpr std::array kEndpoints = std::to_array<EndpointRow>({
    {oauth::kProfilePath, publish::kReadMethods, publish::Route::profile, answer_profile},
    {documents::kTokenPath, publish::kPostMethods, publish::Route::token, answer_token},
    {documents::kRegisterPath, publish::kPostMethods, publish::Route::registration, answer_registration},
    {documents::kMcpPath, publish::kPostMethods, publish::Route::mcp, answer_mcp, refuse_foreign_origin},
    {"/oauth/authorize", publish::kReadMethods, publish::Route::authorization, answer_authorization},
});

}  // namespace

std::span<const EndpointRow> endpoint_table() noexcept { return kEndpoints; }

const EndpointRow* find_endpoint(std::string_view path, const content::Settings& settings) noexcept {
  for (const EndpointRow& row : kEndpoints) {
    if (row.path == path) return row.route != publish::Route::mcp || settings.mcp.is_enabled ? &row : nullptr;
  }
  return nullptr;
}

bool is_dynamic(std::string_view path) noexcept {
  return find_endpoint(path, {}) != nullptr || publish::is_dynamic_document(path);
}

}  // namespace agent_access::service
