#include "service/endpoints.hpp"

#include <algorithm>
#include <array>

#include "base/protocol.hpp"
#include "service/authorization.hpp"
#include "service/document_endpoint.hpp"
#include "service/fault_table.hpp"
#include "service/mcp_endpoint.hpp"
#include "service/oauth_endpoints.hpp"
#include "site/content/path_form.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::service {
namespace {

/// GET /api/agent/full-profile: the owner's bytes and `_meta`. The token is read from the Authorization field only.
void answer_profile(Call& call, http::Response& response) {
  const auto grant = authorize(call, oauth::kDefaultScope);
  if (!grant) return refuse_token(call, grant.error(), {}, oauth::kDefaultScope, response);
  call.outcome.client_id = grant->client_id();
  // The profile is never stored, so it has no entity tag, and no 304.
  if (precondition_of(call, {}) == http::Precondition::fails) {
    return refuse(fault("precondition_failed"), response);
  }
  response.constant_fields = kProfileFields;
  response.body_owner = call.context.hold;
  response.constant_body = call.context.snapshot->profile.prefix;
  append_profile_end(*grant, response.body);
}

/// GET /oauth/authorize: always 400. site/documents/oauth_metadata.hpp gives the reason why it is published.
void answer_authorization(Call&, http::Response& response) { refuse(fault("authorization_endpoint"), response); }

// Ordered by frequency of use.
constexpr std::array kEndpoints = std::to_array<EndpointRow>({
    {oauth::kProfilePath, protocol::kReadMethods, http::Route::profile, answer_profile},
    {documents::kTokenPath, protocol::kPostMethods, http::Route::token, answer_token},
    {documents::kRegisterPath, protocol::kPostMethods, http::Route::registration, answer_registration},
    {documents::kMcpPath, protocol::kPostMethods, http::Route::mcp, answer_mcp, documents::Published::with_mcp,
     refuse_foreign_origin},
    {protocol::kAuthorizePath, protocol::kReadMethods, http::Route::authorization, answer_authorization},
});

}  // namespace

std::span<const EndpointRow> endpoint_table() noexcept { return kEndpoints; }

const EndpointRow* find_endpoint(std::string_view path, const content::Settings& settings) noexcept {
  for (const EndpointRow& row : kEndpoints) {
    const bool is_row = row.path == path || (row.route == http::Route::mcp && path == documents::kMcpSlashPath);
    if (is_row) return documents::is_published(row.published, settings) ? &row : nullptr;
  }
  return nullptr;
}

bool is_of_api(std::string_view path) noexcept {
  return std::ranges::any_of(protocol::kApiPrefixes, [path](auto prefix) { return path.starts_with(prefix); });
}

void answer_gated_document(Call& call, http::Response& response) {
  const Snapshot& snapshot = *call.context.snapshot;
  const content::GatedDocument& document = *call.gated_document;
  const auto grant = authorize(call, document.scope);
  if (!grant) {
    // The challenge names the address that was asked for, unless that could be read in two ways.
    const std::string_view asked = call.request.path;
    const bool is_plain = asked.size() <= publish::kLongestResource && content::is_normal_path(asked);
    return refuse_token(call, grant.error(), is_plain ? asked : document.path, document.scope, response);
  }
  call.outcome.client_id = grant->client_id();
  response.body_owner = call.context.hold;
  const publish::GatedFile& file = snapshot.file_of(document);
  if (answer_precondition(call, file.etag, file.not_modified_fields, response)) return;
  response.constant_fields = file.fields;
  response.constant_body = file.body;
}

bool is_dynamic(std::string_view path) noexcept {
  return find_endpoint(path, {}) != nullptr || publish::is_dynamic_document(path);
}

}  // namespace agent_access::service
