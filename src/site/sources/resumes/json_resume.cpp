#include "site/sources/resumes/json_resume.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/works/csl.hpp"
#include "site/sources/works/publications.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using enum Form;
using With = std::span<const std::string>;

constexpr std::string_view kStart = "startDate start from";
constexpr std::string_view kEnd = "endDate end until";
constexpr std::string_view kUrl = "url website";

constexpr auto kOwner = std::to_array<MemberRow>(
    {{"name", text, "name"},
     {"name", prose, "firstName first_name"},
     {"name", prose, "lastName last_name"},
     {"job_title", text, "label headline title"},
     {"summary", list, "summary about description"},
     {"birthday", date, "birthday birthDate dateOfBirth birth", "birthday"},
     {"left out; put the file into public/ and name it in design.portrait", left_out, "image picture"}});
constexpr auto kContact =
    std::to_array<MemberRow>({{"email", email, "email"}, {"note", text, "phone tel", "phone", "Phone: "}});
constexpr auto kLocation = std::to_array<MemberRow>({{"street", text, "address street", "street"},
                                                     {"city", prose, "postalCode zip", "street"},
                                                     {"city", prose, "city"},
                                                     {"region", text, "region state"},
                                                     {"country", text, "countryCode country"}});
constexpr auto kProfile =
    std::to_array<MemberRow>({{"url", url, kUrl}, {"network", text, "network name"}, {"user", text, "username user"}});
constexpr auto kPosition = std::to_array<MemberRow>({{"title", text, "position title role jobTitle"},
                                                     {"organisation", text, "name company organization employer"},
                                                     {"from", month, kStart},
                                                     {"until", month, kEnd},
                                                     {"location", text, "location"},
                                                     {"url", url, kUrl},
                                                     {"summary", prose, "description"},
                                                     {"summary", prose, "summary"},
                                                     {"text", list, "highlights achievements responsibilities"},
                                                     {"text", line, "keywords technologies"}});
constexpr auto kEducation = std::to_array<MemberRow>({{"degree", text, "studyType degree"},
                                                      {"degree", text, "area field major"},
                                                      {"institution", text, "institution school university name"},
                                                      {"from", month, kStart},
                                                      {"date", month, kEnd},
                                                      {"date", month, "date releaseDate"},
                                                      {"url", url, kUrl},
                                                      {"text", list, "location"},
                                                      {"text", list, "score gpa", "", "Score: "},
                                                      {"text", list, "summary description"},
                                                      {"text", list, "courses highlights"}});
constexpr auto kAward = std::to_array<MemberRow>({{"name", text, "title name"},
                                                  {"name", text, "awarder issuer"},
                                                  {"date", month, "date releaseDate"},
                                                  {kNoPlace, left_out, "summary description"},
                                                  {kNoPlace, left_out, "url"}});
constexpr auto kLanguage =
    std::to_array<MemberRow>({{"language", text, "language name"}, {"level", text, "fluency level"}});
constexpr auto kCertificate = std::to_array<MemberRow>({{"title", text, "name title"},
                                                        {"organisation", text, "issuer authority"},
                                                        {"until", month, "date startDate"},
                                                        {"url", url, kUrl},
                                                        {"text", list, "summary"}});
constexpr auto kInterest = std::to_array<MemberRow>({{"title", text, "name"}, {"text", line, "keywords"}});
constexpr auto kReference = std::to_array<MemberRow>({{"title", text, "name"}, {"text", list, "reference summary"}});
constexpr auto kSkill = std::to_array<MemberRow>(
    {{"area", text, "name category area"}, {"level", text, "level"}, {"items", words, "keywords items skills"}});
constexpr auto kProject = std::to_array<MemberRow>({{"title", text, "name title"},
                                                    {"date", month, kEnd},
                                                    {"date", month, kStart},
                                                    {"summary", list, "description summary"},
                                                    {"text", list, "highlights"},
                                                    {"url", url, kUrl},
                                                    {"repository", url, "repository github source"},
                                                    {"language", text, "language primaryLanguage"},
                                                    {"topics", words, "keywords technologies languages"},
                                                    {kNoPlace, left_out, "roles"},
                                                    {kNoPlace, left_out, "entity"},
                                                    {kNoPlace, left_out, "type"}});

