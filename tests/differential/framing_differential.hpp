/// \file
/// Our framing against parsers that others wrote: whatever parse_head accepts, llhttp (the parser of Node.js) and
/// Boost.Beast on its own accept too, with the same method, target and fields, and where the body is chunked with the
/// same data; all end it at the same byte. The other way round is not asked: they accept much that we refuse.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::test {

/// What our parser says of the bytes: accepted with this size of the whole message, or not accepted. A chunked body is
/// part of the bytes, whole.
[[nodiscard]] std::optional<std::size_t> accepted_size(std::string_view bytes);

/// What another parser made of the first message of the bytes.
struct OtherReading {
  bool accepted = false;
  std::string why;  ///< when it was not
  std::size_t size = 0;
  std::string target;
  std::size_t fields = 0;
  std::string body;
};

[[nodiscard]] OtherReading read_with_llhttp(std::string_view bytes);
[[nodiscard]] OtherReading read_with_beast(std::string_view bytes);

/// Nothing when our parser refuses the bytes, or all agree; otherwise who does not, and how. A second request is put
/// behind the body: the chunks in the bytes, or as many 'b' bytes as the head declares.
[[nodiscard]] std::optional<std::string> disagreement(std::string_view bytes);

}  // namespace agent_access::test
