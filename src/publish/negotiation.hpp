/// \file
/// Which form of a document a client gets: RFC 9110 sections 12.5.1 (Accept) and 12.5.3 (Accept-Encoding). Thread safe,
/// allocates nothing.
#pragma once

#include <string_view>

#include "publish/catalogue.hpp"

namespace agent_access::publish {

/// The Markdown form for clients that name text/markdown and weigh it no lower than text/html; the document itself for
/// everybody else and where there is no other form. A wildcard never asks for Markdown.
[[nodiscard]] const Document& choose_form(const Document& document, std::string_view accept) noexcept;

/// The representation that Accept-Encoding asks for: brotli, gzip, identity in that order among those with the highest
/// weight. Identity when the field is absent.
[[nodiscard]] const Representation& negotiate(const Document& document, std::string_view accept_encoding) noexcept;

}  // namespace agent_access::publish
