#include "pages/contact_page.hpp"

#include "documents/text_template.hpp"
#include "pages/html.hpp"
#include "pages/layout.hpp"

namespace agent_access::pages {

namespace {

constexpr std::string_view kMain = R"(<header class="page-head">
<h1>Contact</h1>
<p class="lead">{{summary}}</p>
</header>
<div class="contact">
{{email}}{{note}}{{channels}}</div>
<aside class="agent-box" aria-labelledby="contact-agents">
<h2 id="contact-agents">For software agents</h2>
<p>The extended profile says what {{name}} is and is not open to hearing about from an agent. Reading it takes three
requests and needs no approval. Please read it before writing.</p>
<p><a class="button" href="/agent-access">Agent access</a></p>
</aside>
)";

std::string email(const std::string& address) {
  const std::string url = safe_url("mailto:" + address);
  if (address.empty() || url.empty()) return {};
  return "<p class=\"email\"><a href=\"" + url + "\">" + escape_markup(address) + "</a></p>\n";
}

std::string channels(const std::vector<content::Link>& links) {
  if (links.empty()) return {};
  std::string out = "<h2>Other ways</h2>\n<ul class=\"channels\">\n";
  for (const auto& link : links) {
    out += "<li>" + link_to(link.url, link.title) + "</li>\n";
  }
  return out + "</ul>\n";
}

}  // namespace

documents::Rendered render_contact(const documents::HostView& view, const content::Page& page) {
  const auto& site = view.content.site;
  const auto& contact = site.contact;
  const std::string note = contact.note.empty() ? contact.note : "<p>" + linked_text(contact.note) + "</p>\n";
  PageParts parts{page.path, page.path, page.title, page.summary, {}, {}};
  parts.main = documents::fill(kMain, {{"summary", escape_markup(page.summary)},
                                       {"email", email(contact.email)},
                                       {"note", note},
                                       {"channels", channels(contact.channels)},
                                       {"name", escape_markup(site.owner.name)}});
  parts.json_ld = web_page_ld(view, "ContactPage", parts);
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
