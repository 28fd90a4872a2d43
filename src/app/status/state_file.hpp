/// \file
/// report.file: read once, then replaced as a whole. A reader sees the old or the new content, also after a crash. Not
/// thread safe; one process only.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "app/status/day_table.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"

namespace agent_access::app {

class StateFile {
 public:
  struct Loaded {
    DayTable days;
    std::string problem;  ///< a sentence for the log, empty when there is none
  };

  explicit StateFile(std::filesystem::path path) : path_(std::move(path)) {}

  /// An empty table if there is no file. A file that cannot be understood is kept as "PATH.kept-20260131T120000Z", and
  /// a new one will be begun. One that can neither be read nor renamed stays as it is: nothing is saved then.
  [[nodiscard]] Loaded load(base::Seconds now);
  /// Writes "PATH.next" with mode 0600, to the disk, and renames it. Does nothing if the content is the last one. An
  /// error names the file and the reason.
  [[nodiscard]] base::Result<void, std::string> save(const DayTable& days);

 private:
  [[nodiscard]] std::string keep_aside(base::Seconds now, const std::string& reason);

  std::filesystem::path path_;
  std::string saved_;
  bool is_usable_ = true;
};

}  // namespace agent_access::app
