// Whatever the bytes are, the reader of CSL ends, and what it takes has the forms of site.json.
#include "site/sources/works/csl.hpp"

#include "fuzz/works.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(csl) { check_bibliography(sources::read_csl({reinterpret_cast<const char*>(data), size})); }

}  // namespace agent_access::fuzz
