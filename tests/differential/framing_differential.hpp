/// \file
/// Our framing compared with other parsers (decision 0025): every head that parse_head accepts is accepted by llhttp
/// (the parser of Node.js) and Boost.Beast, too, with the same method, target, version, fields, length of the body and
/// coding, and the same data if the body is chunked; all end it at the same byte. A parser that refuses chunk
/// extensions which the grammar allows accepts the same message without them. The reverse is not checked: they accept
/// much that our parser refuses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace agent_access::test {

/// How a parser read the first message of the bytes.
struct Reading {
  std::string method;
  std::string target;
  int minor_version = 1;
  std::vector<std::pair<std::string, std::string>> fields;  ///< in their order, white space around values taken off
  bool chunked = false;
  std::uint64_t length = 0;  ///< what Content-Length says, 0 without one
  std::string body;
  std::size_t size = 0;  ///< of the whole message
};
/// Or the reason why it was refused.
using ReadingResult = base::Result<Reading, std::string>;

[[nodiscard]] ReadingResult read_with_llhttp(std::string_view bytes);
[[nodiscard]] ReadingResult read_with_beast(std::string_view bytes);

/// The size of the whole message if our parser accepts the bytes, otherwise nothing. A chunked body is
/// part of the bytes and complete.
[[nodiscard]] std::optional<std::size_t> accepted_size(std::string_view bytes);

/// The first member in which two readings differ, with the one of `other`; nothing when they are equal.
[[nodiscard]] std::optional<std::string> difference(const Reading& ours, const Reading& other);

/// Nothing if our parser refuses the bytes or all agree; otherwise which parser differs, and how. A second request is
/// placed behind the body: the chunks in the bytes, or as many 'b' bytes as the head declares.
[[nodiscard]] std::optional<std::string> disagreement(std::string_view bytes);

}  // namespace agent_access::test
