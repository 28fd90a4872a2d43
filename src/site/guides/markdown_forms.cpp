#include "site/guides/markdown_forms.hpp"

#include <utility>

#include "json/json_text.hpp"
#include "site/content/text_form.hpp"
#include "site/content/view.hpp"
#include "site/content/work_view.hpp"
#include "site/content/works.hpp"
#include "site/documents/settings_view.hpp"
#include "site/guides/error_list.hpp"
#include "site/guides/guide_view.hpp"
#include "site/guides/labels_view.hpp"
#include "site/guides/tool_list.hpp"
#include "site/guides/work_lists.hpp"

namespace agent_access::documents {
namespace {

using templates::View;

/// Of works on the home page, in bytes; the rest is on pages of its own.
constexpr std::size_t kLongestHomeList = 6000;

constexpr WorkTemplates kLists = {"site/publication-list.md", "site/project-list.md"};

/// The values that every form may name.
View shared_view(const HostView& view, const Markdown& markdown) {
  return settings_view(view)
      .set("label", labels_view(view, markdown))
      .set("steps_url", markdown.address(markdown.page("/agent-access")));
}

}  // namespace

MarkdownForms::MarkdownForms(const HostView& view)
    : view_(view),
      markdown_(view, content::Labels(view.content.site), Markdown::Dates::in_words),
      templates_("site/", shared_view(view, markdown_)) {}

View MarkdownForms::values_of(const content::Page& page) const {
  const content::Site& site = view_.content.site;
  if (page.slug == "agent-access") {
    return guide_view(view_)
        .set_optional("summary", markdown_.prose(site.profile_summary))
        .set("errors", error_views(view_, markdown_))
        .set("tools", tool_views(markdown_));
  }
  View values;
  if (page.slug == "publications" || page.slug == "projects") set_works(values, view_, markdown_, kLists);
  if (page.slug == "cv") {
    values = content::cv_view(*site.cv, markdown_);
    values.set("heading", "##").set("to", "–");
    content::set_text(values, "name", site.owner.name);
  }
  if (page.slug == "faq") content::set_questions(values, view_.content.faq, markdown_);
  if (page.slug == "contact") content::set_contact(values, site.contact, markdown_);
  return values;
}

std::string MarkdownForms::home() {
  const content::Site& site = view_.content.site;
  View values = guide_view(view_);
  content::set_owner(values, site, markdown_);
  set_works(values, view_, markdown_, kLists, kLongestHomeList);
  set_gated(values, view_);
  values.set("title", site.owner.name.empty() ? site.title : site.owner.name)
      .set("pages", page_views(view_, markdown_));
  const std::string& description = site.owner.summary.empty() ? site.tagline : site.owner.summary;
  return with_front_matter(site.title, description, site.updated, templates_.fill("home.md", values));
}

std::string MarkdownForms::of(const content::Page& page) {
  if (page.slug == "home") return home();
  View values = values_of(page);
  values.set("title", page.title);
  if (page.slug != "cv" && page.slug != "agent-access") content::set_text(values, "summary", page.summary);
  const content::Date& updated = page.slug == "faq" ? view_.content.faq.updated : view_.content.site.updated;
  return with_front_matter(page.title, page.summary, updated, templates_.fill(page.slug + ".md", values));
}

template <class Work>
std::string MarkdownForms::of_work(const Work& work, bool is_publication) {
  View values = content::work_view(work, path_of(view_.settings, work), markdown_);
  values.set("is_publication", is_publication);
  const std::string description = content::description_of(work);
  return with_front_matter(work.title, description.empty() ? work.title : description, view_.content.site.updated,
                           templates_.fill("work.md", values));
}

std::string MarkdownForms::of(const content::Publication& work) { return of_work(work, true); }
std::string MarkdownForms::of(const content::Project& work) { return of_work(work, false); }

std::string MarkdownForms::with_front_matter(std::string_view title, std::string_view description,
                                             const content::Date& updated, const std::string& body) {
  const View values = View()
                          .set("title", json::json_string(title))
                          .set("description", json::json_string(description))
                          .set_optional("updated", content::is_date(updated) ? updated : content::Date());
  return templates_.fill("front-matter.md", values) + body;
}

}  // namespace agent_access::documents
