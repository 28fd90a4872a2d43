#include "site/sources/resumes/rendercv.hpp"

#include <algorithm>
#include <boost/json/value.hpp>
#include <string_view>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/sources/resumes/basics.hpp"
#include "site/sources/resumes/cv_builder.hpp"
#include "site/sources/resumes/section_titles.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// What the members of an entry say about it, whatever the section is called.
CvList list_of_entry(const ForeignObject& entry, CvList of_title) {
  const auto has = [&](std::string_view names) {
    return std::ranges::any_of(words_in(names, ' '), [&](const auto& name) { return entry.object().contains(name); });
  };
  if (of_title != CvList::others) return of_title;
  if (has("title") && has("authors journal doi")) return CvList::publications;
  if (has("institution") && has("area degree studyType")) return CvList::education;
  return CvList::others;
}

bool is_about_owner(std::string_view title) {
  return has_word("about|about me|introduction|objective|profile|statement|summary|welcome", base::lower_case(title),
                  '|');
}

/// Texts of a section "Summary" are about the owner.
void add_summary(const bj::value& entries, const std::string& place, Imported& out) {
  each_object(entries, place, out.notes, [&](ForeignObject& entry) {
    const auto text = base::joined(entry.paragraphs("name bullet summary text details"), " ");
    auto& owner = out.site["owner"];
    if (!owner.is_object()) owner.emplace_object();
    if (text.empty()) return;
    if (json::text_at(owner.get_object(), "summary").empty()) {
      owner.get_object()["summary"] = text;
    } else {
      append(owner.get_object(), "about", bj::value(text));
    }
  });
}

}  // namespace

Imported read_rendercv(const bj::object& document, std::span<const std::string> with) {
  Imported result;
  ForeignObject in(document, {}, result.notes);
  // How the CV looks, and of RenderCV itself.
  in.ignore("design locale locale_catalog rendercv_settings settings");
  CvBuilder cv(result, with);
  in.each("cv", [&](ForeignObject& owner) {
    read_basics(owner, result.site, with);
    const auto* const sections = owner.value("sections");
    if (sections == nullptr || !sections->is_object())
      return owner.leave_out("sections", "expected an object; left out");
    for (const auto& section : sections->get_object()) {
      const auto place = json::place_of_member("cv.sections", section.key());
      const auto title = shown_title(section.key());
      const auto list = list_of_title(section.key());
      if (is_about_owner(title)) {
        add_summary(section.value(), place, result);
      } else if (cv.withholds(list)) {
        add_note(result.notes, {.place = place, .sentence = std::string(kWithheld), .kind = NoteKind::expected});
      } else {
        each_object(section.value(), place, result.notes,
                    [&](ForeignObject& entry) { cv.add(entry, list_of_entry(entry, list), title); });
      }
    }
  });
  cv.finish();
  in.finish();
  return result;
}

}  // namespace agent_access::sources
