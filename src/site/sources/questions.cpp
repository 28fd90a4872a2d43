#include "site/sources/questions.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

constexpr std::string_view kQuestion = "question q Question Q";
constexpr std::string_view kAnswer = "answer a response reply Answer A content text description body";
/// They name a question if they end like one.
constexpr std::string_view kHeading = "title name header heading summary";

bool is_type(const bj::object& object, std::string_view type) {
  const auto types = json::texts_at(object, "@type");
  return json::text_at(object, "@type") == type || std::ranges::find(types, type) != types.end();
}

/// Whether the text ends with a question mark of any script.
bool asks(std::string_view text) {
  constexpr auto kQuestionMarks = std::to_array<std::string_view>({"?", "？", "؟", "\u037E", "՞"});
  const auto plain = plain_text(text);
  return std::ranges::any_of(kQuestionMarks, [&](std::string_view mark) { return plain.ends_with(mark); });
}

bool has_text(const bj::object& object, std::string_view names) {
  return std::ranges::any_of(words_in(names, ' '), [&](const std::string& name) {
    const auto* const value = object.if_contains(name);
    return value != nullptr && (value->is_string() || value->is_array() || value->is_number());
  });
}

bool is_heading_of_answer(const bj::object& object) {
  const auto names = words_in(kHeading, ' ');
  return !object.contains("@type") && has_text(object, kAnswer) &&
         std::ranges::any_of(names, [&](const std::string& name) { return asks(json::text_at(object, name)); });
}

bool is_question(const bj::object& object) {
  return is_type(object, "Question") || has_text(object, kQuestion) || is_heading_of_answer(object);
}

/// "What is it?": "A site.", as a member.
bool is_question(const bj::key_value_pair& member) {
  return (member.value().is_string() || member.value().is_array()) && asks(member.key());
}

void take_question(ForeignObject& in, Imported& out) {
  const auto question = in.text("question q Question Q name text title header heading summary");
  auto answer = std::string();
  in.each("acceptedAnswer suggestedAnswer", [&](ForeignObject& given) {
    if (answer.empty()) answer = base::joined(given.paragraphs("text description name"), " ");
    given.ignore_others();
  });
  if (answer.empty()) answer = base::joined(in.paragraphs(kAnswer), " ");
  if (question.empty()) return in.note({}, "has no question; left out");
  if (answer.empty()) return in.note({}, "has no answer; left out");
  out.questions.emplace_back(bj::object{{"question", question}, {"answer", answer}});
}

/// Appends the questions in the value.
void find_questions(const bj::value& value, const std::string& place, Imported& out) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.get_array().size(); ++i) {
      find_questions(value.get_array()[i], json::place_of_item(place, i), out);
    }
  }
  if (!value.is_object()) return;
  const auto& object = value.get_object();
  if (is_question(object)) {
    ForeignObject in(object, place, out.notes);
    return take_question(in, out);
  }
  for (const auto& member : object) {
    const auto inner = json::place_of_member(place, member.key());
    if (!is_question(member)) {
      find_questions(member.value(), inner, out);
      continue;
    }
    const bj::object of_member{{"question", member.key()}, {"answer", member.value()}};
    ForeignObject in(of_member, inner, out.notes);
    take_question(in, out);
  }
}

}  // namespace

bool is_faq_page(const bj::value& value) {
  if (value.is_array()) return std::ranges::any_of(value.get_array(), is_faq_page);
  if (!value.is_object()) return false;
  const auto& object = value.get_object();
  return is_type(object, "FAQPage") || is_type(object, "Question") || object.contains("@graph");
}

bool has_questions(const bj::value& value) {
  if (value.is_array()) return std::ranges::any_of(value.get_array(), has_questions);
  if (!value.is_object()) return false;
  const auto& object = value.get_object();
  if (is_question(object)) return true;
  return std::ranges::any_of(
      object, [](const bj::key_value_pair& member) { return is_question(member) || has_questions(member.value()); });
}

Imported read_questions(const bj::value& document) {
  Imported result;
  find_questions(document, {}, result);
  return result;
}

}  // namespace agent_access::sources
