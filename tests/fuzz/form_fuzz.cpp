// A form that the strict reader accepts is read like by a browser.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/form.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lenient = agent_access::http::parse_urlencoded(text);
  const auto strict = agent_access::http::read_form(text);
  if (strict && *strict != lenient) std::abort();
  return 0;
}
