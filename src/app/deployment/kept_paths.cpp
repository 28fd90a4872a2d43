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

/// What is wrong about a path, before the paths that can be kept; empty if nothing is. What is the site's in any case,
/// such as /robots.txt, may be named.
std::string complaint_about(std::string_view path, std::span<const std::string> known) {
  const auto rows = publish::document_table();
  const auto row = std::ranges::find(rows, path, &DocumentRow::path);
  if (row != rows.end() && (can_be_kept(*row) || !exists_beside(*row))) return {};
  const auto endpoints = service::endpoint_table();
  if (row != rows.end() || std::ranges::find(endpoints, path, &service::EndpointRow::path) != endpoints.end()) {
    return " must be here, because clients or tools rely on it.";
  }
  const auto nearest = base::nearest_name(path, known);
  return std::string(" is not a document of this service") +
         (nearest.empty() ? "." : "; did you mean " + in_quotes(nearest) + "?");
}

}  // namespace

Problems problems_of_kept_paths(const Config& config, std::span<const content::StaticFile> files) {
  Problems problems;
  const auto known = publish::paths_that_can_be_kept();
  const auto place = to_text(config.origin("content.keep_paths")) + ": content.keep_paths: ";
  for (const auto& path : config.settings.kept_paths) {
    if (const auto complaint = complaint_about(path, known); !complaint.empty()) {
      problems.push_back(place + in_quotes(path) + complaint + " These can be kept: " + base::joined(known));
    }
    if (std::ranges::find(files, path, &content::StaticFile::path) == files.end()) continue;
    problems.push_back(place + "content.root has a file for " + path +
                       ", which this service does not publish; remove one of the two");
  }
  return problems;
}

bool is_path_that_can_be_kept(std::string_view path) {
  const auto known = publish::paths_that_can_be_kept();
  return std::ranges::find(known, path) != known.end();
}

std::string keep_paths_with(const content::Settings& settings, std::span<const std::string> more) {
  std::vector<std::string> paths;
  for (const auto& path : settings.kept_paths) base::add_once(paths, in_quotes(path));
  for (const auto& path : more) base::add_once(paths, in_quotes(path));
  return "keep_paths = [" + base::joined(paths) + "] in [content]";
}

}  // namespace agent_access::app
