/// \file
/// The outcome of the last reload, in a file of the folder that the service manager makes for the running service
/// (RuntimeDirectory=). A signal has no answer; `agent-access reload` sends it and reads the answer here.
///
/// The file is replaced as a whole, so that a reader never sees a part. Problems name files, never their content.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::app {

struct ReloadRecord {
  pid_t process = 0;
  std::uint64_t begun = 0;  ///< reloads that have begun since the start
  std::uint64_t ended = 0;  ///< reloads whose outcome is known
  /// Of the last one that ended: why it failed, empty after a success; and settings that a reload cannot change.
  std::vector<std::string> problems{};
  std::vector<std::string> needs_restart{};

  bool operator==(const ReloadRecord&) const = default;
};

/// The file's name in the folder.
inline constexpr std::string_view kReloadRecordName = "reload.json";

/// Nothing for a text in another form.
[[nodiscard]] std::optional<ReloadRecord> parse_reload_record(std::string_view json);

/// False when the file could not be replaced.
[[nodiscard]] bool write_reload_record(const std::filesystem::path& folder, const ReloadRecord& record);
/// Nothing when there is no such file, or it has another form.
[[nodiscard]] std::optional<ReloadRecord> read_reload_record(const std::filesystem::path& folder);

/// Writes the record of this process. Without a folder, nothing. Belongs to one thread.
class ReloadRecorder {
 public:
  /// `folders` is $RUNTIME_DIRECTORY, whose first folder is used; it may be empty.
  ReloadRecorder(std::string_view folders, pid_t process);

  // Each returns false when the file could not be written. Log it; it is no reason to stop.
  [[nodiscard]] bool started();
  [[nodiscard]] bool begin();
  [[nodiscard]] bool end(std::vector<std::string> problems, std::vector<std::string> needs_restart);

 private:
  [[nodiscard]] bool write() const;
  std::filesystem::path folder_;
  ReloadRecord record_;
};

}  // namespace agent_access::app
