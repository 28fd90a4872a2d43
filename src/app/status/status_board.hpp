/// \file
/// Collects what the status page shows: samples of the counters, days, and what the runner tells about the service.
/// Thread safety: sample, data and adopt from any thread; load and save from the thread that runs the service.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/config/setting_table.hpp"
#include "app/status/counts.hpp"
#include "app/status/log_watch.hpp"
#include "app/status/state_file.hpp"
#include "app/status/status_data.hpp"
#include "ops/metrics.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

class StatusBoard {
 public:
  static constexpr std::chrono::seconds kSampleInterval{10};
  static constexpr std::chrono::seconds kSaveInterval{60};

  /// Thread safe; called for each sample.
  using TotalsSource = std::function<ops::Totals()>;

  /// `watch` is not null. `file` is report.file, which may be empty.
  StatusBoard(TotalsSource totals, std::shared_ptr<const LogWatch> watch, const std::filesystem::path& file,
              base::Seconds now);

  /// Reads report.file. Returns a sentence for the log, empty when all is well.
  [[nodiscard]] std::string load();
  /// Whether it is time for the next sample.
  [[nodiscard]] bool is_sample_due(base::Seconds now) const;
  /// Counts what was added since the last sample to the day and the minute of `now`.
  void sample(base::Seconds now);
  /// Writes report.file, if kSaveInterval has passed since the last time. Returns a sentence for the log when that
  /// begins to fail or works again.
  struct Saved {
    std::optional<std::string> failure;  ///< the first one only
    bool works_again = false;
  };
  [[nodiscard]] Saved save_if_due(base::Seconds now);
  [[nodiscard]] Saved save();

  /// The snapshot in use and the settings after a start or reload.
  void adopt(std::shared_ptr<const service::Snapshot> snapshot);
  void adopt(std::vector<SettingRow> settings);
  /// The settings of a reload; those named in `needs_restart` keep their value and are marked. An
  /// empty list changes nothing.
  void adopt_reloaded(std::vector<SettingRow> settings, const std::vector<std::string>& needs_restart);

  /// Without `service` and the members of `limits` that only the runner knows.
  [[nodiscard]] StatusData data(base::Seconds now) const;

 private:
  mutable std::mutex mutex_;  ///< also while counters are read, so that samples are in order
  TotalsSource source_;
  std::shared_ptr<const LogWatch> watch_;
  std::optional<StateFile> file_;
  bool is_failing_ = false;
  base::Seconds started_;
  base::Seconds saved_at_;
  std::optional<base::Seconds> sampled_at_;
  ops::Totals totals_;
  Counts last_;
  DayTable days_;
  MinuteRates minutes_;
  std::shared_ptr<const service::Snapshot> snapshot_;
  std::vector<SettingRow> settings_;
};

}  // namespace agent_access::app
