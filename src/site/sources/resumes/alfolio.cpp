#include "site/sources/resumes/alfolio.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

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

/// What an entry lists.
constexpr std::string_view kItems = "items list contents";
constexpr std::string_view kNames = "title name label";

/// Words of levels of languages, in the form of folded_words().
constexpr std::string_view kLevels =
    "a1 a2 b1 b2 c1 c2 advanced basic basics beginner bilingual conversational elementary fluent full good "
    "intermediate knowledge language level limited mother native near proficiency proficient professional speaker "
    "tongue very bilingue courant courante debutant fliessend fließend fluente fluido grundkenntnisse gut gute "
    "intermedio kenntnisse langue lengua lingua madre madrelingua materna maternelle moedertaal muttersprache "
    "muttersprachler natif nativo sehr verhandlungssicher vloeiend working 母语 流利";

/// "Native", "C1", "Full professional proficiency".
bool is_level(std::string_view text) {
  const auto words = words_in(folded_words(text), ' ');
  return !words.empty() && std::ranges::all_of(words, [](const auto& word) { return has_word(kLevels, word); });
}

/// "Journal articles", "2020".
bool is_title_of_works(std::string_view title) {
  const auto words = words_in(folded_words(title), ' ');
  return read_period(title) ||
         std::ranges::any_of(words, [](const auto& word) { return list_of_title(word) == CvList::publications; });
}

/// Whether most of several texts have a year. Of one work the authors and the journal are such texts, too.
bool are_works(std::span<const std::string> texts) {
  constexpr std::size_t kYearDigits = 4;
  const auto dated = std::ranges::count_if(texts, [](std::string_view text) {
    return !std::ranges::search_n(text, kYearDigits, true, {}, base::is_digit).empty();
  });
  return dated > 1 && 2 * static_cast<std::size_t>(dated) > texts.size();
}

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
    if (title_.empty()) {
      section.ignore_others();
      return section.note({}, "has no title; left out");
    }
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
  void add(ForeignObject& entry) { is_group(entry.object()) ? add_group(entry) : cv_.add(entry, list_, title_); }

  /// Whether it has several entries, of one time, {"year": 2016, "items": ["A", "B"]}, or below one title: entries of
  /// awards, languages and publications have no texts of their own.
  [[nodiscard]] bool is_group(const bj::object& entry) const {
    const bool has_entries = list_ == CvList::awards || list_ == CvList::languages || list_ == CvList::publications;
    const auto is_list = [&](const std::string& name) { return json::array_at(entry, name) != nullptr; };
    if (std::ranges::none_of(words_in(kItems, ' '), is_list)) return false;
    const bool has_title = std::ranges::any_of(words_in(kNames, ' '), [&](const std::string& name) {
      const auto* const value = entry.if_contains(name);
      return value != nullptr && !value->is_null();
    });
    const bool has_others = entry.size() > (has_title || entry.contains("year") ? 2U : 1U);
    return has_title ? has_entries && !has_others && !tells_of_title(entry) : !has_others || is_list("items");
  }

  /// Whether the items are no entries: levels of the language, authors and journal of the work that the title names.
  [[nodiscard]] bool tells_of_title(const bj::object& entry) const {
    std::string title;
    for (const auto& name : words_in(kNames, ' ')) title += json::text_at(entry, name);
    std::vector<std::string> texts;
    for (const auto& name : words_in(kItems, ' '))
      std::ranges::move(json::texts_at(entry, name), std::back_inserter(texts));
    if (title.empty() || texts.empty()) return false;
    if (list_ == CvList::languages) return std::ranges::any_of(texts, is_level);
    return list_ == CvList::publications && !is_title_of_works(title) && !are_works(texts);
  }

  /// The title of awards stands before each: they may be what one was given for.
  void add_group(ForeignObject& group) {
    const auto title = group.text(kNames);
    const bool is_year = read_period(title).has_value();
    const bool is_named = list_ == CvList::awards && !is_year && !title.empty();
    if (!is_year && !is_named) group.leave_out(kNames, std::string(kNoPlace), NoteKind::expected);
    const auto* const year = group.value(is_year ? kNames : "year");
    group.each(kItems, [&](ForeignObject& item) {
      auto entry = item.object();
      if (const auto name = item.text(kNames); is_named) entry["title"] = title + (name.empty() ? "" : ": " + name);
      if (year != nullptr) entry.emplace("year", *year);
      ForeignObject whole(entry, item.place(), out_.notes, item.is_text());
      cv_.add(whole, list_, title_);
      whole.finish();
      item.ignore_others();
    });
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
  const auto* const list = document.if_array();
  const auto has = [](const bj::value& item, std::string_view name) {
    return item.is_object() && item.get_object().contains(name);
  };
  const auto is_section = [&](const bj::value& item) { return has(item, "title") && has(item, "contents"); };
  // One that lacks a member is left out with a note.
  const auto is_like_one = [&](const bj::value& item) {
    return is_section(item) || (has(item, "type") && (has(item, "title") || has(item, "contents")));
  };
  return list != nullptr && std::ranges::any_of(*list, is_section) && std::ranges::all_of(*list, is_like_one);
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
