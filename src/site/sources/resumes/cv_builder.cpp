#include "site/sources/resumes/cv_builder.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/sources/resumes/entry_label.hpp"
#include "site/sources/resumes/section_titles.hpp"
#include "site/sources/works/work_object.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using enum Form;

constexpr std::string_view kStart = "startDate start from start_date";
constexpr std::string_view kEnd = "endDate end until end_date";
/// A time in one text, or a single date.
constexpr std::string_view kTime = "date releaseDate year years dates period time";
constexpr std::string_view kUrl = "url website link";

constexpr auto kPosition =
    std::to_array<MemberRow>({{"title", text, "position title role jobTitle label bullet number reversed_number"},
                              {"organisation", text, "name company organization organisation employer institution"},
                              {"from", start, kStart},
                              {"until", last, kEnd},
                              {"location", text, "location"},
                              {"url", url, kUrl},
                              {"summary", prose, "description maindescription"},
                              {"summary", prose, "summary"},
                              {"text", list, "highlights achievements responsibilities details items contents"},
                              {"text", line, "keywords technologies"}});
constexpr auto kEducation = std::to_array<MemberRow>({{"degree", text, "studyType degree title"},
                                                      {"degree", text, "area field major"},
                                                      {"institution", text, "institution school university name"},
                                                      {"from", start, kStart},
                                                      {"date", last, kEnd},
                                                      {"url", url, kUrl},
                                                      {"text", list, "location"},
                                                      {"text", list, "score gpa", "", "Score: "},
                                                      {"text", list, "summary description maindescription"},
                                                      {"text", list, "courses highlights"},
                                                      {"text", list, "details items contents"}});
constexpr auto kAward = std::to_array<MemberRow>({{"name", text, "title name label bullet number reversed_number"},
                                                  {"name", text, "awarder issuer institution details"},
                                                  {"name", text, "description"},
                                                  {"date", last, kEnd},
                                                  {"date", start, kStart},
                                                  {kNoPlace, left_out, "summary"},
                                                  {kNoPlace, left_out, "url"}});
constexpr auto kLanguage =
    std::to_array<MemberRow>({{"language", text, "language name title label"},
                              {"level", text, "fluency level summary details value items list contents"}});
/// A certificate, an interest, somebody to ask.
constexpr auto kNamed = std::to_array<MemberRow>({{"title", text, "name title label bullet number reversed_number"},
                                                  {"organisation", text, "issuer authority institution organization"},
                                                  {"until", start, kStart},
                                                  {"url", url, kUrl},
                                                  {"text", line, "keywords"},
                                                  {"text", list, "reference summary description details value"},
                                                  {"text", list, "highlights items contents list"}});
constexpr auto kOther = std::to_array<MemberRow>(
    {{"title", text, "title position role name label degree area bullet number reversed_number event course"},
     {"organisation", text, "institution company organization organisation issuer awarder venue"},
     {"from", start, kStart},
     {"until", last, kEnd},
     {"url", url, kUrl},
     {"location", text, "location"},
     {"summary", prose, "description maindescription summary"},
     {"text", list, "highlights items contents list"},
     {"text", list, "details value"},
     {"text", line, "keywords"}});
constexpr auto kSkill = std::to_array<MemberRow>({{"area", text, "name category area title label"},
                                                  {"level", text, "level"},
                                                  {"items", words, "keywords items skills contents"},
                                                  {"items", list, "details value bullet description"}});
constexpr auto kProject = std::to_array<MemberRow>({{"title", text, "name title label bullet"},
                                                    {"date", start, kStart},
                                                    {"until", last, kEnd},
                                                    {"summary", list, "description maindescription summary details"},
                                                    {"text", list, "highlights items contents list"},
                                                    {"text", list, "institution company organization"},
                                                    {"text", list, "location"},
                                                    {"url", url, kUrl},
                                                    {"repository", url, "repository github source"},
                                                    {"language", text, "language primaryLanguage"},
                                                    {"topics", words, "keywords technologies languages"},
                                                    {kNoPlace, left_out, "roles"},
                                                    {kNoPlace, left_out, "entity"},
                                                    {kNoPlace, left_out, "type"}});

/// How the entries of a list become items of the CV.
struct ListRows {
  CvList list;
  std::span<const MemberRow> rows;
  std::string_view own;     ///< the list of the CV; empty: a section
  std::string_view needed;  ///< members that each item there must have
};
constexpr auto kLists = std::to_array<ListRows>({{CvList::positions, kPosition, "positions", "organisation title from"},
                                                 {CvList::education, kEducation, "education", "degree institution"},
                                                 {CvList::skills, kSkill, "", ""},
                                                 {CvList::languages, kLanguage, "languages", "language"},
                                                 {CvList::awards, kAward, "awards", "name"},
                                                 {CvList::certificates, kNamed, "", ""},
                                                 {CvList::interests, kNamed, "", ""},
                                                 {CvList::references, kNamed, "", ""},
                                                 {CvList::projects, kProject, "", ""},
                                                 {CvList::publications, kOther, "", ""},
                                                 {CvList::others, kOther, "", ""}});
