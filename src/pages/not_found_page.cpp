#include "pages/not_found_page.hpp"

#include "content/labels.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "pages/assets.hpp"
#include "pages/layout.hpp"
#include "pages/markup/label_html.hpp"

namespace agent_access::pages {

documents::Rendered render_not_found(const documents::HostView& view) {
  const content::Labels labels(view.content.site);
  PageParts parts{std::string(documents::kNotFoundPath),      {}, std::string(labels.text("not_found_title")),
                  std::string(labels.text("not_found_text")), {}, {}};
  parts.address = PageAddress::none;
  parts.main = documents::fill(
      with_labels(asset("not-found.html"), labels),
      {{"llms", R"(<a href="/llms.txt">llms.txt</a>)"}, {"openapi", R"(<a href="/openapi.json">openapi.json</a>)"}});
  parts.json_ld = {{"@context", "https://schema.org"}, {"@type", "WebPage"}, {"name", parts.title}};
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
