// Whatever the bytes are, the readers of lists of works, of a CITATION.cff and of a page of a work end, and what they
// take has the forms of site.json.
#include "fuzz/works.hpp"
#include "site/sources/works/citation_file.hpp"
#include "site/sources/works/work_list.hpp"
#include "site/sources/works/work_page.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(csl) {
  const auto document = sources::read_foreign_document({reinterpret_cast<const char*>(data), size});
  if (!document) return must(!document.error().empty());
  check_bibliography(sources::read_work_list(*document, sources::OtherMembers::without_record));
  check_bibliography(sources::read_citation_file(*document));
  check_bibliography(sources::read_work_page(*document, "2020-10-01-a.md"));
}

}  // namespace agent_access::fuzz
