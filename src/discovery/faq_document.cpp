#include "discovery/faq_document.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "discovery/paths.hpp"
#include "discovery/pretty_json.hpp"

namespace agent_access::discovery {

namespace {

namespace json = boost::json;

json::object question_object(const site::Question& question) {
  return {{"@type", "Question"},
          {"name", question.question},
          {"acceptedAnswer", json::object{{"@type", "Answer"}, {"text", question.answer}}}};
}

}  // namespace

Rendered render_faq_document(const HostView& view) {
  const site::Faq& faq = view.content.faq;
  json::object document = {{"@context", "https://schema.org"},
                           {"@type", "FAQPage"},
                           {"@id", view.url(kFaqPath)},
                           {"url", view.url(view.settings.has_pages ? "/faq" : kFaqPath)},
                           {"name", view.content.site.title + " - FAQ"},
                           {"inLanguage", view.content.site.language}};
  if (!faq.updated.empty()) document["dateModified"] = faq.updated;
  json::array entities;
  json::array pairs;
  for (const auto& question : faq.questions) {
    entities.push_back(question_object(question));
    pairs.push_back(json::object{{"question", question.question}, {"answer", question.answer}});
  }
  document["mainEntity"] = std::move(entities);
  document["faqs"] = std::move(pairs);
  return {std::string(kFaqPath), std::string(kJsonType), pretty_json(document)};
}

}  // namespace agent_access::discovery
