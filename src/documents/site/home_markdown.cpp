#include "documents/site/home_markdown.hpp"

#include <string_view>

#include "documents/gated_resources.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/text_template.hpp"
#include "oauth/types.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

std::string list_section(std::string_view heading, const std::string& items) {
  if (items.empty()) return {};
  return std::string("## ").append(heading).append("\n\n").append(items).append("\n");
}

}  // namespace

std::string render_home_markdown(const HostView& view) {
  const content::Site& site = view.content.site;
  std::string body = "# " + render::markdown_text(site.title) + "\n\n";
  if (!site.tagline.empty()) body += "> " + render::markdown_text(site.tagline) + "\n\n";
  if (!site.owner.summary.empty()) body += render::markdown_text(site.owner.summary) + "\n\n";
  body += paragraphs(site.owner.about);
  body += list_section("Pages", page_items(view));
  body += list_section("Publications", publication_items(view));
  body += list_section("Projects", project_items(view));
  body += "## For agents\n\n" + fill(document_items(view, List::home_markdown),
                                     {{"profile_path", oauth::kProfilePath}, {"scope", oauth::kScope}});
  return body += gated_items(view);
}

}  // namespace agent_access::documents
