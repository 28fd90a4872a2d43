#include "documents/guides/llms_txt.hpp"

#include "documents/browser_tools.hpp"
#include "documents/gated_resources.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/text_template.hpp"
#include "oauth/types.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

constexpr std::size_t kLongestLlmsTitle = 200;
constexpr std::size_t kLongestSummary = 1000;
constexpr std::size_t kLongestList = 6000;

constexpr std::string_view kLlmsHead = R"(# {{title}}

> {{summary}}

Everything here is open except the extended profile, which needs a free anonymous token (scope `{{scope}}`){{gated}}. Every error
is JSON. The pages register these browser tools (WebMCP): {{tools}}.{{mcp}}

)";

constexpr std::string_view kGatedHeading = "Further resources for a token";
constexpr std::string_view kGatedNote = ", and\nthe further resources below, each with the scope that opens it";

std::string summary_of(const content::Site& site) {
  std::string text = site.tagline.empty() ? site.owner.summary : site.tagline;
  if (text.empty()) text = "Site of " + site.owner.name + ".";
  return render::markdown_text(render::clipped(text, kLongestSummary));
}

std::string section(std::string_view heading, const std::string& items) {
  if (items.empty()) return {};
  return std::string("## ").append(heading).append("\n\n").append(items).append("\n");
}

}  // namespace

std::string render_llms_txt(const HostView& view) {
  const content::Site& site = view.content.site;
  const std::string title = render::markdown_text(render::clipped(site.title, kLongestLlmsTitle));
  const std::string summary = summary_of(site);
  const std::string tools = tool_names();
  const std::string profile = profile_summary(view);
  const std::string mcp =
      view.settings.mcp.is_enabled
          ? "\nThe same tools are offered over MCP (Streamable HTTP) at <" + view.url(kMcpPath) + ">."
          : std::string();
  const std::string gated = section(kGatedHeading, scope_request_text(view) + gated_items(view, kLongestList));
  const std::string_view gated_note = gated.empty() ? std::string_view() : kGatedNote;
  std::string body = fill(kLlmsHead, {{"title", title},
                                      {"summary", summary},
                                      {"scope", oauth::kScope},
                                      {"gated", gated_note},
                                      {"tools", tools},
                                      {"mcp", mcp}});
  body += section("When to use this site", fill(document_items(view, List::llms_use), {{"profile_summary", profile}}));
  body += gated;
  body += section("Pages", page_items(view));
  body += section("Publications", publication_items(view, kLongestList));
  body += section("Projects", project_items(view, kLongestList));
  body += section("Authentication", document_items(view, List::llms_authentication));
  body += section("API", document_items(view, List::llms_api));
  body += section("Optional", document_items(view, List::llms_optional));
  body.pop_back();  // the empty line after the last section
  return body;
}

}  // namespace agent_access::documents
