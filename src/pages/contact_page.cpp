#include "pages/contact_page.hpp"

#include "content/labels.hpp"
#include "documents/text_template.hpp"
#include "pages/layout.hpp"
#include "pages/markup/html.hpp"
#include "pages/markup/label_html.hpp"

namespace agent_access::pages {

namespace {

constexpr std::string_view kMain = R"(<header class="page-head">
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
</header>
{{ways}}<aside class="agent-box" aria-labelledby="contact-agents">
<h2 id="contact-agents">[[contact_agents]]</h2>
<p>[[contact_agents_text]]</p>
<p><a class="button" href="/agent-access">[[agent_title]]</a></p>
</aside>
)";

std::string email(const std::string& address) {
  const std::string url = safe_url("mailto:" + address);
  if (address.empty() || url.empty()) return {};
  return "<p class=\"email\"><a href=\"" + url + "\">" + render::escape_markup(address) + "</a></p>\n";
}

std::string channels(const std::vector<content::Link>& links, const content::Labels& labels) {
  if (links.empty()) return {};
  std::string out = "<h2>" + label_html(labels, "other_ways") + "</h2>\n<ul class=\"channels\">\n";
  for (const auto& link : links) {
    out += "<li>" + link_to(link.url, link.title) + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string ways(const content::Contact& contact, const content::Labels& labels) {
  const std::string note = contact.note.empty() ? contact.note : "<p>" + linked_text(contact.note) + "</p>\n";
  const std::string all = email(contact.email) + note + channels(contact.channels, labels);
  return all.empty() ? all : "<div class=\"contact\">\n" + all + "</div>\n";
}

}  // namespace

documents::Rendered render_contact(const documents::HostView& view, const content::Page& page) {
  const auto& site = view.content.site;
  const content::Labels labels(site);
  PageParts parts{page.path, page.path, page.title, page.summary, {}, {}};
  const std::string all_ways = ways(site.contact, labels);
  const std::string lead = all_ways.empty() ? label_html(labels, "contact_none") : render::escape_markup(page.summary);
  parts.main = documents::fill(with_labels(kMain, labels), {{"title", render::escape_markup(page.title)},
                                                            {"lead", lead},
                                                            {"ways", all_ways},
                                                            {"name", render::escape_markup(site.owner.name)}});
  parts.json_ld = web_page_ld(view, "ContactPage", parts);
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
