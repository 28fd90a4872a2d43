/// \file
/// Escapes text for HTML and XML. Thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::render {

/// `text` for element content and for attribute values in double or single quotes: `&`, `<`, `>`, `"` and `'` become
/// references that HTML and XML share.
[[nodiscard]] std::string escape_markup(std::string_view text);

}  // namespace agent_access::render
