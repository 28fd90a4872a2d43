#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "documents/paths.hpp"
#include "http/fields.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/types.hpp"
#include "service/outcome/fault_table.hpp"
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

}  // namespace agent_access::tools
