/// \file
/// Reads the owner's bibliographies and résumés: files of at most 16 MiB, and folders of which the .bib files and the
/// pages of works (.md, .markdown or .html with a front matter) count, 64 MiB together. Links and rights are those of
/// other content: a file may be a link, one in a folder only a relative one that stays inside (folder_walk.hpp). Not
/// thread safe. NOT done: following changes.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/confidential.hpp"
#include "base/result.hpp"
#include "site/sources/joined_site.hpp"

namespace agent_access::app {

struct SourceRequest {
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> publish = {};                       ///< words of sources::kPrivateParts
  std::optional<sources::SourceFormat> format = std::nullopt;  ///< of all files; by default each is recognized
  /// Why the file with these bytes must not be a source, after its name; empty if it may be. Null: all may be.
  std::function<std::string(const std::filesystem::path& path, std::string_view bytes)> refuses = nullptr;
};

/// In the order of the paths, files of a folder in that of their names. Fails with all problems at once,
/// "papers.bib:12: sentence". Warns of what is left out of a folder, such as a page that cannot be read.
[[nodiscard]] base::Result<std::vector<sources::Source>, Problems> read_sources(const SourceRequest& request,
                                                                                std::vector<std::string>& warnings);

/// content.sources, of which none may be confidential or below content.root, where it would be served as it is.
[[nodiscard]] base::Result<std::vector<sources::Source>, Problems> load_sources(const Config& config,
                                                                                const Confidential& confidential,
                                                                                std::vector<std::string>& warnings);

/// "papers.bib: BibTeX: 12 publications".
[[nodiscard]] std::string contents_text(const sources::Source& source);
/// "papers.bib:12: smith2020.date: "2025-13" is not a date; left out".
[[nodiscard]] std::string note_text(const sources::Source& source, const sources::SourceNote& note);

}  // namespace agent_access::app
