#include "site/sources/withheld_number.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "json/place.hpp"
#include "site/sources/resumes/entry_label.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

constexpr std::size_t kCompared = 7;
constexpr std::size_t kFewest = 5;

bool is_number(std::string_view member) {
  return member == "phone" || member == "tel" || member == "telephone" || member == "mobile";
}

/// The digits of the text, with a space where something stands between them that no number has.
std::string digits_in(std::string_view text) {
  constexpr std::string_view kSeparators = " +-./()\xC2\xA0";
  std::string digits;
  for (const char c : text) {
    if (base::is_digit(c)) {
      digits += c;
    } else if (!kSeparators.contains(c)) {
      digits += ' ';
    }
  }
  return digits;
}

/// Calls `visit` with each text that is published: its member, its place and itself.
class Texts {
 public:
  using Visit = std::function<void(std::string_view member, const std::string& place, std::string_view text)>;
  Texts(bool has_references, Visit visit) : has_references_(has_references), visit_(std::move(visit)) {}

  void walk(const bj::value& value, std::string_view name, const std::string& place) const {
    if (const auto* const object = value.if_object()) {
      // {"label": "Phone", "details": …}
      const bool is_labelled = private_part(*object) == "phone";
      for (const auto& [inner, member] : *object) {
        const bool is_value = is_labelled && (inner == "details" || inner == "value");
        const std::string_view meant = is_value ? std::string_view("phone") : std::string_view(inner);
        if (has_references_ || inner != "references") walk(member, meant, json::place_of_member(place, inner));
      }
    } else if (const auto* const list = value.if_array()) {
      for (std::size_t i = 0; i < list->size(); ++i) walk((*list)[i], name, json::place_of_item(place, i));
    } else if (const auto* const text = value.if_string()) {
      visit_(name, place, *text);
    }
  }

 private:
  bool has_references_;
  Visit visit_;
};

}  // namespace

void note_withheld_numbers(const bj::value& resume, std::span<const std::string> with, std::vector<SourceNote>& notes) {
  const auto is_asked_for = [with](std::string_view part) { return std::ranges::find(with, part) != with.end(); };
  if (is_asked_for("phone")) return;
  const bool has_references = is_asked_for("references");
  std::vector<std::pair<std::string, std::string>> numbers;  // their last digits, and their places
  const auto add = [&numbers](std::string_view member, const std::string& place, std::string_view text) {
    auto digits = is_number(member) ? digits_in(text) : std::string();
    std::erase(digits, ' ');
    if (digits.size() < kFewest) return;
    numbers.emplace_back(digits.substr(digits.size() - std::min(digits.size(), kCompared)), place);
  };
  Texts(has_references, add).walk(resume, {}, {});
  const auto note = [&](std::string_view member, const std::string& place, std::string_view text) {
    const auto digits = digits_in(text);
    for (const auto& [number, withheld] : numbers) {
      if (is_number(member) || !digits.contains(number)) continue;
      add_note(notes, {.place = place,
                       .sentence = "publishes the telephone number that " + withheld +
                                   " withholds; take it out of this text, or publish that one as well"});
    }
  };
  if (!numbers.empty()) Texts(has_references, note).walk(resume, {}, {});
}

}  // namespace agent_access::sources
