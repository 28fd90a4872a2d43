/// \file
/// Checks of `try` where the service stands beside a site of the owner's (content.beside), whose own server answers
/// all other paths. Pure; thread safe.
#pragma once

#include "site/documents/document_row.hpp"
#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Whether the response has the fields that the service sends with everything, and other servers do not. A host of
/// files that does not read `_headers` sends none.
[[nodiscard]] bool has_own_fields(const ClientResponse& response);

/// What is said of a document that the site has instead of the service: as content.keep_paths says, or where that is
/// not known, by who answered. Such a document needs neither the fields nor the form of the generated one. Nothing of
/// one that the service has.
[[nodiscard]] Verdict check_kept(const documents::DocumentRow& row, const ClientResponse& response, const Facts& facts);

/// 404 and the error not_found at a path of the API that nobody has. A 404 of the site, as a page or in JSON of its
/// own, is a warning, or right if it is known that there is a site beside; then a page with 200, as single-page
/// applications have, is a warning.
[[nodiscard]] Verdict check_unknown_path(const ClientResponse& response, bool is_beside);

}  // namespace agent_access::tools
