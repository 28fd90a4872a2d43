/// \file
/// Collects what the status page shows: samples of the counters, days, and what the runner tells about the service.
/// Thread safety: sample, data and adopt from any thread; load and save from the thread that runs the service.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/config/setting_table.hpp"
#include "app/deployment/material.hpp"
#include "app/status/counts.hpp"
#include "app/status/log_watch.hpp"
#include "app/status/state_file.hpp"
#include "base/ports.hpp"
#include "ops/metrics.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

struct Latency {
  using Duration = std::optional<std::chrono::nanoseconds>;  ///< nothing without requests
  Duration p50;
  Duration p90;
  Duration p99;
};

struct LimitFacts {
  std::uint64_t open_connections = 0;
  std::uint64_t connections = 0;          ///< since the start
  std::uint64_t refused_connections = 0;  ///< likewise, and the next one
  std::uint64_t shed_connections = 0;
  std::uint64_t held_memory = 0;   ///< bytes
  std::uint64_t memory_limit = 0;  ///< limits.memory
  std::uint64_t table_full = 0;    ///< decisions without an entry of their own in the limiter's table
  std::uint64_t rate_limited = 0;  ///< requests refused with 429
};

/// About the process; set by the runner.
struct ServiceFacts {
  std::string version;
  std::vector<std::string> base_urls;
  bool is_ready = false;
  std::uint64_t snapshot_number = 0;
  base::Seconds snapshot_built{};
  std::uint64_t reload_failures = 0;
  std::uint64_t log_lines_dropped = 0;
  std::uint64_t log_lines_left_out = 0;
  std::optional<base::Seconds> certificate_until = std::nullopt;  ///< nothing without TLS
};

/// Everything that the status page shows, as values.
struct StatusData {
  base::Seconds now{};
  base::Seconds started{};
  ServiceFacts service;
  std::vector<MinuteRates::Minute> minutes;  ///< of the last hour, oldest first
  Latency latency;                           ///< since the start
  Counts since_start;
  Counts total;                          ///< of all `days`
  std::map<DayTable::Day, Counts> days;  ///< oldest first
  bool is_kept = false;                  ///< report.file is set: the days survive a restart
  bool are_agents_counted = true;        ///< false if log.level leaves out the lines about requests
  std::map<std::string, std::string, std::less<>> agent_kinds;  ///< of each family of `total`
  LimitFacts limits;
  std::vector<KeyRow> keys;
  std::optional<base::Seconds> next_rotation;  ///< nothing for PEM keys
  std::vector<SettingRow> settings;
  std::vector<RecentLine> recent;  ///< oldest first
};

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

  /// The snapshot in use after a start or reload.
  void adopt(std::shared_ptr<const service::Snapshot> snapshot);
  /// The settings after a start or reload; those named in `needs_restart` keep their value and are marked. An empty
  /// list changes nothing.
  void adopt(std::vector<SettingRow> settings, const std::vector<std::string>& needs_restart = {});

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
