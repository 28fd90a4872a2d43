#include "documents/site/faq_document.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "documents/paths.hpp"
#include "json/pretty_json.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

bj::object question_object(const content::Question& question) {
  return {{"@type", "Question"},
          {"name", question.question},
          {"acceptedAnswer", bj::object{{"@type", "Answer"}, {"text", question.answer}}}};
}

}  // namespace

std::string render_faq_document(const HostView& view) {
  const content::Faq& faq = view.content.faq;
  bj::object document = {{"@context", "https://schema.org"},
                         {"@type", "FAQPage"},
                         {"@id", view.url(kFaqPath)},
                         {"url", view.url(view.settings.has_pages ? "/faq" : kFaqPath)},
                         {"name", view.content.site.title + " - FAQ"},
                         {"inLanguage", view.content.site.language}};
  if (!faq.updated.empty()) document["dateModified"] = faq.updated;
  bj::array entities;
  bj::array pairs;
  for (const auto& question : faq.questions) {
    entities.push_back(question_object(question));
    pairs.push_back(bj::object{{"question", question.question}, {"answer", question.answer}});
  }
  document["mainEntity"] = std::move(entities);
  document["faqs"] = std::move(pairs);
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
