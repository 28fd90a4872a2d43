#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.hpp"
#include "json/json_text.hpp"
#include "site/content/pages.hpp"
#include "site/content/works.hpp"
#include "site/documents/markdown_parts.hpp"
#include "site/documents/metadata.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using templates::View;

/// The values of an entry of any list; what it does not have is left out afterwards.
struct ResumeItem {
  std::string_view title;
  std::string_view organization = {};
  content::Date from = {};
  content::Date until = {};
  std::string url = {};
  std::string_view text = {};
  std::vector<std::string> points = {};
};

/// JSON Resume knows the years 1000 to 2999.
std::string resume_date(const content::Date& date) { return date >= "1" && date < "3" ? date : content::Date(); }

View resume_view(const ResumeItem& item) {
  return View()
      .set("title", item.title)
      .set("organization", item.organization)
      .set("from", resume_date(item.from))
      .set("until", resume_date(item.until))
      .set("url", item.url)
      .set("text", item.text)
      .set("points", text_views(item.points));
}

/// Whether the value has no content, without its own members and elements that have none.
bool remove_empty(bj::value& value) {
  if (auto* const object = value.if_object()) {
    for (auto* member = object->begin(); member != object->end();) {
      member = remove_empty(member->value()) ? object->stable_erase(member) : member + 1;
    }
    return object->empty();
  }
  if (auto* const array = value.if_array()) {
    for (auto* item = array->begin(); item != array->end();) item = remove_empty(*item) ? array->erase(item) : item + 1;
    return array->empty();
  }
  return value.is_string() && value.get_string().empty();
}

/// Each entry of a list of the CV.
template <class Entries, class Make>
std::vector<View> views_of(const Entries& entries, Make make) {
  std::vector<View> views;
  for (const auto& entry : entries) views.push_back(resume_view(make(entry)));
  return views;
}

/// What is elsewhere about the owner: a network is named by its link, or by its host.
std::vector<View> profiles(const HostView& view) {
  std::vector<View> views;
  const auto add = [&views](std::string_view network, std::string_view url) {
    views.push_back(View().set("network", network).set("url", url));
  };
  for (const auto& url : view.content.site.owner.same_as) {
    const std::string_view rest = std::string_view(url).substr(url.find("://") + 3);
    const std::string_view host = rest.substr(0, rest.find_first_of(":/?#"));
    add(host.starts_with("www.") ? host.substr(4) : host, url);
  }
  for (const auto& link : view.content.site.links) add(link.title, view.address(link.url));
  return views;
}

/// A section of the CV is one of the two lists that JSON Resume has beside those of the CV, or else its entries are
/// projects, whose type is its title.
void set_sections(View& values, const HostView& view, const content::Cv& cv) {
  std::vector<View> volunteer;
  std::vector<View> certificates;
  std::vector<View> projects;
  for (const auto& project : view.content.site.projects) {
    const auto& address = project.url.empty() ? project.repository : project.url;
    projects.push_back(
        resume_view(
            {.title = project.title, .until = project.date, .url = view.address(address), .text = project.summary})
            .set("type", "")
            .set("topics", text_views(project.topics)));
  }
  for (const auto& section : cv.sections) {
    const std::string title = base::lower_case(section.title);
    for (const auto& entry : section.items) {
      View item = resume_view(
          {entry.title, entry.organization, entry.from, entry.until, view.address(entry.url), {}, entry.text});
      item.set("type", section.title).set("topics", std::vector<View>());
      auto& list = title == "volunteering" ? volunteer : title == "certificates" ? certificates : projects;
      list.push_back(std::move(item));
    }
  }
  values.set("volunteer", volunteer).set("certificates", certificates).set("projects", projects);
}

void set_cv(View& values, const HostView& view, const content::Cv& cv) {
  std::vector<View> positions;
  for (const auto& entry : cv.positions) {
    positions.push_back(resume_view({entry.title, entry.organisation, entry.from, entry.until, view.address(entry.url),
                                     entry.summary, entry.text})
                            .set("place", entry.location));
  }
  values.set("positions", positions)
      .set("education", views_of(cv.education,
                                 [&view](const content::Education& entry) {
                                   return ResumeItem{entry.degree, entry.institution,       entry.from,
                                                     entry.date,   view.address(entry.url), {},
                                                     entry.text};
                                 }))
      .set("awards",
           views_of(cv.awards,
                    [](const content::Award& award) { return ResumeItem{.title = award.name, .from = award.date}; }))
      .set("skills", views_of(cv.skills,
                              [](const content::SkillArea& skill) {
                                return ResumeItem{.title = skill.area, .points = skill.items};
                              }))
      .set("languages", views_of(cv.languages, [](const content::SpokenLanguage& spoken) {
             return ResumeItem{.title = spoken.language, .text = spoken.level};
           }));
  set_sections(values, view, cv);
}

ResumeItem published_work(const HostView& view, const content::Publication& work) {
  const std::string page = path_of(view.settings, work);
  std::string url = work.url.empty() ? content::doi_url(work) : view.address(work.url);
  if (url.empty() && !page.empty()) url = view.url(page);
  return {.title = work.title, .organization = work.venue, .from = work.date, .url = url, .text = work.summary};
}

}  // namespace

std::string render_resume(const HostView& view) {
  const content::Site& site = view.content.site;
  const content::Cv cv = site.cv.value_or(content::Cv());
  View values;
  values.set("base_url", view.base_url())
      .set("name", site.owner.name)
      .set("job_title", site.owner.job_title)
      .set("image", site.design.portrait.empty() ? std::string() : view.url(site.design.portrait))
      .set("email", site.contact.email)
      .set("home", view.url("/"))
      .set("summary", cv.summary.empty() ? site.owner.summary : cv.summary)
      .set("location", site.owner.location)
      .set("profiles", profiles(view))
      .set("publications",
           views_of(site.publications, [&view](const auto& work) { return published_work(view, work); }))
      .set("interests", text_views(site.owner.knows_about))
      .set("updated", site.updated);
  set_cv(values, view, cv);
  bj::value resume = templates::filled_object("metadata/resume.json", values);
  remove_empty(resume);
  return json::pretty_json(resume.as_object());
}

}  // namespace agent_access::documents
