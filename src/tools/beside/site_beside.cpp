#include "tools/beside/site_beside.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "app/deployment/kept_paths.hpp"
#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "tools/client/client.hpp"
#include "tools/client/url.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;

/// Which of these paths the site has; a failure to ask it is a sentence.
using Answered = base::Result<std::vector<std::string>, std::string>;

bool is_url(std::string_view text) { return text.starts_with("http://") || text.starts_with("https://"); }

/// Whether an export of the service has written this file.
bool is_exported(const fs::path& file, std::string_view path, const service::Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.sites, [&](const service::HostSite& site) {
    const auto* const document = site.documents.find(path);
    if (document == nullptr) return false;
    const auto content = app::read_file(file, document->identity.body.size());
    return content && base::text_of(content->bytes.reveal()) == document->identity.body;
  });
}

bool has_file(const fs::path& folder, std::string_view path, const service::Snapshot& snapshot) {
  const auto decoded = base::percent_decoded(path);
  if (!decoded) return false;
  const auto name = decoded->substr(1);
  return std::ranges::any_of(std::array{name, name + ".html", name + "/index.html"}, [&](const std::string& file) {
    std::error_code ignored;
    return fs::is_regular_file(folder / file, ignored) && !is_exported(folder / file, path, snapshot);
  });
}

Answered paths_in_folder(const fs::path& folder, std::span<const std::string> paths,
                         const service::Snapshot& snapshot) {
  std::vector<std::string> found;
  std::ranges::copy_if(paths, std::back_inserter(found),
                       [&](const auto& path) { return has_file(folder, path, snapshot); });
  return found;
}

/// No document, endpoint or page.
constexpr std::string_view kNowhere = "/.well-known/no-such-document";

bool is_same(const ClientResponse& one, const ClientResponse& other) {
  return one.status == other.status && one.body == other.body && one.field("Location") == other.field("Location");
}

bool is_of_service(const ClientResponse& response, std::string_view path, const service::Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.sites, [&](const service::HostSite& site) {
    const auto* const document = site.documents.find(path);
    return document != nullptr && document->identity.body == response.body;
  });
}

Answered paths_at_address(const std::string& origin, std::span<const std::string> paths,
                          const service::Snapshot& snapshot) {
  constexpr unsigned kLeastError = 400;
  const auto nowhere = fetch({.url = origin + std::string(kNowhere)});
  if (!nowhere) return base::Failure(nowhere.error().detail);
  std::vector<std::string> found;
  for (const auto& path : paths) {
    const auto response = fetch({.url = origin + path});
    if (!response) return base::Failure(response.error().detail);
    if (response->status >= kLeastError || is_same(*response, *nowhere)) continue;
    if (!is_of_service(*response, path, snapshot)) found.push_back(path);
  }
  return found;
}

Answered paths_of(const std::string& site, std::span<const std::string> paths, const service::Snapshot& snapshot) {
  return is_url(site) ? paths_at_address(parse_url(site)->origin(), paths, snapshot)
                      : paths_in_folder(site, paths, snapshot);
}

/// What only one of the two can have.
void report_shared(app::Report& report, const std::string& has, const std::vector<std::string>& shared,
                   const content::Settings& settings) {
  std::vector<std::string> documents;
  std::vector<std::string> others;
  for (const auto& path : shared) (app::is_path_that_can_be_kept(path) ? documents : others).push_back(path);
  if (!documents.empty()) {
    report.warn("beside", has + base::joined(documents) + ", too; to keep yours, write " +
                              app::keep_paths_with(settings, documents) + ", else remove them there");
  }
  if (!others.empty()) {
    report.find_defect("beside", has + base::joined(others) +
                                     ", too, where this service must answer; remove them there, or give the service a "
                                     "host name of its own");
  }
}

}  // namespace

std::string complaint_about_site(std::string_view text) {
  if (!is_url(text)) {
    std::error_code ignored;
    if (fs::is_directory(text, ignored)) return {};
    return "there is no folder " + app::shown(text) + "; write that of your site, or its address with https://";
  }
  const auto url = parse_url(text);
  if (!url) return std::string(describe(url.error()));
  return url->target == "/" ? std::string() : "write the address without a path: " + url->origin();
}

void check_site_beside(app::Report& report, const std::string& site, const service::Snapshot& snapshot) {
  const auto& settings = snapshot.settings;
  if (settings.has_pages) {
    return report.fail("beside", "content.beside = false, so this service has all paths; set it to true to compare");
  }
  const auto& own = snapshot.service_paths.exact;
  std::vector<std::string> paths = own;
  paths.insert(paths.end(), settings.kept_paths.begin(), settings.kept_paths.end());
  const auto answered = paths_of(site, paths, snapshot);
  if (!answered) return report.fail("beside", answered.error());
  const auto is_there = [&](const std::string& path) { return std::ranges::find(*answered, path) != answered->end(); };

  std::vector<std::string> shared;
  std::ranges::copy_if(own, std::back_inserter(shared), is_there);
  std::vector<std::string> missing;
  std::ranges::remove_copy_if(settings.kept_paths, std::back_inserter(missing), is_there);
  const std::string name = is_url(site) ? site : app::shown(site);
  report_shared(report, name + " has ", shared, settings);
  if (!missing.empty()) {
    report.warn("beside", "content.keep_paths: " + name + " does not have " + base::joined(missing) +
                              ", which this service gives up and its documents name; remove it from keep_paths");
  }
  if (shared.empty())
    report.ok("beside", name + " has none of the " + std::to_string(own.size()) + " paths of this service");
}

}  // namespace agent_access::tools
