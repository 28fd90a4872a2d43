#include "app/status/status_board.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include "ops/agents/agent_table.hpp"

namespace agent_access::app {
namespace {

/// Over all routes.
Latency latency_of(const ops::Totals& totals) {
  std::array<std::uint64_t, ops::kDurationBuckets> buckets{};
  for (const auto& route : totals.durations) {
    std::ranges::transform(buckets, route.buckets, buckets.begin(), std::plus());
  }
  return {.p50 = percentile(buckets, 0.5), .p90 = percentile(buckets, 0.9), .p99 = percentile(buckets, 0.99)};
}

std::uint64_t sum_of(std::span<const std::uint64_t> counts) noexcept {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// Of the names in limit::name_of: requests refused with 429.
std::uint64_t rate_limited(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const auto by : limit::kRefusingBudgets) {
    const auto found = counts.refusals.find(limit::name_of(by));
    if (found != counts.refusals.end()) sum += found->second;
  }
  return sum;
}

std::map<std::string, std::string, std::less<>> kinds_of(const NamedCounts& agents) {
  std::map<std::string, std::string, std::less<>> kinds;
  const auto& rows = ops::AgentTable::built_in().rows();
  for (const auto& [name, count] : agents) {
    const auto found = std::ranges::find(rows, name, &ops::AgentFamily::name);
    kinds[name] = found != rows.end() ? found->kind : "unknown";
  }
  return kinds;
}

std::vector<KeyRow> keys_of(const service::Snapshot& snapshot, base::Seconds now) {
  std::vector<KeyRow> rows;
  for (const auto& key : snapshot.keys.keys()) rows.push_back(key_row(key, now));
  return rows;
}

}  // namespace

StatusBoard::StatusBoard(TotalsSource totals, std::shared_ptr<const LogWatch> watch, const std::filesystem::path& file,
                         base::Seconds now)
    : source_(std::move(totals)), watch_(std::move(watch)), started_(now), saved_at_(now) {
  if (!file.empty()) file_.emplace(file);
}

std::string StatusBoard::load() {
  if (!file_) return {};
  auto loaded = file_->load(started_);
  const std::scoped_lock lock(mutex_);
  days_ = std::move(loaded.days);
  return std::move(loaded.problem);
}

bool StatusBoard::is_sample_due(base::Seconds now) const {
  const std::scoped_lock lock(mutex_);
  // Also after the clock was set back.
  return !sampled_at_ || now < *sampled_at_ || now - *sampled_at_ >= kSampleInterval;
}

void StatusBoard::sample(base::Seconds now) {
  const std::scoped_lock lock(mutex_);
  sampled_at_ = now;
  totals_ = source_();
  auto counts = counts_of(totals_, watch_->families());
  const auto added = difference(counts, last_);
  last_ = std::move(counts);
  minutes_.add(now, added.requests, refused(added));
  if (added != Counts{}) days_.add(std::chrono::floor<std::chrono::days>(now), added);
}

StatusBoard::Saved StatusBoard::save_if_due(base::Seconds now) {
  if (now >= saved_at_ && now - saved_at_ < kSaveInterval) return {};
  saved_at_ = now;
  return save();
}

StatusBoard::Saved StatusBoard::save() {
  if (!file_) return {};
  DayTable days;
  {
    const std::scoped_lock lock(mutex_);
    days = days_;
  }
  const auto written = file_->save(days);
  const bool was_failing = std::exchange(is_failing_, !written);
  if (!written && !was_failing) return {.failure = written.error()};
  return {.failure = std::nullopt, .works_again = written && was_failing};
}

void StatusBoard::adopt(std::shared_ptr<const service::Snapshot> snapshot) {
  const std::scoped_lock lock(mutex_);
  snapshot_ = std::move(snapshot);
}

void StatusBoard::adopt(std::vector<SettingRow> settings, const std::vector<std::string>& needs_restart) {
  if (settings.empty()) return;
  const std::scoped_lock lock(mutex_);
  for (auto& row : settings) {
    if (std::ranges::find(needs_restart, row.name) == needs_restart.end()) continue;
    const auto before = std::ranges::find(settings_, row.name, &SettingRow::name);
    if (before != settings_.end()) row = *before;
    row.needs_restart = true;
  }
  settings_ = std::move(settings);
}

StatusData StatusBoard::data(base::Seconds now) const {
  StatusData data;
  data.now = now;
  data.started = started_;
  data.recent = watch_->recent();
  const std::scoped_lock lock(mutex_);
  data.minutes = minutes_.last_hour(now);
  data.latency = latency_of(totals_);
  data.since_start = last_;
  data.total = days_.total();
  data.days = days_.days();
  data.is_kept = file_.has_value();
  data.agent_kinds = kinds_of(data.total.agents);
  data.limits.open_connections = totals_.open_connections();
  data.limits.connections = totals_.of(ops::Event::connection_opened);
  data.limits.refused_connections = sum_of(totals_.refused);
  data.limits.shed_connections = sum_of(totals_.shed);
  data.limits.rate_limited = rate_limited(last_);
  data.service.log_lines_left_out = totals_.of(ops::Event::line_left_out);
  data.settings = settings_;
  if (!snapshot_) return data;
  data.keys = keys_of(*snapshot_, now);
  for (const auto& url : snapshot_->settings.base_urls) data.service.base_urls.push_back(url.text());
  data.service.snapshot_number = snapshot_->number;
  data.service.snapshot_built = snapshot_->built_at;
  if (snapshot_->keys.next_rotation() != base::Seconds::max()) data.next_rotation = snapshot_->keys.next_rotation();
  return data;
}

}  // namespace agent_access::app
