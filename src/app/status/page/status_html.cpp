#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/status/page/assets.hpp"
#include "app/status/page/charts.hpp"
#include "app/status/page/status_page.hpp"
#include "app/status/state_file.hpp"
#include "app/text/text.hpp"
#include "ops/outcome_words.hpp"

namespace agent_access::app {
namespace {

using render::View;

constexpr std::size_t kMostRows = 12;

/// Since when `total` counts: "since 2026-01-31", or since the start without report.file.
std::string since_text(const StatusData& data) {
  if (!data.is_kept || data.days.empty()) return "since the start";
  return "since " + day_text(data.days.begin()->first);
}

void set_service(View& view, const StatusData& data) {
  const auto& service = data.service;
  const auto failures = service.reload_failures;
  view.set("version", service.version)
      .set("host", service.base_urls.empty() ? "agent-access" : service.base_urls.front())
      .set("is_ready", service.is_ready)
      .set("uptime", span_text((data.now - data.started).count()))
      .set("content_age", span_text((data.now - service.snapshot_built).count()))
      .set_optional("failed_reloads", failures == 0 ? std::string() : counted(failures, "failed reload"))
      .set("now", utc_text(data.now.time_since_epoch().count()));
}

void set_totals(View& view, const StatusData& data) {
  std::uint64_t hour = 0;
  for (const auto& minute : data.minutes) hour += minute.requests;
  using Number = std::pair<std::string_view, std::uint64_t Counts::*>;
  std::vector<View> totals;
  for (const auto& [name, member] : {Number{"Registrations", &Counts::registrations}, Number{"Tokens", &Counts::tokens},
                                     Number{"Profiles read", &Counts::profiles}}) {
    totals.push_back(View()
                         .set("name", name)
                         .set("total", number_text(data.total.*member))
                         .set("since_start", number_text(data.since_start.*member)));
  }
  view.set("requests_of_hour", number_text(hour))
      .set("requests", number_text(data.total.requests))
      .set("since", since_text(data))
      .set("is_kept", data.is_kept)
      .set("totals", totals);
}

void set_latency(View& view, const Latency& latency) {
  const auto text = [](const Latency::Duration& duration) { return duration ? duration_text(*duration) : "–"; };
  if (!latency.p50) {
    view.set("latency", false);
  } else {
    view.set("latency",
             View().set("p50", text(latency.p50)).set("p90", text(latency.p90)).set("p99", text(latency.p99)));
  }
}

std::vector<BarRow> rows_of(const NamedCounts& counts) {
  std::vector<BarRow> rows;
  for (const auto& [name, count] : counts) rows.push_back({.name = name, .detail = {}, .count = count});
  return rows;
}

std::vector<BarRow> resource_bars(const StatusData& data) {
  std::vector<BarRow> rows;
  for (const auto& [path, numbers] : resource_rows(data.total)) {
    const auto refused = numbers.refused == 0 ? std::string() : number_text(numbers.refused) + " refused";
    rows.push_back({.name = path, .detail = refused, .count = numbers.reads});
  }
  return rows;
}

std::vector<BarRow> refusal_bars(const StatusData& data) {
  std::vector<BarRow> rows;
  for (const auto& [reason, count] : data.total.refusals) {
    // What the client should do follows the semicolon.
    const auto sentence = ops::sentence_of(reason);
    const std::string text(sentence.substr(0, sentence.find(';')));
    rows.push_back({.name = text.empty() ? reason : text, .detail = text.empty() ? "" : reason, .count = count});
  }
  return rows;
}

std::vector<BarRow> agent_bars(const StatusData& data) {
  std::vector<BarRow> rows;
  for (const auto& [name, count] : data.total.agents) {
    const auto kind = data.agent_kinds.find(name);
    const bool has_kind = kind != data.agent_kinds.end() && kind->second != "unknown";
    rows.push_back({.name = name, .detail = has_kind ? kind->second : "", .count = count});
  }
  return rows;
}

void set_tables(View& view, const StatusData& data) {
  const auto table = [](std::string_view name, std::string_view count, std::vector<BarRow> rows) {
    return bar_table(name, count, std::move(rows), kMostRows);
  };
  const auto today = std::chrono::floor<std::chrono::days>(data.now);
  view.set("are_agents_counted", data.are_agents_counted)
      .set_optional("agents", table("Family", "Requests", agent_bars(data)))
      .set_optional("resources", table("Path", "Reads", resource_bars(data)))
      .set_optional("refusals", table("Reason", "Requests", refusal_bars(data)))
      .set_optional("statuses", table("Status", "Answers", rows_of(data.total.statuses)))
      .set_optional("routes", table("Kind", "Requests", rows_of(data.total.routes)))
      .set_optional("minutes", rate_chart(data.minutes))
      .set_optional("days", day_chart(data.days, today));
}

View limits_view(const LimitFacts& limits) {
  const double held = static_cast<double>(limits.held_memory);
  const double share = limits.memory_limit == 0 ? 0 : held / static_cast<double>(limits.memory_limit);
  return View()
      .set("held_memory", bytes_text(limits.held_memory))
      .set("memory_limit", bytes_text(limits.memory_limit))
      .set("memory_percent", decimal_text(std::min(share, 1.0) * 100, 1))
      .set("open_connections", number_text(limits.open_connections))
      .set("connections", number_text(limits.connections))
      .set("refused_connections", number_text(limits.refused_connections))
      .set("shed_connections", number_text(limits.shed_connections))
      .set("rate_limited", number_text(limits.rate_limited))
      .set("table_full", number_text(limits.table_full));
}

void set_keys(View& view, const StatusData& data) {
  const auto& until = data.service.certificate_until;
  const auto& next = data.next_rotation;
  view.set_optional("next_key_in", next ? span_text((*next - data.now).count()) : std::string())
      .set_optional("keys", key_chart(data.keys, data.now))
      .set_optional("certificate_until", until ? format_time(*until) : std::string());
}

/// The newest line first.
void set_log(View& view, const StatusData& data) {
  const auto lost = data.service.log_lines_dropped;
  std::vector<View> lines;
  for (auto line = data.recent.rbegin(); line != data.recent.rend(); ++line) {
    lines.push_back(View()
                        .set("chip", line->level == "error" ? "bad" : "warn")
                        .set("level", line->level)
                        .set("time", line->time)
                        .set("event", line->event)
                        .set("fields", line->fields));
  }
  view.set("recent", !lines.empty())
      .set("most_lines", std::to_string(LogWatch::kMostLines))
      .set_optional("lost_lines", lost == 0 ? std::string() : counted(lost, "line"))
      .set("lines", lines);
}

std::string setting_table_of(const std::vector<View>& rows) {
  return fill_status("settings.html", View().set("settings", rows));
}

void set_settings(View& view, const StatusData& data) {
  std::vector<View> own;
  std::vector<View> defaults;
  for (const auto& row : data.settings) {
    const bool is_default = row.origin == "default" && !row.needs_restart;
    (is_default ? defaults : own)
        .push_back(View()
                       .set("name", row.name)
                       .set("value", row.value)
                       .set("origin", row.origin)
                       .set("needs_restart", row.needs_restart));
  }
  view.set_optional("own_settings", own.empty() ? std::string() : setting_table_of(own))
      .set("default_count", counted(defaults.size(), "setting"))
      .set("default_settings", setting_table_of(defaults));
}

}  // namespace

std::string render_status_html(const StatusData& data, Refresh refresh) {
  auto view = View()
                  .set("is_refreshed", refresh == Refresh::each_minute)
                  .set("style", status::asset("status/status.css"))
                  .set("limits", limits_view(data.limits));
  set_service(view, data);
  set_totals(view, data);
  set_latency(view, data.latency);
  set_tables(view, data);
  set_keys(view, data);
  set_log(view, data);
  set_settings(view, data);
  return fill_status("status.html", view) + "\n";
}

}  // namespace agent_access::app
