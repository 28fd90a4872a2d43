/// \file
/// The folder that `export` writes to, with a record of what it wrote, so that a later export replaces and removes
/// these files and no others. The record is a file at the top of the folder, beside the folders that a host publishes.
/// Errors are sentences that name the file. Decision 0066.
///
/// NOT done: locking; no other process should write there at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"

namespace agent_access::tools {

struct ExportFile {
  std::string name;          ///< below the folder, with slashes, and without empty, "." and ".." segments
  std::string_view content;  ///< must live until it is written
};

/// Whether files that an earlier export wrote are replaced and removed.
enum class Existing : std::uint8_t { refuse, replace };

struct Exported {
  std::filesystem::path folder;     ///< absolute
  std::size_t files = 0;            ///< unchanged ones included
  std::size_t unchanged = 0;        ///< had this content already
  std::size_t removed = 0;          ///< of an earlier export, and not of this one
  std::vector<std::string> others;  ///< what no export wrote, left as it is: "mine.txt", "node_modules/"
};

inline constexpr std::string_view kExportRecord = ".exported-by-agent-access";

/// Writes the files and creates the folder. A folder that is not empty is refused unless `existing` is `replace`; then
/// first all files are compared with what is there, and nothing is written if one would replace what no export wrote
/// and has other content. Files are replaced atomically; one with the same content is not touched, so that its time
/// stamp stays valid for caches. Nothing is written or removed through symbolic links below the folder. After an
/// interrupted export the record has at least what it wrote. Everything is on the disk at the end.
[[nodiscard]] base::Result<Exported, app::Problems> write_export(const std::filesystem::path& folder, Existing existing,
                                                                 const std::vector<ExportFile>& files);

}  // namespace agent_access::tools
