/// \file
/// Two lists of the reference as views for its templates: errors, from the table of faults, and metrics, from a text of
/// /metrics. Pure functions.
#pragma once

#include <vector>

#include "site/templates/template.hpp"

namespace agent_access::tools {

/// A view of each row; its flag "is_first" is for what stands between two.
template <class Rows, class ViewOf>
[[nodiscard]] std::vector<templates::View> views_of(const Rows& rows, ViewOf view_of) {
  std::vector<templates::View> views;
  for (const auto& row : rows) views.push_back(view_of(row).set("is_first", views.empty()));
  return views;
}
template <class Names>
[[nodiscard]] std::vector<templates::View> list_of(const Names& names) {
  return views_of(names, [](std::string_view name) { return templates::View().set("name", name); });
}

[[nodiscard]] std::vector<templates::View> error_views();
[[nodiscard]] std::vector<templates::View> metric_views();

}  // namespace agent_access::tools