static_assert(base::is_complete(kLists, &ListRows::list));

/// Sets the ends of an item that has no members of its own for them. What ends at one date has only that. In RenderCV
/// the one text stands instead of the two ends.
void set_time(ForeignObject& in, bj::object& item, CvList list) {
  const auto given = in.text(kTime);
  const bool is_instead = in.value("date") != nullptr && in.value("start_date end_date") != nullptr;
  const bool has_end = item.contains("until") || item.contains("date");
  if (given.empty() || (has_end && !is_instead)) return;
  const auto period = read_period(given);
  if (!period) return in.leave_out(kTime, json::quoted_name(given) + " is not a time; left out");
  for (const auto* name : {"from", "until", "date"}) {
    if (is_instead) item.erase(name);
  }
  const bool is_span = period->from != period->until;
  const bool has_start = item.contains("from");
  if (list == CvList::awards || list == CvList::projects) {
    set_text(item, "date", month_of_day(period->from));
    if (list == CvList::projects && is_span) set_text(item, "until", month_of_day(period->until));
    return;
  }
  if ((is_span || list == CvList::positions) && !has_start) set_text(item, "from", month_of_day(period->from));
  set_text(item, list == CvList::education ? "date" : "until", month_of_day(period->until));
}

/// Removes an end that is before the start, by the parts that both have.
void check_period(ForeignObject& in, bj::object& item) {
  const std::string from(json::text_at(item, item.contains("from") ? "from" : "date"));
  for (const auto* name : {"until", "date"}) {
    const std::string end(json::text_at(item, name));
    const auto size = std::min(from.size(), end.size());
    if (end.empty() || end.substr(0, size) >= from.substr(0, size)) continue;
    in.note("endDate", end + " is before the start; left out");
    item.erase(name);
  }
}

/// A description that is a list stays one.
void keep_description(ForeignObject& in, bj::object& item) {
  const auto* const given = in.value("description");
  if (given == nullptr || !given->is_array() || !item.contains("summary")) return;
  auto texts = in.paragraphs("description");
  std::ranges::move(json::texts_at(item, "text"), std::back_inserter(texts));
  set_texts(item, "text", texts);
  item.erase("summary");
  set_text(item, "summary", in.text("summary"));
}

/// Of "Hush (https://hush.example)", which a link was, the address becomes that of the item.
void take_address(bj::object& item) {
  for (const auto* name : {"title", "organisation", "degree", "institution"}) {
    const auto given = json::text_at(item, name);
    const auto begin = given.rfind(" (http");
    if (begin == std::string_view::npos || !given.ends_with(')') || item.contains("url")) continue;
    const auto address = absolute_url(given.substr(begin + 2, given.size() - begin - 3));
    const std::string text(given.substr(0, begin));
    if (!address || text.empty()) continue;
    item["url"] = *address;
    item[name] = text;
  }
}

/// "English (native)", "English - native" as a language and its level.
void split_level(bj::object& item) {
  const std::string whole(json::text_at(item, "language"));
  if (item.contains("level")) return;
  for (const std::string_view mark : {" — ", " – ", " - ", ": ", " ("}) {
    const auto at = whole.find(mark);
    if (at == std::string::npos || at == 0) continue;
    auto level = whole.substr(at + mark.size());
    if (mark == " (" && level.ends_with(')')) level.pop_back();
    item["language"] = whole.substr(0, at);
    return set_text(item, "level", level);
  }
}

/// Whether an entry beside references is something else: it has a time or authors, and no e-mail address.
bool is_no_reference(const bj::object& entry) {
  constexpr std::array kOfWorks = {kStart, kEnd, kTime, std::string_view("authors journal doi")};
  const auto has = [&](std::string_view names) {
    return std::ranges::any_of(words_in(names, ' '), [&](const auto& name) { return entry.contains(name); });
  };
  return std::ranges::any_of(kOfWorks, has) && !bj::serialize(entry).contains('@') && !has("email phone");
}

