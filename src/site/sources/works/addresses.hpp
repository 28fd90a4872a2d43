/// \file
/// The addresses of a work: of the work itself, and of what belongs to it. Thread safe; AddressList belongs to one
/// thread.
#pragma once

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

/// Gives a work its `url`, its `doi` and its `links`: each address once.
class AddressList {
 public:
  explicit AddressList(Work& work) : work_(work) {}

  /// The first one is that of the work, the others become links; one of doi.org is its DOI.
  void add(const std::string& url);
  void add_link(std::string_view title, const std::string& url);
  /// Of a work without an address, the first link with one of the titles becomes that.
  void finish(std::span<const std::string_view> titles);

 private:
  Work& work_;
};

}  // namespace agent_access::sources
