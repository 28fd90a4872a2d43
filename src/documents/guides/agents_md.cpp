#include "documents/guides/agents_md.hpp"

#include "content/mcp_revisions.hpp"
#include "documents/browser_tools.hpp"
#include "documents/gated_resources.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/text_template.hpp"
#include "oauth/types.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

constexpr std::string_view kGuide = R"(# AGENTS.md - {{authority}}

Guide for agents that use the site of {{owner}}.{{people}}

## What this site offers

- Open data: {{data}}, and everything in one file: <{{base_url}}/llms-full.txt>
- {{gated_lead}}: `GET {{profile_path}}` (scope `{{scope}}`), see <{{base_url}}/auth.md>
- Machine-readable descriptions: {{descriptions}}

## Quick start

```sh
{{quick_start}}```

Registration is free, anonymous and needs no approval. Take `client_id` and `client_secret` from the first response and
`access_token` from the second. HTTP Basic works at the token endpoint, too.

## Browser tools (WebMCP)

The pages register these tools on `document.modelContext`; they are not HTTP endpoints. Definitions:
<{{base_url}}/.well-known/mcp.json>. Module: <{{base_url}}/browser-tools.js>.

{{tools}}{{mcp}}{{gated}}
## Rules

- Send a `User-Agent` that identifies your agent.
- Use a token until it expires ({{lifetime}} seconds) instead of getting a new one for each request.
- Respect `Retry-After` and the `RateLimit` fields.
- Use the extended profile for the request at hand; do not publish it.
- Before contacting the owner read the extended profile, and respect what it says about that.

## Errors

Every error is JSON with `error` and `error_description`, {{html}}.

{{errors}})";

constexpr std::string_view kMcpSection = R"(
## MCP endpoint

The same tools, and every public document as a resource, over MCP without a browser: `POST {{base_url}}/mcp`
(Streamable HTTP, revision {{current}}, and {{oldest}} to {{newest}} with `initialize`; no session). `get_full_profile` needs the
access token in `Authorization`. Metadata: <{{base_url}}/.well-known/oauth-protected-resource/mcp>.
)";

/// "<https://example.com/a>, <https://example.com/b>".
std::string addresses(const HostView& view, List list) {
  std::string text;
  for (const auto& [document, listing] : listed_in(view, list)) {
    text.append(text.empty() ? "<" : ", <").append(view.url(document.path)).append(">");
  }
  return text;
}

/// Empty without declarations.
std::string further_resources(const HostView& view) {
  const std::string items = gated_items(view);
  const std::string text = scope_request_text(view);
  if (items.empty() && text.empty()) return {};
  return "\n## Further resources for a token\n\n" + text + items;
}

std::string mcp_section(const HostView& view) {
  return fill(kMcpSection, {{"base_url", view.base_url()},
                            {"current", content::kCurrentMcpRevision},
                            {"oldest", content::kOldestMcpRevision},
                            {"newest", content::kNewestInitializedMcpRevision}});
}

}  // namespace

std::string render_agents_md(const HostView& view) {
  const std::string owner = render::markdown_text(view.content.site.owner.name);
  const std::string people = view.settings.has_pages ? " People: see <" + view.url("/") + ">." : std::string();
  const std::string_view html =
      view.settings.has_not_found_page
          ? "except that an unknown path outside of `/api`, `/oauth` and `/.well-known` is HTML for a request that\n"
            "prefers `text/html`"
          : "never HTML";
  const std::string commands = quick_start(view);
  const std::string tools = tool_list();
  const std::string lifetime = std::to_string(oauth::kTokenLifetime.count());
  const std::string mcp = view.settings.mcp.is_enabled ? mcp_section(view) : std::string();
  const std::string data = addresses(view, List::guide_data);
  const std::string descriptions = addresses(view, List::guide_descriptions);
  const std::string gated = further_resources(view);
  const std::string errors = error_table(view);
  const std::string_view gated_lead =
      gated.empty() ? "One endpoint that needs a token" : "With a token, as the further resources below";
  return fill(kGuide, {{"html", html},
                       {"gated", gated},
                       {"gated_lead", gated_lead},
                       {"authority", authority_of(view)},
                       {"owner", owner},
                       {"people", people},
                       {"base_url", view.base_url()},
                       {"data", data},
                       {"descriptions", descriptions},
                       {"profile_path", oauth::kProfilePath},
                       {"scope", oauth::kScope},
                       {"quick_start", commands},
                       {"tools", tools},
                       {"mcp", mcp},
                       {"lifetime", lifetime},
                       {"errors", errors}});
}

}  // namespace agent_access::documents
