#include "site/guides/work_lists.hpp"

#include "site/content/pages.hpp"
#include "site/content/work_view.hpp"
#include "site/documents/paths.hpp"
#include "site/guides/bounded_list.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

/// `slug`: the page that has all of them.
template <class Works>
void set_list(templates::View& values, const std::string& slug, const HostView& view, const Works& works,
              const content::Markup& markup, std::string_view name, std::size_t most) {
  if (works.empty()) {
    values.set(slug, false);
    return;
  }
  BoundedList list(name, "works", most);
  for (const auto& work : works) {
    if (!list.add(content::listed_view(work, path_of(view.settings, work), markup))) break;
  }
  const content::Address all = view.settings.has_pages ? markup.page("/" + slug) : content::Address(kLlmsFullPath);
  values.set(slug, std::move(list).view(works.size()).set("all", templates::link_target(markup.address(all))));
}

}  // namespace

void set_works(templates::View& values, const HostView& view, const content::Markup& markup,
               const WorkTemplates& templates, std::size_t most) {
  const content::Site& site = view.content.site;
  set_list(values, "publications", view, site.publications, markup, templates.publications, most);
  set_list(values, "projects", view, site.projects, markup, templates.projects, most);
}

}  // namespace agent_access::documents
