/// \file
/// Which gate holds a path, and which methods it lets through. Pure; thread safe.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "content/access.hpp"

namespace agent_access::gated {

/// The index of the gate with the longest prefix of `path`, which is in normal form (path_form.hpp). The prefix without
/// its last slash is the gate's, too: servers answer "/data" like "/data/". Both are compared decoded, so every
/// spelling of a path has the same gate. Nothing if no prefix fits, or if the longest one fits only in another letter
/// case: a server that ignores case would serve the path of one gate with the scope of another.
[[nodiscard]] std::optional<std::size_t> find_gate(std::span<const content::Gate> gates,
                                                   std::string_view path) noexcept;

/// Whether the gate lists the method; HEAD wherever it lists GET. Methods are case-sensitive (RFC 9110 section 9.1).
[[nodiscard]] bool lets_through(const content::Gate& gate, std::string_view method) noexcept;

/// The value of Allow: "GET, HEAD".
[[nodiscard]] std::string allowed_methods(const content::Gate& gate);

}  // namespace agent_access::gated
