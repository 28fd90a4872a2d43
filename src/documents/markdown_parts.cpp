#include "documents/markdown_parts.hpp"

#include "content/pages.hpp"
#include "documents/gated_resources.hpp"
#include "documents/text_template.hpp"
#include "oauth/types.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

/// Limits the summary of a page, which may contain the owner's name.
constexpr std::size_t kLongestSummary = 300;

constexpr std::string_view kQuickStart =
    R"(curl -s -X POST {{base_url}}/oauth/register -H 'Content-Type: application/json' -d '{"client_name":"Example Agent"}'
curl -s {{base_url}}/oauth/token -d grant_type={{grant_type}} -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"
curl -s {{base_url}}{{profile_path}} -H "Authorization: Bearer $ACCESS_TOKEN"
)";

constexpr std::string_view kErrorTable = R"(| Status | error | What to do |
|---|---|---|
| 400 | `unsupported_grant_type` | use `client_credentials` |
| 400 | `invalid_request` | send both `client_id` and `client_secret` |
{{scope_row}}| 401 | `invalid_client` | the secret does not match the id; register again if it was lost |
| 401 | `invalid_token` | get a fresh token at `/oauth/token` |
| 403 | `insufficient_scope` | {{scope_remedy}} |
| 404 | `not_found` | use the paths of `/openapi.json` |
| 429 | `rate_limited` | wait for `Retry-After` seconds; see the `RateLimit` fields |
)";

/// Only if scopes are declared.
constexpr std::string_view kScopeRow =
    "| 400 | `invalid_scope` | name only scopes of `scopes_supported`, separated by a space |\n";
constexpr std::string_view kScopeRemedy = "get a token with the `scope` that the challenge names";
constexpr std::string_view kOneScopeRemedy = "get a token with `read:extended`";

constexpr std::string_view kEndpointTable = R"(| Method | Address | Credential | Response | Errors |
|---|---|---|---|---|
| POST | {{base_url}}/oauth/register | none | 201, client registration | 400, 415, 429 |
| POST | {{base_url}}/oauth/token | client id and secret | 200, Bearer token | 400, 401, 415, 429 |
| GET | {{base_url}}{{profile_path}} | Bearer token, scope `{{scope}}` | 200, extended profile | 401, 403, 429 |
)";

/// "- [title](url) (date): summary"; the title without a link if there is no address.
template <class Work>
std::string item_of(const HostView& view, const Work& work, const std::string& work_url) {
  const auto path = path_of(view.settings, work);
  const std::string address = path.empty() ? work_url : view.url(text_path_of(view.settings, path));
  std::string item =
      "- " + (address.empty() ? render::markdown_text(work.title) : render::markdown_link(work.title, address));
  if (!work.date.empty()) item += " (" + render::markdown_text(work.date) + ")";
  if (!work.summary.empty()) item += ": " + render::markdown_text(work.summary);
  return item += '\n';
}

template <class Works>
std::string items_of(const HostView& view, const Works& works, std::size_t most) {
  std::string items;
  for (const auto& work : works) {
    const std::string item = item_of(view, work, work.url);
    if (item.size() > most - items.size()) break;
    items += item;
  }
  return items;
}

std::string methods_of(const GatedResource& resource) {
  if (resource.gate == nullptr) return "GET";
  std::string methods;
  for (const auto& method : resource.gate->methods) methods.append(methods.empty() ? "" : ", ").append(method);
  return methods;
}

}  // namespace

std::string_view authority_of(const HostView& view) {
  const std::string_view base_url = view.base_url();
  return base_url.substr(base_url.find("://") + 3);
}

std::string quick_start(const HostView& view) {
  return fill(
      kQuickStart,
      {{"base_url", view.base_url()}, {"grant_type", oauth::kGrantType}, {"profile_path", oauth::kProfilePath}});
}

std::string error_table(const HostView& view) {
  const bool has_scopes = view.settings.access.has_declared_scopes();
  return fill(kErrorTable, {{"scope_row", has_scopes ? kScopeRow : std::string_view()},
                            {"scope_remedy", has_scopes ? kScopeRemedy : kOneScopeRemedy}});
}

std::string endpoint_table(const HostView& view) {
  std::string table = fill(
      kEndpointTable, {{"base_url", view.base_url()}, {"profile_path", oauth::kProfilePath}, {"scope", oauth::kScope}});
  for (const auto& resource : gated_resources(view.settings)) {
    table.append("| ").append(methods_of(resource)).append(" | ").append(view.url(resource.path));
    table.append(" | Bearer token, scope `").append(resource.scope).append("` | 200, ");
    table.append(render::markdown_text(render::clipped(resource.title, kLongestSummary)))
        .append(" | 401, 403, 404, 429 |\n");
  }
  for (const auto& [document, listing] : listed_in(view, List::response_table)) {
    table.append("| GET | ").append(view.url(document.path));
    table.append(" | none | 200, ").append(listing.text).append(" | |\n");
  }
  return table;
}

std::string profile_summary(const HostView& view) {
  const auto& own = view.content.site.profile_summary;
  return own.empty() ? "What the owner publishes for registered clients."
                     : render::markdown_text(render::clipped(own, kLongestSummary));
}

std::string document_items(const HostView& view, List list) {
  std::string items;
  for (const auto& [document, listing] : listed_in(view, list)) {
    items.append("- [").append(listing.title).append("](").append(view.url(document.path)).append("): ");
    items.append(listing.text).append("\n");
  }
  return items;
}

std::string page_items(const HostView& view) {
  std::string items;
  for (const auto& page : pages_of(view.settings, view.content)) {
    items += "- " + render::markdown_link(page.title, view.url(text_path_of(view.settings, page.path))) + ": " +
             render::markdown_text(render::clipped(page.summary, kLongestSummary)) + "\n";
  }
  return items;
}

std::string publication_items(const HostView& view, std::size_t most) {
  return items_of(view, view.content.site.publications, most);
}

std::string project_items(const HostView& view, std::size_t most) {
  return items_of(view, view.content.site.projects, most);
}

std::string paragraphs(const content::Paragraphs& texts) {
  std::string out;
  for (const auto& text : texts) out += render::markdown_text(text) + "\n\n";
  return out;
}

}  // namespace agent_access::documents
