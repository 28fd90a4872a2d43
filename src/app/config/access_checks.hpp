/// \file
/// Checks a text of a declared row, and compares paths. Each check returns an error message, or nothing. Thread safe,
/// no I/O. NOT checked: what needs other rows or what is published (app/deployment).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::app {

/// scope-token of RFC 6749 section 3.3, at most 64 characters, and not read:extended.
[[nodiscard]] std::optional<std::string> check_scope_name(std::string_view text);
/// The same, or read:extended.
[[nodiscard]] std::optional<std::string> check_scope_reference(std::string_view text);
/// One line for people: not empty, without control characters, at most 500 bytes.
[[nodiscard]] std::optional<std::string> check_sentence(std::string_view text);
/// Below /api/agent/ and not the profile, in normal form.
[[nodiscard]] std::optional<std::string> check_document_path(std::string_view text);
/// With slashes at both ends, in normal form, and apart from the paths that agents need without a token.
[[nodiscard]] std::optional<std::string> check_gate_prefix(std::string_view text);
/// type/subtype with parameters (RFC 9110 section 8.3.1), or empty.
[[nodiscard]] std::optional<std::string> check_media_type(std::string_view text);
[[nodiscard]] std::optional<std::string> check_method(std::string_view text);
/// An https URL without a user name, a path of the site, or empty.
[[nodiscard]] std::optional<std::string> check_openapi(std::string_view text);

/// Whether two paths in normal form are the same, decoded and without letter case, which some servers ignore.
[[nodiscard]] bool is_same_path(std::string_view one, std::string_view other);
/// Whether the other is a folder (ends with a slash) and `path`, compared likewise, is that folder or inside of it.
[[nodiscard]] bool is_at_or_below(std::string_view path, std::string_view other);

}  // namespace agent_access::app
