/// \file
/// `import`: files of owners into site.json and faq.json. Reads and writes files. Belongs to one thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "site/sources/formats.hpp"

namespace agent_access::tools {

struct ImportOptions {
  std::vector<std::filesystem::path> files;
  std::optional<sources::SourceFormat> format = std::nullopt;  ///< of all files; by default each is recognized
  std::vector<std::string> with = {};                          ///< words of sources::kPrivateParts
  std::filesystem::path site = {};                             ///< empty: nothing is read, and nothing remembered
  std::filesystem::path faq = {};                              ///< likewise
};

struct ImportResult {
  std::string site;                 ///< the text of site.json
  std::string faq;                  ///< of faq.json; empty: no file has questions
  std::string record;               ///< of record_of(): what the files said
  std::vector<std::string> report;  ///< lines: what was taken, left out and kept
};

/// Where the import remembers what it wrote: "site.json.imported".
[[nodiscard]] std::filesystem::path record_of(const std::filesystem::path& site);

/// Reads the files, and site.json, faq.json and the record if they exist; writes nothing. An example that `init` wrote
/// counts as missing. Fails with all problems at once.
[[nodiscard]] base::Result<ImportResult, std::vector<std::string>> import_files(const ImportOptions& options);

/// Replaces those files that change, each at once, and keeps the one before with "~" at the end of its name. Returns
/// lines about it.
[[nodiscard]] base::Result<std::vector<std::string>, std::vector<std::string>> write_import(
    const ImportOptions& options, const ImportResult& result);

}  // namespace agent_access::tools
