#include "app/status/page/status_html.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/status/page/charts.hpp"
#include "app/status/page/html_parts.hpp"
#include "app/status/state_file.hpp"
#include "app/text/text.hpp"
#include "ops/outcome_words.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kMostRows = 12;

/// `details` are HTML, a line each.
std::string card(std::string_view name, const std::string& value, const std::vector<std::string>& details) {
  std::string html =
      "<div class=\"card\"><h2>" + render::escape_markup(name) + "</h2><p class=\"value\">" + value + "</p>";
  for (const auto& detail : details) html += "<p class=\"detail\">" + detail + "</p>";
  return html + "</div>";
}

/// Since when `total` counts: "since 2026-01-31", or since the start without report.file.
std::string since_text(const StatusData& data) {
  if (!data.is_kept || data.days.empty()) return "since the start";
  return "since " + day_text(data.days.begin()->first);
}

std::string latency_text(const Latency::Duration& duration) { return duration ? duration_text(*duration) : "–"; }

std::string header(const StatusData& data) {
  const auto& service = data.service;
  const auto host = service.base_urls.empty() ? std::string("agent-access") : service.base_urls.front();
  const auto& is_ready = service.is_ready;
  std::string html = "<header><p class=\"product\">agent-access " + render::escape_markup(service.version) +
                     "</p><h1>" + render::escape_markup(host) + "</h1><p class=\"facts\"><span class=\"chip " +
                     (is_ready ? "good\">serving" : "bad\">starting or stopping") + "</span> <span>up " +
                     span_text((data.now - data.started).count()) + "</span> <span>content loaded " +
                     span_text((data.now - service.snapshot_built).count()) + " ago</span>";
  if (service.reload_failures != 0) {
    html += " <span class=\"chip bad\">" + counted(service.reload_failures, "failed reload") + "</span>";
  }
  return html + " <span>" + utc_text(data.now.time_since_epoch().count()) + "</span></p></header>\n";
}

std::string latency_card(const Latency& latency) {
  if (!latency.p50) return card("Latency", "–", {"no answer yet"});
  return card("Latency", latency_text(latency.p50),
              {"for half of all answers", "90 %: " + latency_text(latency.p90), "99 %: " + latency_text(latency.p99)});
}

std::string cards(const StatusData& data) {
  std::uint64_t hour = 0;
  for (const auto& minute : data.minutes) hour += minute.requests;
  std::string html = "<div class=\"cards\">";
  html += card("Requests", number_text(hour),
               {"in the last hour", number_text(data.total.requests) + " " + since_text(data)});
  using Number = std::pair<std::string_view, std::uint64_t Counts::*>;
  for (const auto& [name, member] : {Number{"Registrations", &Counts::registrations}, Number{"Tokens", &Counts::tokens},
                                     Number{"Profiles read", &Counts::profiles}}) {
    std::vector<std::string> details = {since_text(data)};
    if (data.is_kept) details.push_back(number_text(data.since_start.*member) + " since the start");
    html += card(name, number_text(data.total.*member), details);
  }
  return html + latency_card(data.latency) + "</div>\n";
}

std::vector<BarRow> rows_of(const NamedCounts& counts) {
  std::vector<BarRow> rows;
  for (const auto& [name, count] : counts) rows.push_back({.name = name, .detail = {}, .count = count});
  return rows;
}

std::string statuses_section(const StatusData& data) {
  const auto body = data.total.statuses.empty()
                        ? empty_state("No request has been answered yet.")
                        : bar_table("Status", "Answers", rows_of(data.total.statuses), kMostRows);
  return section("Responses", since_text(data), body);
}

std::string routes_section(const StatusData& data) {
  const auto body = data.total.routes.empty() ? empty_state("No request has been answered yet.")
                                              : bar_table("Kind", "Requests", rows_of(data.total.routes), kMostRows);
  return section("What was asked for", since_text(data), body);
}

/// Nothing for a site on which no gated document or gate was asked for.
std::string resources_section(const StatusData& data) {
  std::vector<BarRow> rows;
  for (const auto& [path, numbers] : resource_rows(data.total)) {
    const auto refused = numbers.refused == 0 ? std::string() : number_text(numbers.refused) + " refused";
    rows.push_back({.name = path, .detail = refused, .count = numbers.reads});
  }
  if (rows.empty()) return {};
  return section("Gated documents and gates", since_text(data), bar_table("Path", "Reads", std::move(rows), kMostRows));
}

std::string refusals_section(const StatusData& data) {
  std::vector<BarRow> rows;
  for (const auto& [reason, count] : data.total.refusals) {
    // What the client should do follows the semicolon.
    const auto sentence = ops::sentence_of(reason);
    const std::string text(sentence.substr(0, sentence.find(';')));
    rows.push_back({.name = text.empty() ? reason : text, .detail = text.empty() ? "" : reason, .count = count});
  }
  const auto body = rows.empty() ? empty_state("No request has been refused.")
                                 : bar_table("Reason", "Requests", std::move(rows), kMostRows);
  return section("Refusals", since_text(data), body);
}

std::string agents_section(const StatusData& data) {
  constexpr std::string_view kNote = ", by User-Agent (not verified)";
  std::vector<BarRow> rows;
  for (const auto& [name, count] : data.total.agents) {
    const auto kind = data.agent_kinds.find(name);
    const bool has_kind = kind != data.agent_kinds.end() && kind->second != "unknown";
    rows.push_back({.name = name, .detail = has_kind ? kind->second : "", .count = count});
  }
  if (!data.are_agents_counted) {
    return section("Agents", "",
                   empty_state("Agents are counted from the log lines about requests, which log.level "
                               "leaves out. Set it to \"info\"."));
  }
  const auto body = rows.empty() ? empty_state("No agent has come yet.")
                                 : bar_table("Family", "Requests", std::move(rows), kMostRows);
  return section("Agents", since_text(data) + std::string(kNote), body);
}

