#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "http/outcome.hpp"
#include "oauth/types.hpp"
#include "ops/metrics.hpp"
#include "ops/outcome_words.hpp"
#include "ops/process_facts.hpp"
#include "service/fault_table.hpp"
#include "site/documents/paths.hpp"
#include "tools/reference/reference.hpp"

namespace agent_access::tools {

namespace {

/// Faults with the same response, the operations of all of them in `fault`.
struct ErrorRow {
  http::Fault fault;
  std::string reasons;
};

bool have_one_response(const http::Fault& left, const http::Fault& right) {
  return left.status == right.status && left.error == right.error && left.sentence == right.sentence;
}

std::string where_text(http::Operations operations) {
  using enum http::Operations;
  const std::string token_path = cell_code(documents::kTokenPath);
  const std::vector<std::pair<http::Operations, std::string>> rows = {
      {any, "any request"},
      {registration, cell_code(documents::kRegisterPath)},
      {token, token_path},
      {token_with_scopes, token_path + " with `[[scopes]]`"},
      {profile, cell_code(oauth::kProfilePath)},
      {gates, "paths of `[[gates]]`"},
      {forward_auth, "`/oauth/gate`"},
      {authorization, "`/oauth/authorize`"}};
  std::vector<std::string> texts;
  for (const auto& [operation, text] : rows) {
    if (contains(operations, operation)) texts.push_back(text);
  }
  return base::joined(texts, ", ");
}

}  // namespace

std::string errors_rows() {
  std::vector<ErrorRow> errors;
  for (const http::Fault& fault : service::kFaults) {
    auto found = std::ranges::find_if(errors, [&](const ErrorRow& row) { return have_one_response(row.fault, fault); });
    if (found == errors.end()) found = errors.insert(errors.end(), {fault, {}});
    found->fault.operations = found->fault.operations | fault.operations;
    found->reasons.append(found->reasons.empty() ? "" : ", ").append(cell_code(fault.name));
  }
  std::ranges::stable_sort(errors, {}, [](const ErrorRow& row) { return row.fault.status; });
  std::string rows;
  for (const auto& [fault, reasons] : errors) {
    add_row(rows, {std::to_string(fault.status), cell_code(fault.error), cell_text(fault.sentence), reasons,
                   where_text(fault.operations)});
  }
  return rows;
}

namespace {

struct MetricDescription {
  std::string name;
  std::string help;
  std::string type;
  std::map<std::string, std::set<std::string>> labels;  ///< label → values
};

/// Counts one response for each route, method, kind of refusal and handshake, so that every label has its values.
void count_everything(ops::WorkerMetrics& worker) {
  http::Response response;
  const auto count = [&](http::Method method) {
    worker.count({method, "/", "192.0.2.1", "0", response, std::chrono::nanoseconds{1}});
  };
  for (std::size_t i = 0; i < ops::kRouteCount; ++i) {
    response.outcome.route = static_cast<http::Route>(i);
    count(http::Method::get);
  }
  for (std::size_t i = 0; i < ops::kMethodCount; ++i) count(static_cast<http::Method>(i));
  response.outcome.fault = &service::fault("unknown_path");
  count(http::Method::get);
  for (std::size_t i = 0; i < ops::kHandshakes.size(); ++i) worker.count(static_cast<http::Handshake>(i));
}

/// One response of a gated document for each status class but "other".
void count_resources(ops::WorkerMetrics& worker) {
  http::Response response;
  response.body = "x";
  response.outcome.route = http::Route::document;
  response.outcome.resource = "/data/";
  for (std::size_t of_class = 1; of_class < ops::kStatusClasses; ++of_class) {
    response.status = static_cast<std::uint16_t>(of_class * 100);
    worker.count({http::Method::get, "/", "192.0.2.1", "0", response, std::chrono::nanoseconds{1}});
  }
  response.outcome.fault = &service::fault("rate_limited_address");
  worker.count({http::Method::get, "/", "192.0.2.1", "0", response, std::chrono::nanoseconds{1}});
}

/// Of a line of the exposition: name{label="value",…} number.
void add_labels(MetricDescription& metric, std::string_view line) {
  auto rest = line.substr(0, line.find('}'));
  const auto begin = rest.find('{');
  if (begin == std::string_view::npos) return;
  rest.remove_prefix(begin + 1);
  while (!rest.empty()) {
    const auto equals = rest.find("=\"");
    const auto end = rest.find('"', equals + 2);
    const std::string label(rest.substr(0, equals));
    if (label != "le") metric.labels[label].emplace(rest.substr(equals + 2, end - equals - 2));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
}

std::vector<MetricDescription> read_exposition(std::string_view text) {
  constexpr std::string_view kHelp = "# HELP ";
  constexpr std::string_view kType = "# TYPE ";
  std::vector<MetricDescription> metrics;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    if (line.starts_with(kHelp)) {
      const auto words = line.substr(kHelp.size());
      const auto end = words.find(' ');
      metrics.push_back({std::string(words.substr(0, end)), std::string(words.substr(end + 1)), {}, {}});
    } else if (line.starts_with(kType)) {
      metrics.back().type = line.substr(line.rfind(' ') + 1);
    } else {
      add_labels(metrics.back(), line);
    }
  }
  return metrics;
}

std::string labels_text(const MetricDescription& metric) {
  std::string text;
  for (const auto& [label, values] : metric.labels) {
    text.append(text.empty() ? "" : "; ").append(cell_code(label));
    if (values.size() < 2) continue;
    std::string list;
    for (const auto& value : values) list.append(list.empty() ? "" : ", ").append(cell_code(value));
    text.append(": ").append(list);
  }
  return text;
}

/// Appends rows for the metrics that are not in `known` yet.
void append_rows(std::string& rows, std::set<std::string>& known, const std::string& exposition,
                 std::string_view condition) {
  for (const auto& metric : read_exposition(exposition)) {
    if (!known.insert(metric.name).second) continue;
    add_row(rows, {cell_code(metric.name), metric.type, cell_text(metric.help), labels_text(metric), condition});
  }
}

}  // namespace

std::string metrics_rows() {
  ops::Metrics metrics(1);
  count_everything(metrics.worker(0));
  std::string rows;
  std::set<std::string> known;
  ops::Gauges gauges;
  gauges.version = "0";
  append_rows(rows, known, metrics.expose(gauges), "");
  gauges.seconds_to_certificate_expiry = 0;
  append_rows(rows, known, metrics.expose(gauges), "with TLS");
  count_resources(metrics.worker(0));
  append_rows(rows, known, metrics.expose(gauges), "with gated documents or gates");
  gauges.process = ops::ProcessFacts{.cpu_seconds = 0,
                                     .open_descriptors = 0,
                                     .most_descriptors = 0,
                                     .virtual_bytes = 0,
                                     .resident_bytes = 0,
                                     .start_time = 0};
  append_rows(rows, known, metrics.expose(gauges), "");
  return rows;
}

}  // namespace agent_access::tools