/// The private part that an entry of the list is in a section with this title; empty if it is none.
std::string_view private_part_in(const bj::object& entry, CvList list, std::string_view title) {
  constexpr std::array kWithNames = {CvList::positions,    CvList::skills,   CvList::awards,
                                     CvList::certificates, CvList::projects, CvList::publications};
  if (list != CvList::references && names_references(title) && !is_no_reference(entry)) return "references";
  const auto part = private_part(entry);
  // A work or a skill may be called "Born" or "Street".
  const bool may_be_name = part == "birthday" || part == "street";
  return may_be_name && std::ranges::find(kWithNames, list) != kWithNames.end() ? std::string_view() : part;
}

}  // namespace

bool CvBuilder::withholds(CvList list) const {
  return list == CvList::references && std::ranges::find(with_, "references") == with_.end();
}

void CvBuilder::add(ForeignObject& in, CvList list, std::string_view title) {
  const auto part = private_part_in(in.object(), list, title);
  if (!part.empty() && std::ranges::find(with_, part) == with_.end()) {
    in.ignore_others();
    return in.note({}, withheld(part), NoteKind::expected);
  }
  // Of "Mobile: 123" the name would no longer say that it is private.
  const bool is_line = !in.line().empty() && member_of_label(in.object().begin()->key()).empty();
  if (is_line) return in.as_line([&](ForeignObject& line) { add(line, list, title); });
  if (list == CvList::skills) return add_skill(in, title);
  if (list == CvList::projects) return add_project(in);
  if (list == CvList::publications) {
    if (const auto work = read_work(in)) publications_.add(*work, in.place());
    return;
  }
  const auto& [key, rows, own, needed] = kLists.at(static_cast<std::size_t>(list));
  auto item = read_rows(in, rows);
  set_time(in, item, list);
  check_period(in, item);
  keep_description(in, item);
  if (list == CvList::languages && in.is_text()) split_level(item);
  if (list != CvList::awards) take_address(item);
  if (own.empty()) return add_to_section(in, std::move(item), title);
  for (const auto& name : words_in(needed, ' ')) {
    if (item.contains(name)) continue;
    if (name == needed) return in.note({}, "has no " + name + "; left out");
    in.note({}, "has no " + (name == "from" ? "start" : name) + "; it stands in the section \"" + std::string(title) +
                    "\" of the CV");
    return add_to_section(in, std::move(item), title);
  }
  append(cv_, own, std::move(item));
}

void CvBuilder::add_to_section(ForeignObject& in, bj::object item, std::string_view title) {
  bj::object result;
  std::vector<std::string> text;
  for (const auto* name : {"location", "summary"}) base::add_once(text, take_text(item, name));
  std::ranges::move(json::texts_at(item, "text"), std::back_inserter(text));
  for (const auto* name : {"title", "degree", "organisation", "institution", "language", "name"}) {
    const auto value = take_text(item, name);
    set_text(result, result.contains("title") ? "organization" : "title", value);
  }
  if (result.empty() && !text.empty()) {
    result["title"] = text.front();
    text.erase(text.begin());
  }
  if (result.empty()) return in.note({}, "has no name; left out");
  set_text(result, "from", take_text(item, "from"));
  const auto date = take_text(item, "date");
  set_text(result, "until", date.empty() ? take_text(item, "until") : date);
  set_text(result, "url", take_text(item, "url"));
  set_texts(result, "text", text);
  append(sections_, title, std::move(result));
}

void CvBuilder::add_skill(ForeignObject& in, std::string_view title) {
  auto skill = read_rows(in, kSkill);
  auto name = take_text(skill, "area");
  const auto level = take_text(skill, "level");
  if (name.empty() && skill.empty()) return in.note({}, "has no name; left out");
  if (!level.empty() && !name.empty()) name += " (" + level + ")";
  if (skill.empty()) return append(areas_, title, bj::value(name));
  append(cv_, "skills", bj::object{{"area", name.empty() ? title : name}, {"items", std::move(skill["items"])}});
}

void CvBuilder::add_project(ForeignObject& in) {
  auto project = read_rows(in, kProject);
  if (!project.contains("title")) return in.note({}, "has no name; left out");
  set_time(in, project, CvList::projects);
  check_period(in, project);
  take_address(project);
  keep_first(project, "summary", "text");
  if (const auto url = take_text(project, "url"); url.starts_with("https://github.com/")) {
    project.emplace("repository", url);
    if (url != json::text_at(project, "repository")) project["url"] = url;
  } else {
    set_text(project, "url", url);
  }
  append(out_.site, "projects", std::move(project));
}

void CvBuilder::finish() {
  for (auto& area : areas_) {
    append(cv_, "skills", bj::object{{"area", area.key()}, {"items", std::move(area.value())}});
  }
  for (auto& section : sections_) {
    append(cv_, "sections", bj::object{{"title", section.key()}, {"items", std::move(section.value())}});
  }
  if (!cv_.empty()) out_.site["cv"] = std::move(cv_);
}

}  // namespace agent_access::sources
