#include "tools/reference/errors_and_metrics.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "http/outcome.hpp"
#include "ops/exposition.hpp"
#include "service/fault_table.hpp"

namespace agent_access::tools {
namespace {

using http::Operations;
using templates::View;

/// The operations as templates/reference/reference.md names them.
constexpr std::pair<Operations, const char*> kOperations[] = {
    {Operations::any, "any"},
    {Operations::malformed, "malformed"},
    {Operations::registration, "registration"},
    {Operations::token, "token"},
    {Operations::token_with_scopes, "token_with_scopes"},
    {Operations::profile, "profile"},
    {Operations::gates, "gates"},
    {Operations::forward_auth, "forward_auth"},
    {Operations::authorization, "authorize"},
};

std::vector<View> operation_views(Operations operations) {
  std::vector<Operations> contained;
  for (const auto& [operation, name] : kOperations) {
    if (http::contains(operations, operation)) contained.push_back(operation);
  }
  return views_of(contained, [](Operations of_view) {
    View view;
    for (const auto& [operation, name] : kOperations) view.set(name, operation == of_view);
    return view;
  });
}

/// Faults with the same response, the operations of all of them in `fault`.
struct ErrorRow {
  http::Fault fault;
  std::vector<std::string_view> reasons;

  [[nodiscard]] bool has_response_of(const http::Fault& other) const {
    return fault.status == other.status && fault.error == other.error && fault.sentence == other.sentence;
  }
};

std::vector<ErrorRow> error_rows() {
  std::vector<ErrorRow> rows;
  for (const http::Fault& fault : service::kFaults) {
    auto found = std::ranges::find_if(rows, [&](const ErrorRow& row) { return row.has_response_of(fault); });
    if (found == rows.end()) found = rows.insert(rows.end(), {fault, {}});
    found->fault.operations = found->fault.operations | fault.operations;
    found->reasons.push_back(fault.name);
  }
  std::ranges::stable_sort(rows, {}, [](const ErrorRow& row) { return row.fault.status; });
  return rows;
}

struct Metric {
  std::string name;
  std::string help;
  std::string type{};
  std::map<std::string, std::set<std::string>> labels{};  ///< label → values
};

/// Adds the labels of a line of the exposition: name{label="value",…} number.
void add_labels(Metric& metric, std::string_view line) {
  for (auto equals = line.find("=\""); equals != std::string_view::npos; equals = line.find("=\"")) {
    const auto begin = line.find_last_of("{,", equals) + 1;
    const auto end = line.find('"', equals + 2);
    const std::string label(line.substr(begin, equals - begin));
    if (label != "le") metric.labels[label].emplace(line.substr(equals + 2, end - equals - 2));
    line.remove_prefix(end);
  }
}

std::vector<Metric> read_exposition(std::string_view text) {
  constexpr std::string_view kHelp = "# HELP ";
  constexpr std::string_view kType = "# TYPE ";
  std::vector<Metric> metrics;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    if (line.starts_with(kHelp)) {
      const auto words = line.substr(kHelp.size());
      const auto end = words.find(' ');
      metrics.push_back({std::string(words.substr(0, end)), std::string(words.substr(end + 1))});
    } else if (line.starts_with(kType)) {
      metrics.back().type = line.substr(line.rfind(' ') + 1);
    } else {
      add_labels(metrics.back(), line);
    }
  }
  return metrics;
}

/// One of everything that has labels, so that every label has its values; of statuses and reasons one is enough.
ops::Totals one_of_each() {
  ops::Totals totals;
  for (auto index = ops::status_index(200); index < totals.responses.size(); index += ops::kStatusCount) {
    totals.responses[index] = 1;
  }
  for (auto& route : totals.durations) route.buckets.front() = 1;
  totals.refusals["reason"] = 1;
  totals.handshakes.fill(1);
  return totals;
}

View label_view(const std::pair<const std::string, std::set<std::string>>& label) {
  const auto values = label.second.size() < 2 ? std::set<std::string>() : label.second;
  return View().set("label", label.first).set("values", list_of(values));
}

View metric_view(const Metric& metric) {
  return View()
      .set("metric", metric.name)
      .set("type", metric.type)
      .set("help", metric.help)
      .set("labels", views_of(metric.labels, label_view));
}

}  // namespace

std::vector<View> error_views() {
  return views_of(error_rows(), [](const ErrorRow& row) {
    return View()
        .set("status", std::to_string(row.fault.status))
        .set("error", row.fault.error)
        .set("description", row.fault.sentence)
        .set("reasons", list_of(row.reasons))
        .set("operations", operation_views(row.fault.operations));
  });
}

std::vector<View> metric_views() {
  std::vector<View> views;
  std::set<std::string> known;
  auto totals = one_of_each();
  ops::Gauges gauges;
  gauges.base_urls = {"https://example.com"};
  const auto add = [&](bool with_tls, bool with_gates) {
    for (const auto& metric : read_exposition(ops::expose(totals, gauges))) {
      if (!known.insert(metric.name).second) continue;
      views.push_back(metric_view(metric).set("with_tls", with_tls).set("with_gates", with_gates));
    }
  };
  add(false, false);
  gauges.seconds_to_certificate_expiry = 0;
  add(true, false);
  auto& resource = totals.resources["/data/"];
  std::fill(resource.status_classes.begin() + 1, resource.status_classes.end(), 1);
  resource.refusals["reason"] = 1;
  resource.bytes = 1;
  add(false, true);
  gauges.process = ops::ProcessFacts{0, 0, 0, 0, 0, 0};
  add(false, false);
  return views;
}

}  // namespace agent_access::tools
