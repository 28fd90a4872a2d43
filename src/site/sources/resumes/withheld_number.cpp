#include "site/sources/resumes/withheld_number.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/unicode/unicode.hpp"
#include "json/place.hpp"
#include "site/sources/resumes/entry_label.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

constexpr std::size_t kCompared = 7;
constexpr std::size_t kFewest = 5;
/// Of one résumé.
constexpr std::size_t kMostNumbers = 100;
constexpr std::string_view kPhone = "phone";

bool is_number(std::string_view member) {
  return member == kPhone || member == "tel" || member == "telephone" || member == "mobile";
}

/// The digits of the text, with a space where letters stand between them.
std::string digits_in(std::string_view text) {
  const auto plain = folded(text);
  std::string digits;
  for (std::string_view rest = plain; !rest.empty();) {
    const auto [code, size] = base::first_letter(rest);
    if (base::is_digit(rest.front())) {
      digits += rest.front();
    } else if (base::kind_of(code) == base::LetterKind::word && !digits.ends_with(' ')) {
      digits += ' ';
    }
    rest.remove_prefix(size);
  }
  return digits;
}

/// Calls `visit` with each text and each whole number: its member, its place and itself.
class Texts {
 public:
  using Visit = std::function<void(std::string_view member, const std::string& place, std::string_view text)>;
  /// `skipped`: a member.
  Texts(std::string_view skipped, Visit visit) : skipped_(skipped), visit_(std::move(visit)) {}

  void walk(const bj::value& value, std::string_view name, const std::string& place) const {
    if (const auto* const object = value.if_object()) {
      walk(*object, place);
    } else if (const auto* const list = value.if_array()) {
      walk(*list, name, place);
    } else if (const auto* const text = value.if_string()) {
      const bool is_phone = private_part({{"name", *text}}) == kPhone;  // "Phone: …"
      visit_(is_phone ? kPhone : name, place, *text);
    } else if (value.is_int64() || value.is_uint64()) {
      visit_(name, place, bj::serialize(value));
    }
  }
  void walk(const bj::object& object, const std::string& place) const {
    const bool is_phone = private_part(object) == kPhone;  // {"label": "Phone", "details": …}
    for (const auto& [inner, member] : object) {
      if (inner == skipped_) continue;
      walk(member, is_phone ? kPhone : std::string_view(inner), json::place_of_member(place, inner));
    }
  }
  void walk(const bj::array& list, std::string_view name, const std::string& place) const {
    for (std::size_t i = 0; i < list.size(); ++i) walk(list[i], name, json::place_of_item(place, i));
  }

 private:
  std::string_view skipped_;
  Visit visit_;
};

const WithheldNumber* number_in(std::string_view text, std::span<const WithheldNumber> numbers) {
  const auto digits = digits_in(text);
  const auto found = std::ranges::find_if(numbers, [&](const auto& number) { return digits.contains(number.digits); });
  return found == numbers.end() ? nullptr : &*found;
}

/// The texts of which the published one was made: those that have most of it. Itself if there is none.
std::vector<const NumberText*> origins_of(const NumberText& published, std::span<const NumberText> given) {
  const auto common_size = [&published](const NumberText& each) -> std::size_t {
    const bool is_in = published.text.contains(each.text);
    return is_in || each.text.contains(published.text) ? std::min(each.text.size(), published.text.size()) : 0;
  };
  std::size_t most = 1;
  std::vector<const NumberText*> origins;
  for (const auto& each : given) {
    const auto size = common_size(each);
    if (size > most) origins.clear();
    if (size >= most) origins.push_back(&each);
    most = std::max(most, size);
  }
  if (origins.empty()) origins.push_back(&published);
  return origins;
}

}  // namespace

std::vector<WithheldNumber> withheld_numbers(const bj::value& resume, std::span<const std::string> with) {
  const auto is_asked_for = [with](std::string_view part) { return std::ranges::find(with, part) != with.end(); };
  std::vector<WithheldNumber> numbers;
  if (is_asked_for(kPhone)) return numbers;
  const auto add = [&numbers](std::string_view member, const std::string& place, std::string_view text) {
    if (!is_number(member) || numbers.size() >= kMostNumbers) return;
    auto all = digits_in(text);
    auto each = words_in(all, ' ');
    for (const auto& one : words_in(text, '/')) {
      std::ranges::move(words_in(digits_in(one), ' '), std::back_inserter(each));
    }
    std::erase(all, ' ');
    each.push_back(all);
    for (const auto& digits : each) {
      const auto last = digits.substr(digits.size() - std::min(digits.size(), kCompared));
      const bool is_new = std::ranges::find(numbers, last, &WithheldNumber::digits) == numbers.end();
      if (last.size() >= kFewest && is_new) numbers.push_back({last, place});
    }
  };
  Texts(is_asked_for("references") ? std::string_view() : "references", add).walk(resume, {}, {});
  return numbers;
}

std::vector<NumberText> texts_with_numbers(const bj::object& site, const bj::array& questions,
                                           std::span<const WithheldNumber> numbers) {
  std::vector<NumberText> found;
  const auto add = [&](std::string_view /*member*/, const std::string& place, std::string_view text) {
    const auto* const number = found.size() < kMostNotes ? number_in(text, numbers) : nullptr;
    if (number != nullptr) found.push_back({place, std::string(text), *number});
  };
  if (numbers.empty()) return found;
  const Texts texts({}, add);
  texts.walk(site, {});
  texts.walk(questions, {}, "questions");
  return found;
}

std::string sentence_of(const WithheldNumber& number) {
  return "publishes the telephone number of " + number.place +
         R"(; take it out of this text, or name "phone" in content.publish)";
}

void note_withheld_numbers(const bj::value& resume, std::span<const WithheldNumber> numbers, const bj::object& site,
                           std::vector<SourceNote>& notes) {
  const auto published = texts_with_numbers(site, {}, numbers);
  if (published.empty()) return;
  std::vector<NumberText> given;
  const auto add = [&](std::string_view member, const std::string& place, std::string_view text) {
    const bool is_other = !is_number(member) && given.size() < kMostNotes;
    const auto plain = is_other ? plain_text(text) : std::string();
    if (const auto* const number = number_in(plain, numbers)) given.push_back({place, plain, *number});
  };
  Texts({}, add).walk(resume, {}, {});
  std::map<std::string, std::string> sentences;  // by their places
  for (const auto& text : published) {
    for (const auto* origin : origins_of(text, given)) sentences.emplace(origin->place, sentence_of(origin->number));
  }
  for (auto& [place, sentence] : sentences) add_note(notes, {.place = place, .sentence = std::move(sentence)});
}

}  // namespace agent_access::sources
