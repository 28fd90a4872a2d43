#include "documents/guides/llms_txt.hpp"

#include "documents/browser_tools.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/markdown_text.hpp"
#include "documents/metadata/agent_skills.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents {

namespace {

constexpr std::size_t kLongestLlmsTitle = 200;
constexpr std::size_t kLongestSummary = 1000;
constexpr std::size_t kLongestList = 6000;

constexpr std::string_view kLlmsHead = R"(# {{title}}

> {{summary}}

Everything here is open except the extended profile, which needs a free anonymous token (scope `{{scope}}`). Every error
is JSON. The pages register these browser tools (WebMCP): {{tools}}.

## When to use this site

- [Site data]({{base_url}}/api/site.json): to answer questions about the owner, the public CV, publications and projects
- [FAQ]({{base_url}}/ai/faq.json): for short answers about the owner and about access for agents
- [Extended profile]({{base_url}}/auth.md): for service and leadership history, and before contacting the owner: what they are and are not open to hearing about from an agent

)";

constexpr std::string_view kLlmsTail = R"(## Authentication

- [auth.md]({{base_url}}/auth.md): register, get a token, read the profile
- [Authorization server metadata]({{base_url}}/.well-known/oauth-authorization-server): RFC 8414
- [Protected resource metadata]({{base_url}}/.well-known/oauth-protected-resource): RFC 9728

## API

- [OpenAPI 3.1]({{base_url}}/openapi.json): all endpoints with schemas and examples
- [API catalog]({{base_url}}/.well-known/api-catalog): RFC 9727 linkset
- [Agent guide]({{base_url}}/AGENTS.md): quick start, tools, rules and errors
- [Browser tools]({{base_url}}/.well-known/mcp.json): the WebMCP tools with their inputs

## Optional

- [Full text]({{base_url}}/llms-full.txt): everything in one file
- [Agent card]({{base_url}}/.well-known/agent-card.json): A2A 1.0
- [AI catalog]({{base_url}}/.well-known/ai-catalog.json): what agents can load from here
- [Agent skill]({{base_url}}{{skill_path}}): how to read the profile
)";

std::string summary_of(const content::Site& site) {
  std::string text = site.tagline.empty() ? site.owner.summary : site.tagline;
  if (text.empty()) text = "Site of " + site.owner.name + ".";
  return markdown_text(clipped(text, kLongestSummary));
}

std::string section(std::string_view heading, const std::string& items) {
  if (items.empty()) return {};
  return std::string("## ").append(heading).append("\n\n").append(items).append("\n");
}

}  // namespace

Rendered render_llms_txt(const HostView& view) {
  const content::Site& site = view.content.site;
  const std::string title = markdown_text(clipped(site.title, kLongestLlmsTitle));
  const std::string summary = summary_of(site);
  const std::string tools = tool_names();
  std::string body = fill(kLlmsHead, {{"title", title},
                                      {"summary", summary},
                                      {"scope", oauth::kScope},
                                      {"tools", tools},
                                      {"base_url", view.base_url()}});
  body += section("Pages", page_items(view));
  body += section("Publications", publication_items(view, kLongestList));
  body += section("Projects", project_items(view, kLongestList));
  body += fill(kLlmsTail, {{"base_url", view.base_url()}, {"skill_path", kSkillPath}});
  return {std::string(kLlmsPath), std::string(kTextType), std::move(body)};
}

}  // namespace agent_access::documents
