/// \file
/// Equal addresses are equal (RFC 3986 section 6.2.2). Pure.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::content {

/// The spelling that append_encoded() gives to the path that was asked for: hexadecimal digits in upper case, and only
/// those characters encoded that may not stand in a path. Decoded, both are the same bytes, so two files never become
/// one. Looks into `path` or `room`.
///
/// The path itself if that is its spelling, or if servers read it in different ways: with an escape that is incomplete
/// or of '/' or NUL, with a NUL, '#' or '\' as it is, or with dot segments once it is decoded.
[[nodiscard]] std::string_view published_spelling(std::string_view path, std::string& room);

}  // namespace agent_access::content
