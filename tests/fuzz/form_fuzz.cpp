// A form that the strict reader accepts is read like by a browser.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/target.hpp"
#include "http/body.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(form) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lenient = http::parse_urlencoded(text);
  const auto strict = http::read_form(text);
  must(!strict || *strict == lenient);
}

}  // namespace agent_access::fuzz
