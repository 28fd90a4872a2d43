/// \file
/// The files of a folder that may be published, in order of their names, with the paths at which they are.
///
/// Names that start with a dot are left out, except ".well-known". A symbolic link is followed only when it is relative
/// and stays inside (contained_folder.hpp). Names become paths byte for byte, percent-encoded
/// (content/static_file.hpp). Anything but files and folders is a problem. Belongs to one thread.
#pragma once

#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "gated/contained_folder.hpp"
#include "gated/documents.hpp"

namespace agent_access::gated {

/// The most folders below one.
inline constexpr std::size_t kMostFolders = 10'000;

class FolderVisitor {
 public:
  /// A regular file: "a/b.pdf", at "/a/b.pdf". False ends the walk.
  [[nodiscard]] virtual bool visit(const OpenedEntry& entry, const std::string& relative, std::string url) = 0;
  /// Something that is not published; a warning for the owner.
  virtual void leave_out(const std::string& relative, std::string_view reason) = 0;
  /// The same, because its name starts with a dot.
  virtual void hide(const std::string& /*relative*/) {}
  /// The folder cannot be published. `relative` is empty for the folder itself.
  virtual void report(const std::string& relative, std::string_view problem) = 0;
  /// The same, for its size: "holds more than 10000 folders". The walk has ended.
  virtual void report_size(const std::string& problem) = 0;

 protected:
  ~FolderVisitor() = default;
};

/// `url`: the path of the folder itself, with a slash at its end.
void walk_folder(const ContainedFolder& folder, const std::string& url, FolderVisitor& visitor);

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

/// The list of a gated folder, or of one within it, as JSON: the files in it, a page at a time. Thread safe; opens each
/// file of the page for its size and time. NOT checked: scopes and tokens.
/// {"path","count","files":[{"path","size","media_type","modified"}…],"next"}. Files that cannot be opened now are left
/// out. Nothing if there is no such folder or page.
[[nodiscard]] std::optional<std::string> list_folder(const Documents& documents, const FolderRequest& request);

}  // namespace agent_access::gated
