/// \file
/// Everything that the status page shows, as values. Plain data; thread safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/config/setting_table.hpp"
#include "app/deployment/material.hpp"
#include "app/status/counts.hpp"
#include "app/status/log_watch.hpp"
#include "base/ports.hpp"

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
  std::optional<std::string> shared_state = std::nullopt;  ///< of limits.shared; nothing when limits are not shared
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

}  // namespace agent_access::app
