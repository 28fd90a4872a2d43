#include "documents/metadata/ai_catalog.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "documents/paths.hpp"
#include "json/pretty_json.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// The publisher in the URNs of the catalog: the canonical host without its port; an IPv6 address with hyphens.
std::string publisher_of(const HostView& view) {
  std::string_view host = view.settings.base_urls.front().text();
  host.remove_prefix(host.find("://") + 3);
  const bool is_ipv6 = host.starts_with('[');
  host = is_ipv6 ? host.substr(1, host.find(']') - 1) : host.substr(0, host.find(':'));
  std::string publisher(host);
  for (char& c : publisher) {
    if (c == ':') c = '-';
  }
  return publisher;
}

bj::object entry_of(const HostView& view, const std::string& publisher, const Listed& listed) {
  const auto& [document, artefact] = listed;
  return {{"identifier", "urn:air:" + publisher + ":" + std::string(artefact.name)},
          {"displayName", view.content.site.title + " - " + std::string(artefact.title)},
          {"description", artefact.text},
          {"type", artefact.type},
          {"url", view.url(document.path)}};
}

}  // namespace

std::string render_ai_catalog(const HostView& view) {
  const std::string publisher = publisher_of(view);
  bj::array entries;
  for (const auto& artefact : listed_in(view.published, List::ai_catalog)) {
    entries.push_back(entry_of(view, publisher, artefact));
  }
  const bj::object document = {{"specVersion", "1.0"},
                               {"host", bj::object{{"displayName", view.content.site.title},
                                                   {"identifier", publisher},
                                                   {"documentationUrl", view.url(kAgentsMdPath)}}},
                               {"entries", std::move(entries)}};
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
