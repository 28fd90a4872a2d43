/// \file
/// The addresses of a work: of the work itself, and of what belongs to it. Thread safe; AddressList belongs to one
/// thread.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/sources/works/work.hpp"

namespace agent_access::sources {

inline constexpr std::size_t kMostAddresses = 50;  ///< of one field

/// The absolute addresses, in the form of site.json, that a field in LaTeX, HTML or plain text holds: of `\url` and
/// `\href`, of an attribute `href`, or of words that are addresses. "quiet.pdf" is the name of a file and none.
[[nodiscard]] std::vector<std::string> addresses_in(std::string_view text);

/// "2401.00001v2" or "hep-th/9901001" of an identifier of arXiv, with or without "arXiv:"; empty of another text.
[[nodiscard]] std::string arxiv_id(std::string_view text);

/// What holds an address that belongs to a work, and the title of the link that it becomes.
struct LinkNames {
  std::string_view names;  ///< of fields and members, with a space between them
  std::string_view title;
};
inline constexpr auto kLinkNames =
    std::to_array<LinkNames>({{"html", "HTML"},
                              {"website project url_project webpage", "Website"},
                              {"pdf pdfurl url_pdf url_paper paper_pdf", "PDF"},
                              {"code url_code codeurl github repository repository-code", "Code"},
                              {"data dataset url_dataset", "Data"},
                              {"slides slidesurl url_slides", "Slides"},
                              {"poster url_poster", "Poster"},
                              {"video videourl url_video", "Video"},
                              {"demo", "Demo"},
                              {"blog", "Blog"},
                              {"supp supplement supplementary appendix", "Supplement"}});
/// Titles of links that become the address of a work without one.
inline constexpr std::array<std::string_view, 3> kPageTitles = {"HTML", "Website", "arXiv"};

/// Gives a work its `url`, its `doi` and its `links`: each address once.
class AddressList {
 public:
  explicit AddressList(Work& work) : work_(work) {}

  /// The first one is that of the work, the others become links; one of doi.org is its DOI.
  void add(const std::string& url);
  void add_link(std::string_view title, const std::string& url);
  /// What a field for DOIs holds: one, or an address instead, such as the short form "10/abcd". False for other texts.
  bool add_doi(std::string_view given);
  /// Of a work without an address, the first link with one of the titles becomes that.
  void finish(std::span<const std::string_view> titles);

 private:
  Work& work_;
};

}  // namespace agent_access::sources
