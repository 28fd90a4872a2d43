#include "site/documents/site_data.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/json_text.hpp"
#include "json/members.hpp"
#include "site/content/pages.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/json_ld.hpp"
#include "site/documents/paths.hpp"
#include "site/documents/settings_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

/// Whether the member is generated, so that one of the owner's file is ignored.
bool is_generated(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 4> kGenerated = {"mainEntity", "hasPart", "pages", "resources"};
  return name.starts_with('@') || std::ranges::find(kGenerated, name) != kGenerated.end();
}

/// The objects of the works in the owner's file, found by slug, or by title if they have no slug there.
class Sources {
 public:
  explicit Sources(const bj::value* works) {
    const auto* array = works == nullptr ? nullptr : works->if_array();
    if (array == nullptr) return;
    for (const auto& element : *array) {
      const auto* object = element.if_object();
      if (object == nullptr) continue;
      const bool has_slug = object->contains("slug");
      if (const auto name = json::find_text(*object, has_slug ? "slug" : "title")) {
        (has_slug ? by_slug_ : by_title_).emplace(*name, object);
      }
    }
  }

  template <class Work>
  [[nodiscard]] bj::object of(const Work& work) const {
    if (const auto found = by_slug_.find(work.slug); found != by_slug_.end()) return *found->second;
    if (const auto found = by_title_.find(work.title); found != by_title_.end()) return *found->second;
    return {{"title", work.title}, {"summary", work.summary}};
  }

 private:
  using Index = std::unordered_map<std::string_view, const bj::object*>;
  Index by_slug_;
  Index by_title_;
};

/// The venue that the loader made of other members.
void add_derived(bj::object& object, const content::Publication& work) {
  if (!work.venue.empty()) object["venue"] = work.venue;
}
void add_derived(bj::object& /*object*/, const content::Project& /*work*/) {}

template <class Work>
bj::array works_of(const HostView& view, const bj::value* source, const std::vector<Work>& works) {
  const Sources sources(source);
  bj::array array;
  for (const auto& work : works) {
    bj::object object = sources.of(work);
    add_derived(object, work);
    object["slug"] = work.slug;
    if (const auto path = path_of(view.settings, work); !path.empty()) object["page"] = view.url(path);
    array.push_back(std::move(object));
  }
  return array;
}

/// Where the published data has addresses: members of objects, which may be in lists.
constexpr auto kAddressPlaces = std::to_array<std::string_view>(
    {"links.url", "contact.channels.url", "publications.url", "publications.links.url", "projects.url",
     "projects.repository", "cv.positions.url", "cv.education.url", "cv.sections.items.url"});

/// The paths of this site's files at `place` become URLs of the host.
void resolve_addresses(bj::object& object, std::string_view place, const HostView& view) {
  const std::string_view name = place.substr(0, place.find('.'));
  auto* const member = object.if_contains(name);
  if (member == nullptr) return;
  place.remove_prefix(std::min(name.size() + 1, place.size()));
  if (auto* const inner = member->if_object()) resolve_addresses(*inner, place, view);
  if (auto* const text = member->if_string(); text != nullptr && place.empty() && text->starts_with('/')) {
    *text = view.address(std::string(*text));
  }
  auto* const items = member->if_array();
  if (items == nullptr) return;
  for (auto& item : *items) {
    if (auto* const inner = item.if_object()) resolve_addresses(*inner, place, view);
  }
}

void add_owner_members(bj::object& document, const HostView& view) {
  const content::Site& site = view.content.site;
  document["title"] = site.title;
  document["language"] = site.language;
  document["owner"] = bj::object{{"name", site.owner.name}};
  for (const auto& [name, value] : site.source) {
    const bool is_of_profile = name == "profile_summary";
    if (is_generated(name) || (is_of_profile && !view.settings.has_profile)) continue;
    const bool is_replaced = name == "publications" || name == "projects";
    document[name] = is_replaced ? bj::value() : value;
  }
  document["publications"] = works_of(view, site.source.if_contains("publications"), site.publications);
  document["projects"] = works_of(view, site.source.if_contains("projects"), site.projects);
  for (const auto place : kAddressPlaces) resolve_addresses(document, place, view);
}

bj::array page_list(const HostView& view) {
  bj::array list;
  for (const auto& page : pages_of(view.settings, view.content)) {
    list.push_back(bj::object{
        {"slug", page.slug}, {"title", page.title}, {"url", view.url(page.path)}, {"summary", page.summary}});
  }
  return list;
}

/// What a token opens besides the profile; a generated member, there if documents or gates are declared.
bj::array gated_list(const HostView& view) {
  bj::array list;
  for (const auto& resource : gated_resources(view.settings)) {
    list.push_back(bj::object{{"title", resource.title},
                              {"url", view.url(resource.path)},
                              {"scope", resource.scope},
                              {"description", resource.description}});
  }
  return list;
}

}  // namespace

std::string render_site_data(const HostView& view) {
  bj::object document = json_ld(view);
  add_owner_members(document, view);
  document["pages"] = page_list(view);
  document["resources"] = templates::filled_object("metadata/site-resources.json", settings_view(view));
  if (bj::array gated = gated_list(view); !gated.empty()) document["gatedResources"] = std::move(gated);
  return json::pretty_json(document);
}

std::string render_faq_document(const HostView& view) {
  const content::Faq& faq = view.content.faq;
  bj::object document = {{"@context", "https://schema.org"},
                         {"@type", "FAQPage"},
                         {"@id", view.url(kFaqPath)},
                         {"url", view.url(view.settings.has_pages && !faq.questions.empty() ? "/faq" : kFaqPath)},
                         {"name", view.content.site.title + " - FAQ"},
                         {"inLanguage", view.content.site.language}};
  if (!faq.updated.empty()) document["dateModified"] = faq.updated;
  if (faq.is_about_access) document["about"] = bj::object{{"@type", "Thing"}, {"name", "Access of software agents"}};
  bj::array pairs;
  for (const auto& question : faq.questions) {
    pairs.push_back(bj::object{{"question", question.question}, {"answer", question.answer}});
  }
  document["mainEntity"] = questions_json_ld(faq);
  document["faqs"] = std::move(pairs);
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
