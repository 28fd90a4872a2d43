#include "site/documents/json_ld.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/content/pages.hpp"
#include "site/content/works.hpp"
#include "site/documents/schema_org.hpp"
#include "site/documents/work_json_ld.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

constexpr std::size_t kMostReferences = 10;

void add_career(bj::object& person, const HostView& view) {
  const content::Owner& owner = view.content.site.owner;
  const auto& cv = view.content.site.cv;
  add_member(person, "jobTitle", owner.job_title);
  add_thing(person, "worksFor", "Organization", owner.works_for);
  add_thing(person, "homeLocation", "Place", owner.location);
  if (!cv) return;
  bj::array schools;
  for (const auto& education : cv->education) {
    bj::object school = thing("CollegeOrUniversity", education.institution);
    add_member(school, "url", view.address(education.url));
    schools.push_back(std::move(school));
  }
  if (!schools.empty()) person["alumniOf"] = std::move(schools);
  bj::array awards;
  for (const auto& award : cv->awards) awards.emplace_back(award.name);
  if (!awards.empty()) person["award"] = std::move(awards);
  bj::array languages;
  for (const auto& spoken : cv->languages) languages.push_back(thing("Language", spoken.language));
  if (!languages.empty()) person["knowsLanguage"] = std::move(languages);
}

bj::object owner_object(const HostView& view) {
  const content::Site& site = view.content.site;
  const bool is_person = site.owner.kind == content::OwnerKind::person;
  bj::object owner = {{"@type", is_person ? "Person" : "Organization"},
                      {"@id", view.url(is_person ? "/#person" : "/#organization")},
                      {"name", site.owner.name}};
  if (view.settings.has_pages) owner["url"] = view.url("/");
  add_member(owner, "description", site.owner.summary);
  add_member(owner, "email", site.contact.email);
  if (is_person) {
    add_career(owner, view);
  } else {
    add_thing(owner, "parentOrganization", "Organization", site.owner.works_for);
    add_thing(owner, "location", "Place", site.owner.location);
  }
  add_member(owner, "knowsAbout", site.owner.knows_about);
  add_member(owner, "sameAs", site.owner.same_as);
  return owner;
}

/// The time by which the latest works are chosen; one that is to appear is the latest.
std::string order_of(const content::Project& work) { return work.date; }
std::string order_of(const content::Publication& work) {
  return work.date.empty() && !work.status.empty() ? "~" : work.date;
}

/// What refers to a work: its type, name and address. The work itself is described on its page.
template <class Work>
bj::object reference_to(const HostView& view, const Work& work) {
  bj::object object = thing(type_of(work), work.title);
  const std::string path = path_of(view.settings, work);
  const std::string address = path.empty() ? view.address(content::address_of(work)) : view.url(path);
  add_member(object, "@id", address);
  add_member(object, "url", address);
  return object;
}

bj::array latest_works(const HostView& view) {
  const auto& publications = view.content.site.publications;
  const auto& projects = view.content.site.projects;
  std::vector<std::pair<std::string, std::size_t>> works;  // publications, then projects
  for (const auto& work : publications) works.emplace_back(order_of(work), works.size());
  for (const auto& work : projects) works.emplace_back(order_of(work), works.size());
  std::ranges::stable_sort(works, std::ranges::greater(), &std::pair<std::string, std::size_t>::first);
  bj::array latest;
  for (const auto& [time, number] : works | std::views::take(kMostReferences)) {
    latest.push_back(number < publications.size() ? reference_to(view, publications[number])
                                                  : reference_to(view, projects[number - publications.size()]));
  }
  return latest;
}

}  // namespace

bj::object web_site(const HostView& view, const std::string& base_url) {
  return {{"@type", "WebSite"},
          {"@id", base_url + "/#website"},
          {"url", base_url + "/"},
          {"name", view.content.site.title}};
}

bj::object json_ld(const HostView& view) {
  const content::Site& site = view.content.site;
  bj::object page = {{"@context", "https://schema.org"}, {"@type", "ProfilePage"}, {"@id", view.url("/#profilepage")}};
  if (view.settings.has_pages) page["url"] = view.url("/");
  page["name"] = site.title;
  add_member(page, "description", site.tagline.empty() ? site.owner.summary : site.tagline);
  page["inLanguage"] = site.language;
  add_member(page, "dateModified", site.updated);
  page["mainEntity"] = owner_object(view);
  if (view.settings.has_pages) {
    page["isPartOf"] = web_site(view, view.base_url());
    page["isPartOf"].as_object()["publisher"] = {{"@id", page.at("mainEntity").at("@id")}};
  }
  if (bj::array parts = latest_works(view); !parts.empty()) page["hasPart"] = std::move(parts);
  return page;
}

bj::array questions_json_ld(const content::Faq& faq) {
  bj::array questions;
  for (const auto& entry : faq.questions) {
    questions.push_back({{"@type", "Question"},
                         {"name", entry.question},
                         {"acceptedAnswer", {{"@type", "Answer"}, {"text", entry.answer}}}});
  }
  return questions;
}

}  // namespace agent_access::documents
