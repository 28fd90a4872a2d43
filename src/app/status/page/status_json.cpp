#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "app/status/counts.hpp"
#include "app/status/page/status_page.hpp"
#include "app/status/state_file.hpp"
#include "app/text/text.hpp"

namespace agent_access::app {
namespace {

boost::json::value time_json(base::Seconds time) {
  if (time == base::Seconds::max() || time == base::Seconds::min()) return nullptr;
  return boost::json::value(format_time(time));
}

boost::json::value time_json(const std::optional<base::Seconds>& time) {
  return time ? time_json(*time) : boost::json::value(nullptr);
}

boost::json::value duration_json(const Latency::Duration& duration) {
  if (!duration) return nullptr;
  return std::chrono::duration_cast<std::chrono::microseconds>(*duration).count();
}

boost::json::array minutes_json(const StatusData& data) {
  boost::json::array minutes;
  for (const auto& minute : data.minutes) {
    minutes.push_back({{"time", format_time(minute.time)}, {"requests", minute.requests}, {"refused", minute.refused}});
  }
  return minutes;
}

boost::json::array days_json(const StatusData& data) {
  boost::json::array days;
  for (const auto& [day, counts] : data.days) {
    boost::json::object row{{"day", day_text(day)}};
    for (auto& [name, value] : counts_json(counts)) row[name] = value;
    days.push_back(std::move(row));
  }
  return days;
}

boost::json::array resources_json(const StatusData& data) {
  boost::json::array resources;
  for (const auto& [path, numbers] : resource_rows(data.total)) {
    resources.push_back({{"path", path}, {"reads", numbers.reads}, {"refused", numbers.refused}});
  }
  return resources;
}

boost::json::object agents_json(const StatusData& data) {
  boost::json::array families;
  for (const auto& [name, requests] : data.total.agents) {
    const auto kind = data.agent_kinds.find(name);
    families.push_back(
        {{"name", name}, {"kind", kind != data.agent_kinds.end() ? kind->second : "unknown"}, {"requests", requests}});
  }
  return {{"counted", data.are_agents_counted}, {"families", std::move(families)}};
}

boost::json::object limits_json(const LimitFacts& limits) {
  return {{"open_connections", limits.open_connections},
          {"connections", limits.connections},
          {"refused_connections", limits.refused_connections},
          {"shed_connections", limits.shed_connections},
          {"held_memory_bytes", limits.held_memory},
          {"memory_limit_bytes", limits.memory_limit},
          {"rate_limited", limits.rate_limited},
          {"limiter_table_full", limits.table_full}};
}

boost::json::array keys_json(const StatusData& data) {
  boost::json::array keys;
  for (const auto& key : data.keys) {
    const bool never_signs = key.signs_from == key.signs_until;
    keys.push_back({{"kid", key.key_id},
                    {"state", key.state},
                    {"signs_from", never_signs ? boost::json::value(nullptr) : time_json(key.signs_from)},
                    {"signs_until", never_signs ? boost::json::value(nullptr) : time_json(key.signs_until)},
                    {"published_from", time_json(key.published_from)},
                    {"published_until", time_json(key.published_until)}});
  }
  return keys;
}

boost::json::array settings_json(const StatusData& data) {
  boost::json::array settings;
  for (const auto& row : data.settings) {
    settings.push_back(
        {{"name", row.name}, {"value", row.value}, {"from", row.origin}, {"needs_restart", row.needs_restart}});
  }
  return settings;
}

boost::json::object log_json(const StatusData& data) {
  boost::json::array recent;
  for (const auto& line : data.recent) {
    recent.push_back({{"time", line.time}, {"level", line.level}, {"event", line.event}, {"fields", line.fields}});
  }
  return {{"recent", std::move(recent)},
          {"lines_dropped", data.service.log_lines_dropped},
          {"lines_left_out", data.service.log_lines_left_out}};
}

}  // namespace

std::string render_status_json(const StatusData& data) {
  boost::json::array base_urls;
  for (const auto& url : data.service.base_urls) base_urls.emplace_back(url);
  const boost::json::object object{{"now", format_time(data.now)},
                                   {"started", format_time(data.started)},
                                   {"uptime_seconds", (data.now - data.started).count()},
                                   {"version", data.service.version},
                                   {"ready", data.service.is_ready},
                                   {"base_urls", std::move(base_urls)},
                                   {"snapshot",
                                    {{"number", data.service.snapshot_number},
                                     {"built", format_time(data.service.snapshot_built)},
                                     {"reload_failures", data.service.reload_failures}}},
                                   {"certificate_until", time_json(data.service.certificate_until)},
                                   {"latency_us",
                                    {{"p50", duration_json(data.latency.p50)},
                                     {"p90", duration_json(data.latency.p90)},
                                     {"p99", duration_json(data.latency.p99)}}},
                                   {"minutes", minutes_json(data)},
                                   {"since_start", counts_json(data.since_start)},
                                   {"total", counts_json(data.total)},
                                   {"days", days_json(data)},
                                   {"days_kept", data.is_kept},
                                   {"agents", agents_json(data)},
                                   {"resources", resources_json(data)},
                                   {"limits", limits_json(data.limits)},
                                   {"keys", keys_json(data)},
                                   {"next_rotation", time_json(data.next_rotation)},
                                   {"settings", settings_json(data)},
                                   {"log", log_json(data)}};
  return boost::json::serialize(object) + "\n";
}

}  // namespace agent_access::app
