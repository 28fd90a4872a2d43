// Whatever the bytes are, the reader of BibTeX ends, and what it takes has the forms of site.json.
#include "site/sources/works/bibtex.hpp"

#include "fuzz/works.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(bibtex) {
  check_bibliography(sources::read_bibtex({reinterpret_cast<const char*>(data), size}));
}

}  // namespace agent_access::fuzz
