/// \file
/// Chooses the form and the content coding of a document: RFC 9110 sections 12.5.1 (Accept) and 12.5.3
/// (Accept-Encoding). Thread safe.
#pragma once

#include <string_view>

#include "site/publish/catalogue.hpp"

namespace agent_access::publish {

/// Whether Accept contains text/markdown with a weight not lower than that of text/html. Wildcards do not select
/// Markdown.
[[nodiscard]] bool prefers_markdown(std::string_view accept) noexcept;

/// Whether Accept names text/html with a higher weight than application/json, text/markdown and text/plain, as browsers
/// do. Wildcards select no type, and without the field nothing is preferred.
[[nodiscard]] bool prefers_html(std::string_view accept) noexcept;

/// Whether Accept allows application/json, by name or by a wildcard; a more specific range counts more.
[[nodiscard]] bool allows_json(std::string_view accept) noexcept;

/// The representation with the highest weight in Accept-Encoding; of equal ones brotli before gzip before identity.
/// Identity if the field is absent.
[[nodiscard]] const Representation& negotiate(const Document& document, std::string_view accept_encoding) noexcept;

}  // namespace agent_access::publish
