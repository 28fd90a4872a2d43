#include "app/deployment/kept_paths.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/words.hpp"
#include "base/text.hpp"
#include "service/endpoints.hpp"
#include "site/publish/document_table.hpp"

namespace agent_access::app {
namespace {

using documents::DocumentRow;

/// Those that exist beside a site, whether the settings enable them or not.
std::vector<std::string> paths_that_can_be_kept() {
  std::vector<std::string> paths;
  for (const DocumentRow& row : publish::document_table()) {
    if (can_be_kept(row) && row.published != documents::Published::with_pages &&
        row.published != documents::Published::with_flow_page) {
      paths.emplace_back(row.path);
    }
  }
  return paths;
}

/// What is wrong about a path; empty if it can be kept.
std::string complaint_about(std::string_view path, std::span<const std::string> known) {
  const auto rows = publish::document_table();
  const auto row = std::ranges::find(rows, path, &DocumentRow::path);
  if (row != rows.end() && can_be_kept(*row)) return {};
  const auto endpoints = service::endpoint_table();
  if (row != rows.end() || std::ranges::find(endpoints, path, &service::EndpointRow::path) != endpoints.end()) {
    return " must be here, because agents get tokens, profile or answers by it; only documents can be kept: ";
  }
  const auto nearest = base::nearest_name(path, known);
  return " is not a document of this service" + (nearest.empty() ? "." : "; did you mean " + in_quotes(nearest) + "?") +
         " These can be kept: ";
}

}  // namespace

Problems problems_of_kept_paths(const Config& config) {
  Problems problems;
  const auto known = paths_that_can_be_kept();
  for (const auto& path : config.settings.kept_paths) {
    const auto complaint = complaint_about(path, known);
    if (complaint.empty()) continue;
    problems.push_back(to_text(config.origin("content.keep_paths")) + ": content.keep_paths: " + in_quotes(path) +
                       complaint + base::joined(known));
  }
  return problems;
}

}  // namespace agent_access::app
