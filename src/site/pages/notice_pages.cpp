#include "site/pages/notice_pages.hpp"

#include <string>
#include <vector>

#include "site/documents/paths.hpp"

namespace agent_access::pages {

using documents::Rendered;
using templates::View;

Rendered render_not_found(PageWriter& writer) {
  PageParts parts{std::string(documents::kNotFoundPath),
                  {},
                  std::string(writer.labels().text("not_found_title")),
                  std::string(writer.labels().text("not_found_text"))};
  parts.address = PageAddress::none;
  parts.main = writer.fill("not-found.html", View());
  parts.json_ld = {{"@context", "https://schema.org"}, {"@type", "WebPage"}, {"name", parts.title}};
  return writer.page(parts);
}

Rendered render_problems(const documents::HostView& view) {
  PageWriter writer(view);
  const std::string title = "A file has a mistake";
  PageParts parts{std::string(documents::kNotFoundPath), {}, title, title};
  parts.address = PageAddress::none;
  std::vector<View> problems;
  for (const auto& problem : view.settings.preview.problems) problems.push_back(View().set("text", problem));
  parts.main = writer.fill("problems.html", View().set("problems", std::move(problems)));
  return writer.page(parts);
}

}  // namespace agent_access::pages
