/// \file
/// report.file: read once, then replaced as a whole. A reader sees the old or the new content, also after a crash. Not
/// thread safe; one process only.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "app/status/counts.hpp"
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

// The counters by day as the text of report.file: one JSON object with a version. Pure; thread safe.

/// {"version":1,"days":[{"day":"2026-01-31","requests":1,"registrations":0,"tokens":0,"profiles":0,
/// "routes":{},"statuses":{},"refusals":{},"agents":{}}]} and a line feed; days on which gated documents or gates were
/// asked for have "reads" and "refused", too, which older programs skip. Numbers only: no name in it comes from a
/// client.
[[nodiscard]] std::string render_state(const DayTable& days);

/// The text is untrusted: numbers must be whole and not negative, names printable ASCII and of bounded length, at most
/// 500 in a table. An
/// error says what is wrong: "is of version 2, and this program reads version 1".
[[nodiscard]] base::Result<DayTable, std::string> parse_state(std::string_view text);

/// "2026-01-31".
[[nodiscard]] std::string day_text(DayTable::Day day);

}  // namespace agent_access::app
