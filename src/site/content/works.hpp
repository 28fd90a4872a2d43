/// \file
/// What several documents say alike about a work: its kind, its DOI as an address, its time, its authors in a list, and
/// what describes it; and any date in words. Thread safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "site/content/content.hpp"
#include "site/content/labels.hpp"

namespace agent_access::content {

/// The name of the label of its kind, such as "kind_book"; empty without a kind, and for `other`.
[[nodiscard]] std::string kind_label(const Publication& publication);

/// The kind as a list shows it: empty also for an article, and where venue_text() names it ("Ph.D. thesis, University
/// of Example").
[[nodiscard]] std::string listed_kind(const Publication& publication, const Labels& labels);

/// "https://doi.org/10.18637/jss.v080.i01"; empty without a DOI.
[[nodiscard]] std::string doi_url(const Publication& publication);

/// Where the work itself is: at its own address, or of a publication at that of its DOI; empty without one.
[[nodiscard]] Address address_of(const Publication& publication);
[[nodiscard]] Address address_of(const Project& project);

/// Its date, or without one its status.
[[nodiscard]] const std::string& time_or_status(const Publication& publication) noexcept;

/// Of more than `most` names only the `first` are shown.
struct NameLimit {
  std::size_t most = 12;
  std::size_t first = 10;
};

[[nodiscard]] std::span<const std::string> first_names(const std::vector<std::string>& names,
                                                       NameLimit limit = {}) noexcept;
/// How many there are besides: "2,890"; empty if there are none.
[[nodiscard]] std::string further_names(const std::vector<std::string>& names, const Labels& labels,
                                        NameLimit limit = {});
/// Both as a text: "A, B and 2,890 more".
[[nodiscard]] std::string name_text(const std::vector<std::string>& names, const Labels& labels, NameLimit limit = {});

/// Its summary, or without one the first sentence of its text; may be empty.
[[nodiscard]] std::string description_of(const Publication& publication);
[[nodiscard]] std::string description_of(const Project& project);

/// "1 May 2034", "May 2034" or "2034" in the language of the labels; the text itself if it is not a date.
[[nodiscard]] std::string date_text(const Labels& labels, const Date& date);

}  // namespace agent_access::content
