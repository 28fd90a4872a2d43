#include "site/pages/content_pages.hpp"

#include <string>
#include <vector>

#include "base/text.hpp"
#include "site/content/view.hpp"
#include "site/documents/json_ld.hpp"

namespace agent_access::pages {
namespace {

using documents::Rendered;
using templates::View;

/// How to reach the owner, on paper.
std::string printed_contact(const PageWriter& writer) {
  const auto& contact = writer.site().contact;
  std::vector<std::string> ways = {contact.email};
  for (const auto& channel : contact.channels) ways.push_back(writer.host().address(channel.url));
  ways.push_back(writer.host().base_url());
  std::erase(ways, std::string());
  return base::joined(ways, " · ");
}

View& set_head(View& view, const content::Page& page) {
  return view.set("title", page.title).set("is_foreign", page.is_foreign).set("summary", page.summary);
}

}  // namespace

Rendered render_cv(PageWriter& writer, const content::Page& page) {
  const content::Cv& cv = writer.site().cv.value();
  const auto view = content::cv_view(cv, writer.html())
                        .set("title", page.title)
                        .set("is_foreign", page.is_foreign)
                        .set("name", writer.site().owner.name)
                        .set("contact", printed_contact(writer));
  PageParts parts{page.path, page.path, page.title, cv.summary.empty() ? page.summary : cv.summary};
  parts.main = writer.fill("cv.html", view);
  parts.json_ld = documents::json_ld(writer.host());
  parts.og_type = "profile";
  return writer.page(parts);
}

Rendered render_contact(PageWriter& writer, const content::Page& page) {
  View view;
  content::set_contact(view, writer.site().contact, writer.html());
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("contact.html", set_head(view, page));
  parts.json_ld = writer.web_page_ld("ContactPage", parts);
  return writer.page(parts);
}

Rendered render_faq(PageWriter& writer, const content::Page& page) {
  const auto& faq = writer.host().content.faq;
  View view;
  content::set_questions(view, faq, writer.html());
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("faq.html", set_head(view, page));
  parts.json_ld = writer.web_page_ld("FAQPage", parts);
  parts.json_ld["mainEntity"] = documents::questions_json_ld(faq);
  return writer.page(parts);
}

}  // namespace agent_access::pages
