/// \file
/// The public CV in the format of JSON Resume. Thread safe.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// /resume.json: the owner, the public CV, publications and projects as JSON Resume 1.0.0. Sections of the CV for which
/// the format has no list are projects whose `type` is the title of the section.
[[nodiscard]] std::string render_resume(const HostView& view);

}  // namespace agent_access::documents
