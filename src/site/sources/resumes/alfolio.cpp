#include "site/sources/resumes/alfolio.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/sources/resumes/basics.hpp"
#include "site/sources/resumes/cv_builder.hpp"
#include "site/sources/resumes/entry_label.hpp"
#include "site/sources/resumes/section_titles.hpp"
#include "site/sources/texts/foreign_json.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// Rows that are profiles.
constexpr std::string_view kProfiles =
    "github|gitlab|linkedin|orcid|twitter|x|bluesky|mastodon|google scholar|scholar|researchgate|stackoverflow|youtube";

/// "X" of "X (Twitter)".
std::string_view row_name(const bj::object& row) {
  const auto name = json::text_at(row, "name");
  return base::trim_white_space(name.substr(0, name.find('(')));
}

bool is_about_owner(const bj::object& section) {
  const auto rows = json::objects_at(section, "contents");
  return json::text_at(section, "type") == "map" &&
         std::ranges::any_of(rows, [](const bj::object* row) { return member_of_label(row_name(*row)) == "name"; });
}

/// One section of the CV, with its place.
class SectionReader {
 public:
  SectionReader(Imported& out, CvBuilder& cv, std::span<const std::string> with) : out_(out), cv_(cv), with_(with) {}

  void read(ForeignObject& section) {
    section.ignore("type");
    title_ = section.text("title");
    list_ = list_of_title(title_);
    if (title_.empty()) return section.note({}, "has no title; left out");
    if (cv_.withholds(list_)) {
      return section.leave_out("contents", std::string(kWithheld), NoteKind::expected);
    }
    section.each("contents", [&](ForeignObject& entry) { add(entry); });
  }

  /// Rows of a map as members of `basics`.
  void read_owner(ForeignObject& section) {
    section.ignore("title type");
    bj::object basics;
    section.each("contents", [&](ForeignObject& row) { add_row(row, basics); });
    ForeignObject owner(basics, json::place_of_member(section.place(), "contents"), out_.notes);
    read_basics(owner, out_.site, with_);
  }

 private:
  void add(ForeignObject& entry) {
    const auto* const items = entry.value("items");
    // Several entries of one time: {"year": 2016, "items": ["A", "B"]}.
    if (items == nullptr || !items->is_array() || entry.value("title name label") != nullptr) {
      return cv_.add(entry, list_, title_);
    }
    entry.each("items", [&](ForeignObject& item) {
      bj::object with_year = item.object();
      if (const auto* const year = entry.value("year")) with_year.emplace("year", *year);
      ForeignObject whole(with_year, item.place(), out_.notes);
      cv_.add(whole, list_, title_);
      whole.finish();
      item.ignore_others();
    });
    static_cast<void>(entry.value("year"));
  }

  void add_row(ForeignObject& row, bj::object& basics) {
    row.ignore("name");
    const auto name = row_name(row.object());
    const auto key = base::lower_case(name);
    const auto* const value = row.value("value");
    if (value == nullptr) return;
    if (const auto own = member_of_label(name); !own.empty() && basics.emplace(own, *value).second) return;
    if (has_word(kProfiles, key, '|')) {
      const auto text = row.text("value");
      const bool is_url = text.contains("://") || text.contains('/');
      append(basics, "profiles", bj::object{{"network", name}, {is_url ? "url" : "username", text}});
    } else if (list_of_title(name) == CvList::languages) {
      for (const auto& language : row.words("value")) {
        const bj::object entry{{"name", language}};
        ForeignObject in(entry, row.place(), out_.notes, true);
        cv_.add(in, CvList::languages, name);
      }
    } else {
      row.note({}, json::quoted_name(name) + " has no place in site.json; left out", NoteKind::expected);
    }
  }

  Imported& out_;
  CvBuilder& cv_;
  std::span<const std::string> with_;
  std::string title_;
  CvList list_ = CvList::others;
};

}  // namespace

bool is_alfolio_cv(const bj::value& document) {
  const auto is_section = [](const bj::value& item) {
    return item.is_object() && item.get_object().contains("title") && item.get_object().contains("contents");
  };
  return document.is_array() && !document.get_array().empty() && std::ranges::all_of(document.get_array(), is_section);
}

Imported read_alfolio_cv(const bj::value& document, std::span<const std::string> with) {
  Imported result;
  CvBuilder cv(result, with);
  SectionReader reader(result, cv, with);
  each_object(document, {}, result.notes, [&](ForeignObject& section) {
    is_about_owner(section.object()) ? reader.read_owner(section) : reader.read(section);
  });
  cv.finish();
  return result;
}

}  // namespace agent_access::sources
