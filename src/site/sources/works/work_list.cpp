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
#include "site/sources/works/work_object.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

using ReadOne = std::function<void(ForeignObject&, const std::string& year)>;

/// The list that an object holds under a usual name; empty if there is none.
std::string list_name(const bj::object& object) {
  for (const auto& name : words_in("message items references publications works papers articles entries", ' ')) {
    const auto* const inner = object.if_contains(name);
    if (inner != nullptr && inner->is_structured()) return name;
  }
  return {};
}

/// A year that a list is about, by its name or the `year` beside it; else that of the list around it.
std::string year_of_list(const bj::object& object, std::string_view name, const std::string& around) {
  const auto* const year = object.if_contains("year");
  const auto beside = year == nullptr    ? std::string()
                      : year->is_int64() ? std::to_string(year->get_int64())
                                         : std::string(json::text_at(object, "year"));
  for (const auto& text : {std::string(name), beside}) {
    if (text.size() == 4 && content::is_date(text)) return text;
  }
  return around;
}

/// `year`: of the list around the value; empty if it is not known.
void each_work(const bj::value& value, const std::string& place, const std::string& year,
               std::vector<SourceNote>& notes, const ReadOne& read) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.get_array().size(); ++i) {
      each_work(value.get_array()[i], json::place_of_item(place, i), year, notes, read);
    }
    return;
  }
  const auto read_one = [&](ForeignObject& item) { read(item, year); };
  if (!value.is_object() || is_work(value.get_object())) return each_object(value, place, notes, read_one);
  const auto& object = value.get_object();
  const auto usual = list_name(object);
  if (usual.empty() && !has_works(value)) return each_object(value, place, notes, read_one);
  for (const auto& member : object) {
    const std::string_view name = member.key();
    if (usual.empty() ? !has_works(member.value()) : name != usual) continue;
    each_work(member.value(), json::place_of_member(place, name), year_of_list(object, name, year), notes, read);
  }
}

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
  each_work(document.value, {}, {}, out.notes, [&](ForeignObject& item, const std::string& year) {
    auto work = out.works.size() < kMostWorks ? read_work(item) : std::nullopt;
    if (others == OtherMembers::ignored) item.ignore_others();
    if (!work) return;
    if (work->date.empty() && work->status.empty()) work->date = year;
    lines.emplace(item.place(), 0);
    places.push_back(item.place());
    out.works.push_back(std::move(*work));
  });
  for (const auto& note : out.notes) lines.emplace(note.place, 0);
  find_lines(document, lines);
  for (auto& note : out.notes) note.line = lines.at(note.place);
  for (std::size_t i = 0; i < places.size(); ++i) out.works[i].line = lines.at(places[i]);
  return finished(std::move(out), document.foreign_line);
}

}  // namespace agent_access::sources
