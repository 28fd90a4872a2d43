#include "site/sources/faq_page.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/sources/texts/foreign_json.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

bool is_type(const bj::object& object, std::string_view type) {
  const auto types = json::texts_at(object, "@type");
  return json::text_at(object, "@type") == type || std::ranges::find(types, type) != types.end();
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
  if (!is_type(object, "Question")) {
    for (const auto* name : {"@graph", "mainEntity"}) {
      if (const auto* inner = object.if_contains(name)) find_questions(*inner, json::place_of_member(place, name), out);
    }
    return;
  }
  ForeignObject in(object, place, out.notes);
  const auto question = in.text("name text");
  std::string answer;
  in.each("acceptedAnswer suggestedAnswer", [&](ForeignObject& given) {
    if (answer.empty()) answer = base::joined(given.paragraphs("text description name"), " ");
    given.ignore_others();
  });
  constexpr std::size_t kShortestQuestion = 10;
  constexpr std::size_t kShortestAnswer = 20;
  if (base::characters_in(question) < kShortestQuestion || base::characters_in(answer) < kShortestAnswer) {
    return in.note({}, "a question needs 10 characters and its answer 20; left out");
  }
  out.questions.emplace_back(bj::object{{"question", question}, {"answer", answer}});
}

}  // namespace

bool is_faq_page(const bj::value& value) {
  if (value.is_array()) return std::ranges::any_of(value.get_array(), is_faq_page);
  if (!value.is_object()) return false;
  const auto& object = value.get_object();
  return is_type(object, "FAQPage") || is_type(object, "Question") || object.contains("@graph");
}

Imported read_faq_page(const bj::value& document) {
  Imported result;
  find_questions(document, {}, result);
  return result;
}

}  // namespace agent_access::sources
