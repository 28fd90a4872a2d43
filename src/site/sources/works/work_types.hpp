/// \file
/// The kinds of works of BibTeX, BibLaTeX, CSL, Crossref and RIS as those of site.json. Thread safe, stateless.
#pragma once

#include <string_view>

namespace agent_access::sources {

/// "article" of "inproceedings"; "other" of a kind that has no own name in site.json; empty of a word that is no kind.
/// `foreign` is in lower case.
[[nodiscard]] std::string_view work_type(std::string_view foreign) noexcept;

}  // namespace agent_access::sources
