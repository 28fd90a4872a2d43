#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "http/fields.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/types.hpp"
#include "ops/metrics.hpp"
#include "ops/outcome_words.hpp"
#include "ops/process_facts.hpp"
#include "service/outcome/fault_table.hpp"
#include "site/documents/paths.hpp"
#include "tools/reference/reference.hpp"

namespace agent_access::tools {

namespace {

/// Faults with the same response.
struct ErrorRow {
  http::Problem problem;
  std::string reasons;
  std::string where;

  [[nodiscard]] bool has_problem(const http::Problem& other) const {
    return problem.status == other.status && problem.error == other.error && problem.description == other.description;
  }
};

void add_name(std::string& list, const std::string& name) {
  if (name.empty() || list.find(name) != std::string::npos) return;
  list.append(list.empty() ? "" : ", ").append(name);
}

void add_error(std::vector<ErrorRow>& rows, const http::Problem& problem, std::string_view reason,
               const std::string& where) {
  auto found = std::ranges::find_if(rows, [&](const ErrorRow& row) { return row.has_problem(problem); });
  if (found == rows.end()) found = rows.insert(rows.end(), {problem, {}, {}});
  add_name(found->reasons, cell_code(reason));
  add_name(found->where, where);
}

std::string where_text(service::Operations operations) {
  auto registration = cell_code(documents::kRegisterPath);
  auto token = cell_code(documents::kTokenPath);
  switch (operations) {
    case service::Operations::any:
      return "any request";
    case service::Operations::registration:
      return registration;
    case service::Operations::token:
      return token;
    case service::Operations::registration_and_token:
      return registration + ", " + token;
    case service::Operations::token_with_scopes:
      return token + " with `[[scopes]]`";
    case service::Operations::gates:
      return "paths of `[[gates]]`";
    case service::Operations::forward_auth:
      return "`/oauth/gate`";
    case service::Operations::profile:
      return cell_code(oauth::kProfilePath);
    case service::Operations::none:
      return cell_code("/oauth/authorize");
  }
  return {};
}

/// The log has the budget instead of this reason.
bool is_named_by_budget(service::RequestFault fault) { return fault == service::RequestFault::rate_limited; }
template <class Fault>
bool is_named_by_budget(Fault /*fault*/) {
  return false;
}

template <class Fault>
void add_faults(std::vector<ErrorRow>& rows) {
  for (const auto& row : service::fault_rows<Fault>()) {
    if (is_named_by_budget(row.fault)) continue;
    add_error(rows, row.problem, row.name, where_text(row.operations));
  }
}

std::vector<ErrorRow> all_errors() {
  std::vector<ErrorRow> rows;
  for (const auto& row : http::request_errors()) add_error(rows, row.problem, row.name, "any request");
  add_faults<service::RequestFault>(rows);
  add_faults<oauth::TokenFault>(rows);
  add_faults<oauth::RegistrationFault>(rows);
  add_faults<oauth::BearerFault>(rows);
  const auto limited = service::problem_of(service::RequestFault::rate_limited);
  for (const auto budget : limit::kRefusingBudgets) {
    add_error(rows, limited, limit::name_of(budget), "any request");
  }
  std::ranges::stable_sort(rows, {}, [](const ErrorRow& row) { return row.problem.status; });
  return rows;
}

}  // namespace

std::string errors_rows() {
  std::string rows;
  for (const auto& row : all_errors()) {
    add_row(rows, {std::to_string(row.problem.status), cell_code(row.problem.error), cell_text(row.problem.description),
                   row.reasons, row.where});
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
  service::Outcome outcome;
  const auto count = [&](http::Method method) {
    worker.count({method, "/", "192.0.2.1", "0", response, std::chrono::nanoseconds{1}}, outcome);
  };
  for (std::size_t i = 0; i < ops::kRouteCount; ++i) {
    outcome.route = static_cast<publish::Route>(i);
    count(http::Method::get);
  }
  for (std::size_t i = 0; i < ops::kMethodCount; ++i) count(static_cast<http::Method>(i));
  outcome.ending = service::RequestFault::unknown_path;
  count(http::Method::get);
  for (std::size_t i = 0; i < ops::kHandshakes.size(); ++i) worker.count(static_cast<http::Handshake>(i));
}

/// One response of a gated document for each status class but "other".
void count_resources(ops::WorkerMetrics& worker) {
  http::Response response;
  response.body = "x";
  service::Outcome outcome;
  outcome.route = publish::Route::document;
  outcome.resource = "/data/";
  for (std::size_t of_class = 1; of_class < ops::kStatusClasses; ++of_class) {
    response.status = static_cast<std::uint16_t>(of_class * 100);
    worker.count({http::Method::get, "/", "192.0.2.1", "0", response, std::chrono::nanoseconds{1}}, outcome);
  }
  outcome.ending = limit::RefusedBy::address;
  worker.count({http::Method::get, "/", "192.0.2.1", "0", response, std::chrono::nanoseconds{1}}, outcome);
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