std::string limits_section(const StatusData& data) {
  const auto& limits = data.limits;
  const double share =
      limits.memory_limit == 0 ? 0 : static_cast<double>(limits.held_memory) / static_cast<double>(limits.memory_limit);
  std::vector<Fact> facts = {
      {"Memory for connections",
       bytes_text(limits.held_memory) + " of " + bytes_text(limits.memory_limit) + bar(share, "bar meter")},
      {"Open connections", number_text(limits.open_connections)},
      {"Connections accepted", number_text(limits.connections)},
      {"Connections refused by a limit", number_text(limits.refused_connections)},
      {"Connections closed to make room", number_text(limits.shed_connections)},
      {"Requests over the rate limit", number_text(limits.rate_limited)},
      {"Requests not counted: table full", number_text(limits.table_full)},
      {"Limits shared between replicas", limits.shared_state ? render::escape_markup(*limits.shared_state) : "off"}};
  return section("Limits", "since the start", fact_list(facts));
}

std::string keys_section(const StatusData& data) {
  std::string note = "the same on every replica";
  if (data.next_rotation) {
    note = "The next key signs in " + span_text((*data.next_rotation - data.now).count()) + ".";
  }
  std::string body = key_chart(data.keys, data.now);
  if (data.service.certificate_until) {
    body += fact_list({{"TLS certificate", "until " + format_time(*data.service.certificate_until)}});
  }
  return section("Signing keys", note, body);
}

std::string recent_section(const StatusData& data) {
  std::string note = "the last " + std::to_string(LogWatch::kMostLines) + " since the start, the newest first";
  if (data.service.log_lines_dropped != 0) {
    note += "; " + counted(data.service.log_lines_dropped, "line") + " could not be written";
  }
  if (data.recent.empty())
    return section("Warnings and errors", "", empty_state("The log has neither since the start."));
  std::string body = "<ol class=\"log\">";
  for (auto line = data.recent.rbegin(); line != data.recent.rend(); ++line) {
    const bool is_error = line->level == "error";
    body += "<li><span class=\"chip " + std::string(is_error ? "bad" : "warn") + "\">" +
            render::escape_markup(line->level) + "</span> <time>" + render::escape_markup(line->time) + "</time> <b>" +
            render::escape_markup(line->event) + "</b> <code>" + render::escape_markup(line->fields) + "</code></li>";
  }
  return section("Warnings and errors", note, body + "</ol>");
}

std::string setting_table_of(const std::vector<const SettingRow*>& rows) {
  std::string html =
      "<table class=\"settings\"><thead><tr><th scope=\"col\">Setting</th><th scope=\"col\">Value</th><th "
      "scope=\"col\">From</th></tr></thead><tbody>";
  for (const auto* row : rows) {
    html += "<tr><th scope=\"row\">" + render::escape_markup(row->name) + "</th><td><code>" +
            render::escape_markup(row->value) + "</code>" +
            (row->needs_restart ? " <span class=\"chip warn\">changed; needs a restart</span>" : "") +
            "</td><td class=\"detail\">" + render::escape_markup(row->origin) + "</td></tr>";
  }
  return html + "</tbody></table>";
}

std::string configuration_section(const StatusData& data) {
  std::vector<const SettingRow*> own;
  std::vector<const SettingRow*> defaults;
  for (const auto& row : data.settings)
    (row.origin == "default" && !row.needs_restart ? defaults : own).push_back(&row);
  std::string body = own.empty() ? empty_state("Every setting has its default.") : setting_table_of(own);
  body += "<details><summary>" + counted(defaults.size(), "setting") + " with the default</summary>" +
          setting_table_of(defaults) + "</details>";
  return section("Configuration", "what the running process obeys; secrets are not shown", body);
}

std::string head(Refresh refresh) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">";
  if (refresh == Refresh::each_minute) html += "<meta http-equiv=\"refresh\" content=\"60\">";
  return html + "<title>Status – agent-access</title><link rel=\"icon\" href=\"data:,\">\n<style>" +
         std::string(status_style()) + "</style></head>\n<body>";
}

std::string footer(Refresh refresh) {
  const std::string_view link = refresh == Refresh::each_minute
                                    ? "Loaded again every minute. <a href=\"/status\">Stop that</a>"
                                    : "<a href=\"/status?refresh\">Load again every minute</a>";
  return "<footer><p>" + std::string(link) +
         " · <a href=\"/status.json\">This page as JSON</a> · <a "
         "href=\"/metrics\">Metrics</a></p></footer></body></html>\n";
}

}  // namespace

std::string render_status_html(const StatusData& data, Refresh refresh) {
  const auto today = std::chrono::floor<std::chrono::days>(data.now);
  std::string html = head(refresh) + header(data) + "<main>" + cards(data);
  html += section("Requests by minute", "", rate_chart(data.minutes));
  html += "<div class=\"packed\">" + agents_section(data) + resources_section(data) + refusals_section(data) +
          statuses_section(data) + routes_section(data) + limits_section(data) + keys_section(data) + "</div>";
  html += section("Requests by day",
                  data.is_kept ? "kept in report.file"
                               : "These numbers end with the process; report.file keeps them over a restart.",
                  day_chart(data.days, today));
  return html + recent_section(data) + configuration_section(data) + "</main>\n" + footer(refresh);
}

}  // namespace agent_access::app
