#include "pages/agent_access_page.hpp"

#include "content/tools.hpp"
#include "documents/text_template.hpp"
#include "pages/assets.hpp"
#include "pages/html.hpp"
#include "pages/layout.hpp"

namespace agent_access::pages {

namespace {

constexpr std::string_view kHead =
    "<link rel=\"alternate\" type=\"text/markdown\" href=\"/auth.md\" title=\"Agent access as Markdown\">\n"
    "<script type=\"module\" src=\"/assets/agent-access.js\"></script>\n";

std::string tools() {
  std::string out;
  for (const auto& tool : content::browser_tools()) {
    out += "<div><dt><code>" + escape_markup(tool.name) + "</code>" +
           (tool.is_gated ? " <span class=\"badge\">needs a token</span>" : "") + "</dt><dd>" +
           escape_markup(tool.description) + "</dd></div>\n";
  }
  return out;
}

}  // namespace

documents::Rendered render_agent_access(const documents::HostView& view, const content::Page& page) {
  PageParts parts{page.path, page.path, page.title, page.summary, {}, {}};
  parts.main = documents::fill(asset("agent-access.html"), {{"base_url", escape_markup(view.base_url())},
                                                            {"name", escape_markup(view.content.site.owner.name)},
                                                            {"tools", tools()}});
  parts.json_ld = web_page_ld(view, "TechArticle", parts);
  parts.head = kHead;
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
