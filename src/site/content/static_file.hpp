/// \file
/// The owner's own files, which are served unchanged.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::content {

struct StaticFile {
  std::string path;        ///< as requested, percent-encoded: "/pictures/a%20boat.svg"
  std::string media_type;  ///< by the extension; text/* with charset=utf-8
  std::string body;
};

/// By the extension of a file's name, compared without case; application/octet-stream for unknown ones.
[[nodiscard]] std::string_view media_type_of(std::string_view file_name) noexcept;

/// Appends a file's name to a path by RFC 3986 section 3.3: pchar is unchanged, every other byte becomes "%XX".
void append_encoded(std::string& path, std::string_view name);

}  // namespace agent_access::content
