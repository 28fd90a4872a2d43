#include "commands/command_line.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <iterator>
#include <sstream>

#include "app/text/text.hpp"
#include "service/endpoints.hpp"
#include "tools/export/static_host.hpp"
#include "tools/export/worker.hpp"

namespace agent_access::commands {
namespace {

/// The limit of Cloudflare Pages.
constexpr std::size_t kMaxHeaderRules = 100;

struct ExportOptions {
  ConfigOption config;
  std::filesystem::path out;
  bool overwrite = false;
  bool json = false;
  bool worker = false;
  std::string host = "cloudflare";
};

struct ExportedHost {
  std::string name;
  tools::HostedFiles hosted;

  [[nodiscard]] std::size_t size() const {
    std::size_t size = 0;
    for (const auto& file : hosted.files) size += file.body.size();
    return size;
  }
};

base::Result<std::shared_ptr<const service::Snapshot>, app::Problems> load_snapshot(const app::Config& config) {
  app::StatusLine status(app::StatusLine::is_wanted());
  status.show("Reading the content …");
  const auto material = app::load_material(config);
  status.clear();
  if (!material) return base::Failure<app::Problems>(material.error());
  app::print_lines(material->warnings, "agent-access: warning: ");
  status.show("Rendering the documents …");
  auto snapshot = app::make_snapshot(*material, 1, app::SystemClock{}.now());
  if (!snapshot) return base::Failure<app::Problems>({std::string(app::describe(snapshot.error()))});
  return std::move(*snapshot);
}

base::Result<std::vector<ExportedHost>, app::Problems> collect_hosts(const service::Snapshot& snapshot) {
  std::vector<ExportedHost> hosts;
  auto names = tools::host_folder_names(snapshot.settings);
  for (std::size_t host = 0; host < names.size(); ++host) {
    auto hosted = tools::collect_files(snapshot.sites[host].documents);
    if (!hosted) return base::Failure<app::Problems>(hosted.error());
    hosts.push_back({std::move(names[host]), std::move(*hosted)});
  }
  return hosts;
}

base::Result<void, std::string> write_host(tools::ExportFolder& folder, const ExportedHost& host) {
  const std::filesystem::path below = host.name;
  for (const auto& file : host.hosted.files) {
    if (auto written = folder.write(below / file.name, file.body); !written) return written;
  }
  const auto redirects = tools::render_redirects_file(host.hosted);
  auto written = folder.write(below / "_headers", tools::render_headers_file(host.hosted));
  if (written && !redirects.empty()) written = folder.write(below / "_redirects", redirects);
  return written;
}

std::string in_kib(std::size_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KiB"; }

void print_written(const tools::ExportFolder& folder, const std::vector<ExportedHost>& hosts) {
  std::vector<std::vector<std::string>> rows{{"FOLDER", "DOCUMENTS", "SIZE"}};
  std::size_t total = 0;
  for (const auto& host : hosts) {
    rows.push_back(
        {(folder.path() / host.name).string(), std::to_string(host.hosted.files.size()), in_kib(host.size())});
    total += host.size();
  }
  std::cout << app::render_table(rows) << '\n'
            << folder.written() << " files with those for hosts, " << in_kib(total) << " of documents";
  if (folder.unchanged() > 0) std::cout << "; " << folder.unchanged() << " were up to date";
  std::cout << "\n\n";
}

/// Method and path of each request that must still reach the service: endpoints that the settings enable, documents
/// that are not files, and gated documents.
std::vector<std::pair<std::string, std::string>> dynamic_requests(const tools::HostedFiles& hosted,
                                                                  const service::Snapshot& snapshot) {
  std::vector<std::pair<std::string, std::string>> requests;
  for (const auto& endpoint : service::endpoint_table()) {
    if (service::find_endpoint(endpoint.path, snapshot.settings) == nullptr) continue;
    requests.emplace_back(endpoint.methods.substr(0, endpoint.methods.find(',')), endpoint.path);
  }
  for (const auto& path : hosted.dynamic_paths) requests.emplace_back("GET", path);
  for (const auto& document : snapshot.settings.access.documents) requests.emplace_back("GET", document.path);
  return requests;
}

void print_dynamic(const tools::HostedFiles& hosted, const service::Snapshot& snapshot) {
  const auto requests = dynamic_requests(hosted, snapshot);
  if (requests.empty()) {
    const auto& issuer = snapshot.settings.issuer;
    std::cout << "The files are the whole site"
              << (issuer ? "; agents register and read the profile at " + issuer->text() : "") << ".\n";
    return;
  }
  std::cout
      << "These must still reach the service (agent-access serve), and so should unknown paths, for JSON errors:\n";
  for (const auto& [method, path] : requests) std::cout << "  " << method << ' ' << path << '\n';
}

void print_usage(const std::vector<ExportedHost>& hosts) {
  std::cout << "\nHosts that read _headers (Netlify, Cloudflare Pages): publish the folder of the host.\n"
               "After a change of content or configuration: export again with --overwrite.\n";
  const auto most = std::ranges::max(hosts, {}, [](const auto& host) { return host.hosted.files.size(); });
  if (most.hosted.files.size() > kMaxHeaderRules) {
    std::cout << "Note: _headers has " << most.hosted.files.size() << " rules; Cloudflare Pages reads "
              << kMaxHeaderRules << ".\n";
  }
}

/// What the text says, for programs.
std::string export_json(const tools::ExportFolder& folder, const std::vector<ExportedHost>& hosts,
                        const service::Snapshot& snapshot) {
  boost::json::array folders;
  for (const auto& host : hosts) {
    folders.push_back({{"host", host.name},
                       {"folder", (folder.path() / host.name).string()},
                       {"documents", host.hosted.files.size()},
                       {"bytes", host.size()}});
  }
  boost::json::array dynamic;
  for (const auto& [method, path] : dynamic_requests(hosts.front().hosted, snapshot)) {
    dynamic.push_back({{"method", method}, {"path", path}});
  }
  return boost::json::serialize(boost::json::object{{"hosts", std::move(folders)},
                                                    {"written", folder.written()},
                                                    {"unchanged", folder.unchanged()},
                                                    {"dynamic", std::move(dynamic)}});
}

base::Result<void, std::string> write_all(tools::ExportFolder& folder, const std::vector<ExportedHost>& hosts) {
  for (const auto& host : hosts) {
    if (auto written = write_host(folder, host); !written) return written;
  }
  return {};
}

// --- A worker ---

const tools::WorkerHost& worker_host(std::string_view name) {
  return *std::ranges::find(tools::worker_hosts(), name, &tools::WorkerHost::name);
}

base::Result<void, std::string> write_worker(tools::ExportFolder& folder, const tools::WorkerHost& kind,
                                             const app::Config& config, const service::Snapshot& snapshot,
                                             const std::vector<ExportedHost>& hosts) {
  std::vector<std::pair<std::filesystem::path, std::string>> files;
  std::vector<tools::WorkerSite> sites;
  for (const ExportedHost& host : hosts) sites.push_back({host.name, &host.hosted});
  const std::filesystem::path module_folder = kind.module_folder;
  for (auto& [name, text] : tools::worker_modules(config, snapshot, sites)) {
    files.emplace_back(module_folder / name, std::move(text));
  }
  for (const auto& file : kind.files) files.emplace_back(file.name, tools::worker_file(file, config, snapshot));
  for (const auto& [name, text] : files) {
    if (auto written = folder.write(name, text); !written) return written;
  }
  for (const ExportedHost& host : hosts) {
    const auto below = std::filesystem::path(tools::kWorkerDocuments) / host.name;
    for (const auto& file : host.hosted.files) {
      if (auto written = folder.write(below / file.name, file.body); !written) return written;
    }
  }
  return {};
}

void print_worker(const tools::ExportFolder& folder, const tools::WorkerHost& kind, const app::Config& config,
                  const service::Snapshot& snapshot) {
  std::cout << folder.written() << " files for " << kind.title << " in " << folder.path().string();
  if (folder.unchanged() > 0) std::cout << "; " << folder.unchanged() << " were up to date";
  std::cout << "\n\nThe master secret is in none of them. Now:\n\n  cd " << folder.path().string() << '\n';
  std::istringstream steps(tools::worker_steps(kind, config, snapshot));
  for (std::string step; std::getline(steps, step);) std::cout << "  " << step << '\n';
  std::cout << "\nAfter a change of content or configuration: export again with --overwrite, and deploy.\n";
}

base::Result<void, app::Problems> check_worker(const app::Config& config) {
  app::Problems problems;
  if (!config.settings.issues_tokens()) {
    problems.emplace_back(std::string(config.settings.has_profile ? "access.issuer" : "access.enabled = false") +
                          ": this site issues no tokens and needs no worker; export without --worker");
  }
  if (!config.pem_files.empty()) {
    problems.emplace_back(
        "keys.pem_files: a worker derives its keys from the master secret; remove the setting, or "
        "export without --worker and keep the service");
  }
  if (problems.empty()) return {};
  return base::Failure<app::Problems>(std::move(problems));
}

/// Writes every document, page and asset as files for a static host, one folder for each base URL, with the fields to
/// serve them; nothing before every document has a valid name. The service is then needed for its endpoints and keys
/// only, or not at all.
int run_export(const ExportOptions& options) {
  const auto config = app::load_config(options.config.sources());
  if (!config) return app::fail(config.error());
  const auto snapshot = load_snapshot(*config);
  if (!snapshot) return app::fail(snapshot.error());
  const auto hosts = collect_hosts(**snapshot);
  if (!hosts) return app::fail(hosts.error());
  if (options.worker) {
    if (const auto checked = check_worker(*config); !checked) return app::fail(checked.error());
    app::print_lines(tools::worker_omissions(**snapshot), "agent-access: warning: ");
  }

  const auto existing =
      options.overwrite ? tools::ExportFolder::Existing::replace : tools::ExportFolder::Existing::refuse;
  auto folder = tools::ExportFolder::open(options.out, existing);
  if (!folder) return app::fail({folder.error()});
  const auto written = options.worker ? write_worker(*folder, worker_host(options.host), *config, **snapshot, *hosts)
                                      : write_all(*folder, *hosts);
  if (!written) {
    return app::fail({written.error(), "the export is incomplete: " + std::to_string(folder->written()) +
                                           " files were written; remove the cause and export again with --overwrite"});
  }
  if (options.json) {
    std::cout << export_json(*folder, *hosts, **snapshot) << '\n';
    return 0;
  }
  if (options.worker) {
    print_worker(*folder, worker_host(options.host), *config, **snapshot);
    return 0;
  }
  print_written(*folder, *hosts);
  print_dynamic(hosts->front().hosted, **snapshot);
  print_usage(*hosts);
  return 0;
}

}  // namespace

void add_export(CommandLine& line) {
  auto& command = add_command(line, "export", "Write every document, page and asset as files for a static host",
                              "export --config agent-access.toml /var/www/agent-access");
  const auto options = std::make_shared<ExportOptions>();
  options->config.add_to(command);
  command.add_option("out", options->out, "The folder; must be empty or missing")->required()->type_name("DIR");
  command.add_flag("--overwrite", options->overwrite, "Replace files in the folder; nothing is deleted");
  add_json_option(command, options->json);
  command.add_flag("--worker", options->worker,
                   "Write the whole service, too, as a JavaScript module for hosts that run no programs");
  std::vector<std::string> names;
  for (const auto& host : tools::worker_hosts()) names.emplace_back(host.name);
  command.add_option("--host", options->host, "With --worker: where it runs")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  set_run(line, command, options, run_export);
}

}  // namespace agent_access::commands