/// A list of the resume that becomes one of the CV.
struct List {
  std::string_view foreign;
  std::span<const MemberRow> rows;
  std::string_view own;           ///< the list of the CV; empty: always a section
  std::string_view needed;        ///< members that each item there must have
  std::string_view section = {};  ///< for items without them; empty: they are left out
};
constexpr auto kLists =
    std::to_array<List>({{"work employment", kPosition, "positions", "organisation title from", "Work"},
                         {"education", kEducation, "education", "degree institution", "Studies"},
                         {"languages", kLanguage, "languages", "language"},
                         {"awards", kAward, "awards", "name"},
                         {"volunteer volunteering", kPosition, "", "", "Volunteering"},
                         {"certificates certifications", kCertificate, "", "", "Certificates"},
                         {"interests hobbies", kInterest, "", "", "Interests"},
                         {"references", kReference, "", "", "References"}});

/// Removes a member. Empty if it is not a text.
std::string taken(bj::object& from, std::string_view name) {
  const std::string text(json::text_at(from, name));
  from.erase(name);
  return text;
}

/// Of a list only the first text, as a text; the others go to the beginning of the list `to`.
void keep_first(bj::object& object, std::string_view name, std::string_view to) {
  auto texts = json::texts_at(object, name);
  if (texts.empty()) return;
  object[name] = texts.front();
  texts.erase(texts.begin());
  std::ranges::move(json::texts_at(object, to), std::back_inserter(texts));
  set_texts(object, to, texts);
}

/// Removes an end that is before the start, by the parts that both have.
void check_period(ForeignObject& in, bj::object& item) {
  const auto from = json::text_at(item, "from");
  for (const auto* name : {"until", "date"}) {
    const std::string end(json::text_at(item, name));
    const auto size = std::min(from.size(), end.size());
    if (end.empty() || end.substr(0, size) >= from.substr(0, size)) continue;
    in.note("endDate", end + " is before the start; left out");
    item.erase(name);
  }
}

/// Notes an item that has nothing to name it.
void add_to_section(ForeignObject& in, bj::object item, bj::object& sections, std::string_view title) {
  bj::object result;
  std::vector<std::string> text;
  for (const auto* name : {"location", "summary"}) base::add_once(text, taken(item, name));
  std::ranges::move(json::texts_at(item, "text"), std::back_inserter(text));
  for (const auto* name : {"title", "degree", "organisation", "institution"}) {
    const auto value = taken(item, name);
    set_text(result, result.contains("title") ? "organization" : "title", value);
  }
  if (result.empty() && !text.empty()) {
    result["title"] = text.front();
    text.erase(text.begin());
  }
  if (result.empty()) return in.note({}, "has no name; left out");
  set_text(result, "from", taken(item, "from"));
  const auto date = taken(item, "date");
  set_text(result, "until", date.empty() ? taken(item, "until") : date);
  set_text(result, "url", taken(item, "url"));
  set_texts(result, "text", text);
  append(sections, title, std::move(result));
}

void read_item(ForeignObject& in, const List& list, bj::object& cv, bj::object& sections) {
  auto item = read_rows(in, list.rows);
  check_period(in, item);
  for (const auto& name : words_in(list.needed, ' ')) {
    if (item.contains(name)) continue;
    const auto what = "has no " + (name == "from" ? "start" : name);
    if (list.section.empty()) return in.note({}, what + "; left out");
    in.note({}, what + "; it stands in the section \"" + std::string(list.section) + "\" of the CV");
    return add_to_section(in, std::move(item), sections, list.section);
  }
  if (list.own.empty()) return add_to_section(in, std::move(item), sections, list.section);
  append(cv, list.own, std::move(item));
}

/// Skills without words of their own are gathered in one area.
void read_skill(ForeignObject& in, bj::object& cv, bj::array& single) {
  auto skill = read_rows(in, kSkill);
  auto name = taken(skill, "area");
  const auto level = taken(skill, "level");
  if (name.empty() && skill.empty()) return in.note({}, "has no name; left out");
  if (!level.empty() && !name.empty()) name += " (" + level + ")";
  if (skill.empty()) return static_cast<void>(single.emplace_back(name));
  append(cv, "skills", bj::object{{"area", name.empty() ? "Skills" : name}, {"items", std::move(skill["items"])}});
}

