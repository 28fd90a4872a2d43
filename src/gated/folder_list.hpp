/// \file
/// The list of a gated folder, or of one within it, as JSON: the files in it, a page at a time. Thread safe; opens each
/// file of the page for its size and time. NOT checked: scopes and tokens.
#pragma once

#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "gated/documents.hpp"

namespace agent_access::gated {

/// Files in one page of a list.
inline constexpr std::size_t kFilesOnAPage = 100;

struct FolderRequest {
  std::size_t document = 0;        ///< index in content::Access::documents
  std::string_view document_path;  ///< of the document itself, which has a list even without files
  std::string_view path;           ///< of the folder, with a slash at its end
  std::string_view query;          ///< empty or "page=2"; others are ignored
  std::string_view base_url;       ///< of the address of the next page
  std::time_t now = 0;
};

/// {"path","count","files":[{"path","size","media_type","modified"}…],"next"}. Files that cannot be opened now are left
/// out. Nothing if there is no such folder or page.
[[nodiscard]] std::optional<std::string> list_folder(const Documents& documents, const FolderRequest& request);

}  // namespace agent_access::gated
