#include "site/sources/works/work_list.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "json/members.hpp"
#include "json/place.hpp"
#include "json/reader.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/works/work_object.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// Of the page that shows the lists.
constexpr std::string_view kOfPage = "layout permalink title description year";

using ReadOne = std::function<void(ForeignObject&, const std::string& year)>;

/// The list that an object holds under a usual name; empty if there is none.
std::string list_name(const bj::object& object) {
  for (const auto& name : words_in("message items references publications works papers articles entries", ' ')) {
    const auto* const inner = object.if_contains(name);
    if (inner != nullptr && inner->is_structured()) return name;
  }
  return {};
}

bool is_year(std::string_view text) { return text.size() == 4 && content::is_date(text); }

/// A year that a list is about, by its name or the `year` beside it; else that of the list around it.
std::string year_of_list(const bj::object& object, std::string_view name, const std::string& around) {
  const auto* const year = object.if_contains("year");
  const auto beside = year == nullptr    ? std::string()
                      : year->is_int64() ? std::to_string(year->get_int64())
                                         : std::string(json::text_at(object, "year"));
  for (const auto& text : {std::string(name), beside}) {
    if (is_year(text)) return text;
  }
  return around;
}

/// Finds the works in a document.
class WorkFinder {
 public:
  WorkFinder(std::vector<SourceNote>& notes, OtherMembers others, const ReadOne& read)
      : notes_(notes), others_(others), read_(read) {}

  /// `year`: of the list around the value; empty if it is not known.
  void find(const bj::value& value, const std::string& place, const std::string& year) {
    if (value.is_array()) {
      for (std::size_t i = 0; i < value.get_array().size(); ++i) {
        find(value.get_array()[i], json::place_of_item(place, i), year);
      }
      return;
    }
    const bool is_list = value.is_object() && !is_work(value.get_object()) &&
                         (!list_name(value.get_object()).empty() || has_lists(value.get_object()));
    if (is_list) return find_in_members(value.get_object(), place, year);
    each_object(value, place, notes_, [&](ForeignObject& item) { read_(item, year); });
  }

 private:
  /// What stands below a year are works, though they may have nothing but titles.
  static bool is_list_of_works(const bj::key_value_pair& member) {
    return member.value().is_structured() && (is_year(member.key()) || has_works(member.value()));
  }
  static bool has_lists(const bj::object& object) { return std::ranges::any_of(object, is_list_of_works); }

  void find_in_members(const bj::object& object, const std::string& place, const std::string& year) {
    const auto usual = list_name(object);
    const auto expected = place.empty() ? kOfPage : "year";
    for (const auto& member : object) {
      const std::string_view name = member.key();
      const auto inner = json::place_of_member(place, name);
      if (name == usual || is_list_of_works(member)) {
        find(member.value(), inner, year_of_list(object, name, year));
      } else if (others_ == OtherMembers::noted && !has_word(expected, name) && !is_absent(member.value())) {
        note_other(member.value(), inner);
      }
    }
  }

  void note_other(const bj::value& value, const std::string& place) {
    if (value.is_structured()) {
      return add_note(notes_, {.place = place, .sentence = "has no works, each with a title and authors; left out"});
    }
    add_note(notes_, {.place = place, .sentence = std::string(kNoPlace), .kind = NoteKind::expected});
  }

  std::vector<SourceNote>& notes_;
  OtherMembers others_;
  const ReadOne& read_;
};

/// What a service for metadata says about its own record.
constexpr std::string_view kOfRecord =
    "alternative-id assertion aliases content-created content-domain content-updated created deposited indexed "
    "is-referenced-by-count isbn-type issn-type journal-issue member prefix published-online published-other "
    "published-print reference reference-count references-count relation resource score source update-policy "
    "update-to";

}  // namespace

bool has_works(const bj::value& value) {
  if (value.is_array()) return std::ranges::any_of(value.get_array(), has_works);
  if (!value.is_object()) return false;
  const auto& object = value.get_object();
  const auto has = [](const bj::key_value_pair& member) { return has_works(member.value()); };
  return is_work(object) || std::ranges::any_of(object, has);
}

base::Result<Bibliography, std::string> read_work_list(const ForeignDocument& document, OtherMembers others) {
  Bibliography out;
  json::Lines lines;
  std::vector<std::string> places;
  const ReadOne read = [&](ForeignObject& item, const std::string& year) {
    auto work = out.works.size() < kMostWorks ? read_work(item) : std::nullopt;
    if (others == OtherMembers::without_record) item.ignore(kOfRecord);
    if (!work) return;
    if (work->date.empty() && work->status.empty()) work->date = year;
    lines.emplace(item.place(), 0);
    places.push_back(item.place());
    out.works.push_back(std::move(*work));
  };
  WorkFinder(out.notes, others, read).find(document.value, {}, {});
  for (const auto& note : out.notes) lines.emplace(note.place, 0);
  find_lines(document, lines);
  for (auto& note : out.notes) note.line = lines.at(note.place);
  for (std::size_t i = 0; i < places.size(); ++i) out.works[i].line = lines.at(places[i]);
  return finished(std::move(out), document.foreign_line);
}

}  // namespace agent_access::sources
