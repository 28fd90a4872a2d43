// The pages with little of their own: contact, FAQ, access for agents, unknown paths.
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "content/tools.hpp"
#include "documents/paths.hpp"
#include "pages/html.hpp"
#include "pages/renderers.hpp"

namespace agent_access::pages {

namespace {

namespace bj = boost::json;
using documents::Rendered;
using render::View;

/// The labels that the script of the page for agents shows begin with it.
constexpr std::string_view kScriptPrefix = "script_";

std::vector<View> questions(const content::Faq& faq) {
  std::vector<View> items;
  for (const auto& entry : faq.questions) {
    items.push_back(View()
                        .set("is_first", items.empty())
                        .set("number", std::to_string(items.size() + 1))
                        .set("question", entry.question)
                        .set("answer", linked_text(entry.answer)));
  }
  return items;
}

bj::array questions_ld(const content::Faq& faq) {
  bj::array entities;
  for (const auto& entry : faq.questions) {
    entities.push_back({{"@type", "Question"},
                        {"name", entry.question},
                        {"acceptedAnswer", {{"@type", "Answer"}, {"text", entry.answer}}}});
  }
  return entities;
}

std::vector<View> tools() {
  std::vector<View> items;
  for (const auto& tool : content::browser_tools()) {
    items.push_back(View().set("name", tool.name).set("is_gated", tool.is_gated).set("description", tool.description));
  }
  return items;
}

bool is_english(std::string_view language) { return base::lower_case(language.substr(0, language.find('-'))) == "en"; }

/// {"received": "The profile was received. …", …}
std::string script_labels(const content::Labels& labels) {
  bj::object texts;
  for (const auto& name : content::label_names()) {
    if (name.starts_with(kScriptPrefix)) texts[name.substr(kScriptPrefix.size())] = labels.text(name);
  }
  return script_json(texts);
}

}  // namespace

Rendered render_contact(PageWriter& writer, const content::Page& page) {
  const auto& contact = writer.site().contact;
  const bool has_email = !contact.email.empty() && !safe_url("mailto:" + contact.email).empty();
  std::vector<std::string> channels;
  for (const auto& link : contact.channels) channels.push_back(link_to(link.url, link.title));
  auto view = View()
                  .set("title", page.title)
                  .set("summary", page.summary)
                  .set("has_ways", has_email || !contact.note.empty() || !channels.empty())
                  .set_optional("email", has_email ? contact.email : std::string())
                  .set_optional("note", linked_text(contact.note));
  set_items(view, "channels", items_of("html", channels));
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("contact.html", view);
  parts.json_ld = writer.web_page_ld("ContactPage", parts);
  return writer.page(parts);
}

Rendered render_faq(PageWriter& writer, const content::Page& page) {
  const auto& faq = writer.host().content.faq;
  const auto view = View()
                        .set("summary", page.summary)
                        .set("questions", questions(faq))
                        .set_optional("updated", updated_html(writer.labels(), faq.updated));
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("faq.html", view);
  parts.json_ld = writer.web_page_ld("FAQPage", parts);
  parts.json_ld["mainEntity"] = questions_ld(faq);
  return writer.page(parts);
}

Rendered render_agent_access(PageWriter& writer, const content::Page& page) {
  const auto view = View()
                        .set("base_url", writer.host().base_url())
                        .set_optional("profile_summary", linked_text(writer.site().profile_summary))
                        // The descriptions of the tools are those that agents get, in English.
                        .set("is_translated", !is_english(writer.site().language))
                        .set("labels_language", writer.labels().language())
                        .set("tools", tools());
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("agent-access.html", view);
  parts.json_ld = writer.web_page_ld("TechArticle", parts);
  parts.script_labels = script_labels(writer.labels());
  return writer.page(parts);
}

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

}  // namespace agent_access::pages
