#include "site/guides/error_list.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "site/documents/paths.hpp"

namespace agent_access::documents {
namespace {

struct Explained {
  std::string_view error;
  std::string_view label;  ///< empty: the sentence of the fault explains it
};

/// The errors that a request can avoid.
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
  for (const http::Fault& fault : view.faults) {
    const auto is_same = [&](const ErrorRow& row) { return row.status == fault.status && row.error == fault.error; };
    if (!contains(fault.operations, operations) || std::ranges::any_of(rows, is_same)) continue;
    const auto* const explained = std::ranges::find(kExplained, fault.error, &Explained::error);
    // The labels explain invalid_request as one of a token request, not as one of HTTP.
    const bool is_of_token = fault.status == 400 && view.settings.has_profile;
    ErrorRow& row = rows.emplace_back(fault.status, fault.error);
    if (explained == kExplained.end() || (fault.error == "invalid_request" && !is_of_token)) continue;
    row.label = explained->label;
    row.sentence = fault.sentence;
  }
  std::ranges::stable_sort(rows, {}, &ErrorRow::status);
  return rows;
}

std::vector<templates::View> error_views(const HostView& view, const content::Markup& markup) {
  const std::string openapi = markup.link(kOpenapiPath.substr(1), std::string(kOpenapiPath));
  std::vector<templates::View> views;
  for (const ErrorRow& row : error_rows(view)) {
    const std::string name(row.label);
    const bool is_own = name.empty() && !row.sentence.empty();
    const std::string fix = "fix_" + (name.empty() ? "other" : name);
    views.push_back(templates::View().set("status", std::to_string(row.status)).set("error", row.error));
    views.back()
        .set("why", name.empty() ? "" : markup.label("why_" + name, {}))
        .set("remedy", is_own ? markup.english(row.sentence) : markup.label_with(fix, {"openapi", openapi}));
  }
  return views;
}

}  // namespace agent_access::documents
