#include "site/sources/data_format.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>

#include "json/members.hpp"
#include "site/sources/questions.hpp"
#include "site/sources/resumes/alfolio.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/works/work_list.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// Whether an object has one of the members.
bool has(const bj::object& object, std::string_view names) {
  return std::ranges::any_of(words_in(names, ' '), [&](const std::string& name) { return object.contains(name); });
}

/// The object, or the first of a list; null for any other value.
const bj::object* first_object(const bj::value& value) {
  if (value.is_array() && !value.get_array().empty()) return first_object(value.get_array().front());
  return value.if_object();
}

/// A list has the works of CSL-JSON if it has what only they have.
bool is_csl(const bj::value& value) {
  const auto* const first = first_object(value);
  if (first == nullptr) return false;
  const bool has_type = has(*first, "id") && has(*first, "type");
  return (value.is_object() && has(*first, "items message")) ||
         (has(*first, "title") && (has_type || has(*first, "DOI issued container-title")));
}

bool is_page_of_work(const bj::object& front_matter) {
  const auto collection = json::text_at(front_matter, "collection");
  return has(front_matter, "title") && (collection == "publications" || collection == "talks");
}

}  // namespace

base::Result<SourceFormat, std::string> format_of_data(const ForeignDocument& document) {
  const auto& value = document.value;
  if (is_faq_page(value)) return SourceFormat::faq;
  if (is_alfolio_cv(value)) return SourceFormat::alfolio;
  if (value.is_object()) {
    const auto& object = value.get_object();
    if (has(object, "cff-version")) return SourceFormat::citation_file;
    if (json::object_at(object, "cv") != nullptr) return SourceFormat::rendercv;
    if (has(object, "tagline") && has(object, "owner")) return base::Failure<std::string>("is a site.json already");
    if (document.body_line > 0 && is_page_of_work(object)) return SourceFormat::work_page;
    if (has(object, "basics work education skills")) return SourceFormat::resume;
  }
  if (is_csl(value)) return SourceFormat::csl;
  if (has_works(value)) return document.body_line > 0 ? SourceFormat::work_page : SourceFormat::works;
  if (has_questions(value)) return SourceFormat::faq;
  const auto* const first = first_object(value);
  if (first != nullptr && has(*first, "@context")) return base::Failure<std::string>("is JSON-LD without a FAQPage");
  return base::Failure<std::string>(document.syntax == DataSyntax::json
                                        ? "is JSON of a form that import does not know"
                                        : "is YAML of a form that import does not know");
}

}  // namespace agent_access::sources
