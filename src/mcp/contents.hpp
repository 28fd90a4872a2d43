/// \file
/// The contents of a gated file in a result of resources/read (MCP 2026-07-28, server/resources, "Resource Contents"):
/// text, or bytes in base64. Thread safe, stateless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent_access::mcp {

/// The largest file that a result has. A result is held in memory by both sides, a file over HTTP is not.
inline constexpr std::size_t kMostFileBytes = 1'048'576;

/// A file as it was read.
struct FileContents {
  std::string media_type;  ///< with its parameters
  std::string bytes;
};

/// Whether files of the media type are texts: text/*, JSON, XML, YAML and the like, with their suffixes.
[[nodiscard]] bool is_text_type(std::string_view media_type);

/// Appends an object with `uri`, `mimeType`, and `text`, if the type is that of a text and the bytes are UTF-8 without
/// NUL, else `blob`. The type of a text has no parameters, because its characters are those of the JSON.
void append_contents(std::string_view uri, const FileContents& file, std::string& out);

}  // namespace agent_access::mcp
