#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "site/documents/metadata.hpp"

namespace agent_access::documents {
namespace {

struct Explained {
  std::string_view error;
  std::string_view label;  ///< empty: the sentence of the fault explains it
};

/// The errors with a row each: those that a request can avoid.
constexpr auto kExplained = std::to_array<Explained>({{"invalid_request", "invalid_request"},
                                                      {"unsupported_grant_type", "grant_type"},
                                                      {"invalid_client_metadata", "client_name"},
                                                      {"invalid_scope", ""},
                                                      {"invalid_client", "invalid_client"},
                                                      {"invalid_token", "invalid_token"},
                                                      {"insufficient_scope", "scope"},
                                                      {"not_found", "not_found"},
                                                      {"method_not_allowed", "method"},
                                                      {"unsupported_media_type", "media_type"},
                                                      {"rate_limited", "rate"}});

http::Operations operations_of(const content::Settings& settings) {
  using enum http::Operations;
  if (!settings.has_profile) return any;
  const content::Access& access = settings.access;
  http::Operations operations = any | registration | token | profile | authorization;
  if (access.has_declared_scopes()) operations = operations | token_with_scopes;
  return access.gates.empty() ? operations : operations | gates;
}

}  // namespace

std::vector<ErrorRow> error_rows(const HostView& view) {
  const http::Operations operations = operations_of(view.settings);
  std::vector<ErrorRow> rows;
  std::set<std::string> statuses;
  ErrorRow last;
  for (const http::Fault& fault : view.faults) {
    if (!contains(fault.operations, operations)) continue;
    const std::string status = std::to_string(fault.status);
    const auto* const explained = std::ranges::find(kExplained, fault.error, &Explained::error);
    // The labels explain invalid_request as one of a token request, not as one of HTTP.
    const bool is_of_token = fault.status == 400 && view.settings.has_profile;
    if (explained == kExplained.end() || (fault.error == "invalid_request" && !is_of_token)) {
      statuses.insert(status);
      base::add_once(last.codes, std::string(fault.error));
    } else if (std::ranges::find(rows, std::vector{std::string(fault.error)}, &ErrorRow::codes) == rows.end()) {
      rows.push_back({status, {std::string(fault.error)}, explained->label, fault.sentence});
    }
  }
  std::ranges::stable_sort(rows, {}, &ErrorRow::status);
  if (statuses.empty()) return rows;
  last.status = base::joined(statuses);
  rows.push_back(std::move(last));
  return rows;
}

}  // namespace agent_access::documents
