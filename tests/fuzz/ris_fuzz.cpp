// Whatever the bytes are, the reader of RIS ends, and what it takes has the forms of site.json.
#include "site/sources/works/ris.hpp"

#include "fuzz/works.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(ris) { check_bibliography(sources::read_ris({reinterpret_cast<const char*>(data), size})); }

}  // namespace agent_access::fuzz
