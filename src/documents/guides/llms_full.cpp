#include "documents/guides/llms_full.hpp"

#include "documents/browser_tools.hpp"
#include "documents/guides/auth_md.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/paths.hpp"
#include "documents/site/content_markdown.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

std::string render_llms_full(const HostView& view) {
  const content::Site& site = view.content.site;
  std::string body = "# " + render::markdown_text(site.title) + ": full text\n\n> Everything that agents need from " +
                     view.base_url() + " in one file.";
  if (!site.updated.empty()) body += " Last updated: " + render::markdown_text(site.updated) + ".";
  body += "\n\n" + about_section(view) + contact_section(view) + cv_section(view) + publications_section(view) +
          projects_section(view) + faq_section(view);
  body += "## Agent Access API\n\n" + render::with_deeper_headings(auth_sections(view));
  body += "\n## Endpoints\n\n" + endpoint_table(view);
  body += "\n## Browser tools (WebMCP)\n\nThe pages register these tools; they are not HTTP endpoints. Definitions: " +
          view.url(kMcpManifestPath) + "\n\n" + tool_list();
  if (view.settings.mcp.is_enabled) {
    body += "\n## MCP endpoint\n\nThe same tools over MCP (Streamable HTTP): " + view.url(kMcpPath) + "\n";
  }
  return body;
}

}  // namespace agent_access::documents
