// parse_bearer accepts only a b64token; is_valid_client_name accepts no control byte.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "fuzz/target.hpp"
#include "oauth/bearer.hpp"
#include "oauth/client.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(bearer) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto token = oauth::parse_bearer(text)) {
    constexpr std::string_view kPunctuation = "-._~+/=";
    const bool clean = std::ranges::all_of(*token, [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || kPunctuation.find(c) != std::string_view::npos;
    });
    must(clean && !token->empty() && text.ends_with(*token));
    // The scheme, and spaces alone between it and the token.
    constexpr std::size_t kScheme = 6;
    const std::string_view between = text.substr(kScheme, text.size() - token->size() - kScheme);
    must(!between.empty() && between.find_first_not_of(' ') == std::string_view::npos);
  }
  const bool has_control =
      std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  must(!(has_control && oauth::is_valid_client_name(text)));
}

}  // namespace agent_access::fuzz
