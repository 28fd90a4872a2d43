// A form that is accepted has every name once, and only UTF-8.
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "fuzz/target.hpp"
#include "http/form.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(form) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto fields = http::read_form(text);
  if (!fields) return;
  std::set<std::string_view> names;
  for (const http::FormField& field : *fields) {
    must(base::is_utf8(field.name) && base::is_utf8(field.value) && names.insert(field.name).second);
  }
}

}  // namespace agent_access::fuzz
