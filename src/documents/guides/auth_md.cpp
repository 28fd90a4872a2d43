#include "documents/guides/auth_md.hpp"

#include "documents/gated_resources.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "oauth/types.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

constexpr std::size_t kLongestTitle = 100;

constexpr std::string_view kHead = R"(# {{title}}: agent authentication (auth.md)

How an agent gets a credential for the Agent Access API of <{{base_url}}>, in the form of the auth.md convention
(<https://workos.com/auth-md>). {{required}} Everything else is open.

In short: register an anonymous client (free, no approval), exchange its credentials for a Bearer token of
{{lifetime}} seconds, read the profile.

)";

constexpr std::string_view kProfileRequires = "One endpoint requires it: `GET {{profile_path}}`.";
constexpr std::string_view kProfileAndMoreRequire =
    "`GET {{profile_path}}` requires it, and so does\nwhat \"Scopes and further resources\" below lists.";

constexpr std::string_view kSections = R"(## Discover

1. The response to a request without a token is 401 with the address of the metadata:

   ```http
   WWW-Authenticate: Bearer error="invalid_token", error_description="The access token is missing", resource_metadata="{{base_url}}/.well-known/oauth-protected-resource"
   ```

2. `GET /.well-known/oauth-protected-resource` (RFC 9728) returns `authorization_servers` and `scopes_supported`.
3. `GET /.well-known/oauth-authorization-server` (RFC 8414) returns the endpoints, and this document in `agent_auth`:

   ```json
   { "agent_auth": {
       "skill": "{{base_url}}/auth.md",
       "register_uri": "{{base_url}}/oauth/register",
       "claim_uri": "{{base_url}}/auth.md",
       "identity_types_supported": ["anonymous"],
       "anonymous": { "credential_types_supported": ["client_secret"] } } }
   ```

## Pick a method

- `anonymous` is supported. Its credential is a `client_secret`, used with the OAuth 2.0 `{{grant_type}}` grant.
- `identity_assertion` is not supported: no `id-jag` token or other assertion is accepted, no identity is verified.

## Register

```http
POST /oauth/register HTTP/1.1
Host: {{authority}}
Content-Type: application/json

{"client_name": "Example Agent"}
```

The body is optional. `201 Created` returns `client_id`, `client_secret`, `client_name`, `token_endpoint`,
`grant_types_supported`, `scope` and `note`. Nothing is stored: keep both values, or register again.

## Claim

There is nothing to claim: no user account exists to which a client could be bound, and `claim_uri` is this document.

## Use the credential

```http
POST /oauth/token HTTP/1.1
Host: {{authority}}
Content-Type: application/x-www-form-urlencoded

grant_type={{grant_type}}&client_id=<CLIENT_ID>&client_secret=<CLIENT_SECRET>
```

`200 OK` returns `access_token`, `token_type` (`Bearer`), `expires_in` ({{lifetime}}) and `scope` (`{{scope}}`{{scope_note}}). A JSON
body with the same members works too, and so does HTTP Basic with the id and the secret instead of the two parameters.

```http
GET {{profile_path}} HTTP/1.1
Host: {{authority}}
Authorization: Bearer <ACCESS_TOKEN>
```

The token is an ES256 JWT whose header has `typ` `at+jwt` (RFC 9068); its keys are at `/.well-known/jwks.json`. To
verify it with a library, configure that `typ` (Hono: `verification: { typ: "at+jwt" }`), the algorithm `ES256`, and
`{{base_url}}` as issuer and audience.

`/.well-known/openid-configuration` has the metadata of step 3, too, for libraries that request it. OpenID Connect is not
supported: there is no ID token and no user.

## Errors

Every error is JSON with `error` and `error_description`.

{{errors}}
## Revocation

There is no revocation endpoint. A token expires after {{lifetime}} seconds. To drop a client, stop using its
`client_id`.
{{gated}})";

constexpr std::string_view kScopeNote = ", or the scopes that the request named";

constexpr std::string_view kTail = R"(
See also `/openapi.json`, `/.well-known/api-catalog` and `/AGENTS.md`.
)";

std::string filled(std::string_view text, const HostView& view) {
  const std::string title = render::markdown_text(render::clipped(view.content.site.title, kLongestTitle));
  const std::string lifetime = std::to_string(oauth::kTokenLifetime.count());
  const std::string errors = error_table(view);
  const std::string gated = gated_section(view);
  const std::string_view scope_note = view.settings.access.has_declared_scopes() ? kScopeNote : std::string_view();
  return fill(text, {{"title", title},
                     {"base_url", view.base_url()},
                     {"authority", authority_of(view)},
                     {"profile_path", oauth::kProfilePath},
                     {"grant_type", oauth::kGrantType},
                     {"scope", oauth::kScope},
                     {"lifetime", lifetime},
                     {"errors", errors},
                     {"gated", gated},
                     {"scope_note", scope_note}});
}

}  // namespace

std::string render_auth_md(const HostView& view) {
  const bool is_profile_only = gated_resources(view.settings).empty();
  const std::string head = fill(kHead, {{"required", is_profile_only ? kProfileRequires : kProfileAndMoreRequire}});
  return filled(head, view) + auth_sections(view) + std::string(kTail);
}

std::string auth_sections(const HostView& view) { return filled(kSections, view); }

}  // namespace agent_access::documents