void read_profile(ForeignObject& in, bj::object& owner, bj::object& site) {
  constexpr auto kNetworks =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"github", "https://github.com/"},
                                                                    {"gitlab", "https://gitlab.com/"},
                                                                    {"linkedin", "https://www.linkedin.com/in/"},
                                                                    {"orcid", "https://orcid.org/"},
                                                                    {"twitter", "https://twitter.com/"},
                                                                    {"x", "https://x.com/"}});
  auto profile = read_rows(in, kProfile);
  const auto name = base::lower_case(json::text_at(profile, "network"));
  const auto* const network = std::ranges::find(kNetworks, name, [](const auto& each) { return each.first; });
  const std::string user(json::text_at(profile, "user"));
  auto address = taken(profile, "url");
  if (address.empty() && network != kNetworks.end() && !user.empty()) {
    address = absolute_url(std::string(network->second) + user).value_or("");
  }
  if (address.empty()) return in.note({}, "has no address; left out");
  append(owner, "same_as", bj::value(address));
  const auto title = json::text_at(profile, "network");
  append(site, "links", bj::object{{"title", title.empty() ? "Profile" : title}, {"url", address}});
}

void read_basics(ForeignObject& in, bj::object& site, With with) {
  auto owner = read_rows(in, kOwner, with);
  keep_first(owner, "summary", "about");
  auto contact = read_rows(in, kContact, with);
  const auto* const location = in.value("location address");
  if (location != nullptr && location->is_object()) {
    in.each("location address", [&](ForeignObject& place) {
      auto parts = read_rows(place, kLocation, with);
      std::vector<std::string> texts;
      for (const auto* name : {"street", "city", "region", "country"}) base::add_once(texts, taken(parts, name));
      set_text(owner, "location", base::joined(texts));
    });
  } else {
    set_text(owner, "location", in.text("location address"));
  }
  set_text(site, "tagline", json::text_at(owner, "job_title"));
  site["owner"] = nullptr;  // before the links
  const auto urls = in.urls(kUrl);
  if (!urls.empty()) append(site, "links", bj::object{{"title", "Website"}, {"url", urls.front()}});
  in.each("profiles", [&](ForeignObject& profile) { read_profile(profile, owner, site); });
  site["owner"] = std::move(owner);
  if (!contact.empty()) site["contact"] = std::move(contact);
}

void read_project(ForeignObject& in, bj::object& site) {
  auto project = read_rows(in, kProject);
  if (!project.contains("title")) return in.note({}, "has no name; left out");
  keep_first(project, "summary", "text");
  if (const auto url = taken(project, "url"); url.starts_with("https://github.com/")) {
    project.emplace("repository", url);
    if (url != json::text_at(project, "repository")) project["url"] = url;
  } else {
    set_text(project, "url", url);
  }
  append(site, "projects", std::move(project));
}

}  // namespace

Imported read_resume(const bj::object& resume, With with) {
  Imported result;
  ForeignObject in(resume, {}, result.notes);
  bj::object cv;
  bj::object sections;
  bj::array single;
  static_cast<void>(in.value("$schema meta"));
  in.each("basics", [&](ForeignObject& basics) { read_basics(basics, result.site, with); });
  for (const auto& list : kLists) {
    if (list.foreign == "references" && std::ranges::find(with, list.foreign) == with.end()) {
      in.leave_out(list.foreign, "left out; --with references publishes them");
    } else {
      in.each(list.foreign, [&](ForeignObject& item) { read_item(item, list, cv, sections); });
    }
  }
  in.each("skills", [&](ForeignObject& item) { read_skill(item, cv, single); });
  if (!single.empty()) append(cv, "skills", bj::object{{"area", "Skills"}, {"items", std::move(single)}});
  for (auto& section : sections) {
    append(cv, "sections", bj::object{{"title", section.key()}, {"items", std::move(section.value())}});
  }
  PublicationList publications(result.site, result.notes);
  in.each("publications", [&](ForeignObject& item) {
    if (auto work = read_work(item)) publications.add(*work, item.place());
  });
  in.each("projects", [&](ForeignObject& item) { read_project(item, result.site); });
  if (!cv.empty()) result.site["cv"] = std::move(cv);
  in.finish();
  return result;
}

}  // namespace agent_access::sources
