#include "site/documents/crawlers.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "site/agents/agent_table.hpp"
#include "site/content/pages.hpp"
#include "site/content/text_form.hpp"
#include "site/documents/settings_view.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

/// "search=yes, ai-train=no": the signals that are set.
std::string signals_of(const content::ContentSignals& signals) {
  std::string list;
  for (const auto& [name, value] : {std::pair{"search", &signals.search}, std::pair{"ai-input", &signals.input},
                                    std::pair{"ai-train", &signals.training}, std::pair{"use", &signals.use}}) {
    if (!value->empty()) list.append(list.empty() ? "" : ", ").append(name).append("=").append(*value);
  }
  return list;
}

/// "search=y, train-ai=n": the same in the vocabulary of AIPREF (draft-ietf-aipref-vocab-08), which has no `ai-input`.
std::string usage_of(const content::ContentSignals& signals) {
  std::string list;
  for (const auto& [name, value] : {std::pair{"search", &signals.search}, std::pair{"train-ai", &signals.training}}) {
    if (!value->empty()) list.append(list.empty() ? "" : ", ").append(name).append("=").append(1, value->front());
  }
  return list;
}

/// `date` may be a month or a year (W3C-DTF).
templates::View entry(const std::string& address, std::string_view date) {
  templates::View values;
  values.set("address", templates::escape_markup(address));
  values.set_optional("date", content::is_date(date) ? date : std::string_view());
  return values;
}

}  // namespace

// The table of agents says which crawlers and fetchers of AI services are named, because some of them and some scanners
// search for their names. They are in the same group as "*", so that being listed neither allows nor forbids anything.
// An empty rule forbids nothing (RFC 9309 section 2.2.2); "Allow: /" would override a "Disallow: /" that a CDN adds
// before it for one of these names.
std::string render_robots(const HostView& view) {
  std::vector<templates::View> named;
  for (const auto& agent : agents::AgentTable::built_in().rows()) {
    if (agent.is_in_robots) named.push_back(templates::View().set("name", agent.name));
  }
  templates::View values = settings_view(view);
  values.set("agents", std::move(named));
  values.set_optional("signals", signals_of(view.settings.signals));
  values.set_optional("usage", usage_of(view.settings.signals));
  return templates::filled("site/robots.txt", values);
}

std::string render_sitemap(const HostView& view) {
  const content::Site& site = view.content.site;
  const std::string& updated = site.updated.empty() ? view.content.faq.updated : site.updated;
  // A work was there on its date at the earliest; a page of it can be newer, which only `updated` says.
  const auto time_of = [&](const auto& work) { return updated.empty() ? work.date : updated; };
  std::vector<templates::View> entries;
  for (const auto& page : pages_of(view.settings, view.content)) {
    entries.push_back(entry(view.url(page.path), page.slug == "faq" && !view.content.faq.updated.empty()
                                                     ? view.content.faq.updated
                                                     : updated));
  }
  for (const auto& work : site.publications) {
    entries.push_back(entry(view.url(path_of(view.settings, work)), time_of(work)));
  }
  for (const auto& work : site.projects) {
    entries.push_back(entry(view.url(path_of(view.settings, work)), time_of(work)));
  }
  return templates::filled("site/sitemap.xml", templates::View().set("entries", std::move(entries)));
}

}  // namespace agent_access::documents
