// Whatever data a file holds, the readers of résumés and of questions end, and their texts have no control character.
#include <boost/json/serialize.hpp>
#include <string_view>

#include "fuzz/target.hpp"
#include "site/sources/questions.hpp"
#include "site/sources/resumes/alfolio.hpp"
#include "site/sources/resumes/json_resume.hpp"
#include "site/sources/resumes/rendercv.hpp"
#include "site/sources/texts/foreign_document.hpp"

namespace agent_access::fuzz {
namespace {

void check_imported(const sources::Imported& imported) {
  // A control character would be written as an escape.
  must(!boost::json::serialize(imported.site).contains("\\u00"));
  must(!boost::json::serialize(imported.questions).contains("\\u00"));
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(resume) {
  const auto document = sources::read_foreign_document({reinterpret_cast<const char*>(data), size});
  if (!document) return must(!document.error().empty());
  check_imported(sources::read_alfolio_cv(document->value, {}));
  check_imported(sources::read_questions(document->value));
  if (!document->value.is_object()) return;
  const auto& object = document->value.get_object();
  for (auto* const read : {sources::read_resume, sources::read_rendercv}) {
    auto imported = read(object, {});
    check_imported(imported);
    sources::place_notes(*document, imported.notes);
  }
}

}  // namespace agent_access::fuzz
