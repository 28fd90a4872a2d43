// Whatever data a file holds, the readers of résumés and of questions end, and their texts have no control character.
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "site/content/members.hpp"
#include "site/sources/questions.hpp"
#include "site/sources/resumes/alfolio.hpp"
#include "site/sources/resumes/json_resume.hpp"
#include "site/sources/resumes/rendercv.hpp"
#include "site/sources/texts/foreign_document.hpp"

namespace agent_access::fuzz {
namespace {

void check_imported(const sources::Imported& imported) {
  std::vector<content::MemberFault> faults;
  content::check_characters(imported.site, {}, faults);
  content::check_characters(imported.questions, {}, faults);
  must(faults.empty());
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
