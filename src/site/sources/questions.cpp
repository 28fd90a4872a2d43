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
#include "site/sources/translations.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// In the languages of the pages.
constexpr std::string_view kQuestion =
    "question q Question Q frage Frage pregunta Pregunta domanda Domanda pergunta Pergunta vraag Vraag 質問 问题";
constexpr std::string_view kAnswer =
    "answer a response reply Answer A answers content text description body antwort Antwort réponse Réponse respuesta "
    "Respuesta risposta Risposta resposta Resposta antwoord Antwoord 回答 答案";
/// They name a question if they end like one.
constexpr std::string_view kHeading = "title name header heading summary";

/// Also "https://schema.org/Question".
bool is_type(const bj::object& object, std::string_view type) {
  auto types = json::texts_at(object, "@type");
  types.emplace_back(json::text_at(object, "@type"));
  return std::ranges::any_of(types, [&](std::string_view each) { return each.substr(each.rfind('/') + 1) == type; });
}

/// Its other members are about the record or the page.
bool is_json_ld(const bj::object& object) {
  return object.contains("@type") || object.contains("@graph") || object.contains("@context");
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
  if (is_json_ld(in.object())) in.ignore_others();
  const auto question = in.text(std::string(kQuestion) + " name text " + std::string(kHeading));
  auto answer = std::string();
  in.each("acceptedAnswer suggestedAnswer", [&](ForeignObject& given) {
    if (answer.empty()) answer = base::joined(given.paragraphs("text description name"), " ");
    given.ignore_others();
  });
  if (answer.empty()) answer = base::joined(in.paragraphs(kAnswer), " ");
  if (question.empty()) return in.note({}, "has no question; left out");
  if (answer.empty()) return in.note({}, "has no answer; left out");
  out.questions.emplace_back(bj::object{{"question", question}, {"answer", answer}});
  in.finish();
}

void find_questions(const bj::value& value, const std::string& place, Imported& out);

void find_in_members(const bj::object& object, const std::string& place, Imported& out) {
  // Of the page that shows them.
  constexpr std::string_view kOfPage = "layout permalink title description";
  for (const auto& member : object) {
    const auto inner = json::place_of_member(place, member.key());
    if (is_question(member)) {
      const bj::object of_member{{"question", member.key()}, {"answer", member.value()}};
      ForeignObject in(of_member, inner, out.notes);
      take_question(in, out);
    } else if (has_questions(member.value())) {
      find_questions(member.value(), inner, out);
    } else if (!is_json_ld(object) && !is_absent(member.value()) &&
               !(place.empty() && has_word(kOfPage, member.key()))) {
      add_note(out.notes, {.place = inner, .sentence = std::string(kNoPlace), .kind = NoteKind::expected});
    }
  }
}

/// Appends the questions in the value.
void find_questions(const bj::value& value, const std::string& place, Imported& out) {
  const auto* const object = value.if_object();
  if (const auto* const list = value.if_array()) {
    for (std::size_t i = 0; i < list->size(); ++i) find_questions((*list)[i], json::place_of_item(place, i), out);
  } else if (object != nullptr && is_question(*object)) {
    ForeignObject in(*object, place, out.notes);
    take_question(in, out);
  } else if (object != nullptr && (is_json_ld(*object) || has_questions(value))) {
    find_in_members(*object, place, out);
  } else if (!is_absent(value)) {
    add_note(out.notes, {.place = place, .sentence = "has no question; left out"});
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
  find_questions(in_one_language(document, result.notes).resume, {}, result);
  return result;
}

}  // namespace agent_access::sources
