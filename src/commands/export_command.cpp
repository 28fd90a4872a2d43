#include "commands/export_command.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <deque>
#include <iostream>
#include <iterator>

#include "app/deployment/clocks.hpp"
#include "app/deployment/load.hpp"
#include "app/text/path_text.hpp"
#include "app/text/table.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "commands/command_line.hpp"
#include "service/endpoints.hpp"
#include "tools/export/export_folder.hpp"
#include "tools/export/static_host.hpp"
#include "tools/export/worker.hpp"
#include "tools/export/worker_hosts.hpp"

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
  publish::Catalogue fallback;  ///< documents that only hosts of files need
  tools::HostedFiles hosted;

  [[nodiscard]] std::size_t size() const {
    std::size_t size = 0;
    for (const auto& file : hosted.files) size += file.is_alias ? 0 : file.body.size();
    return size;
  }
};

base::Result<std::shared_ptr<const service::Snapshot>, app::Problems> load_snapshot(const app::Config& config) {
  app::StatusLine status(app::StatusLine::is_wanted());
  status.show("Reading the content …");
  app::Report report;
  auto material = app::load_material(config, report, app::Fallback::minimal, app::Keys::optional);
  status.clear();
  if (auto problems = report.problems(); !material || !problems.empty()) {
    return base::Failure<app::Problems>(std::move(problems));
  }
  material->compression = publish::Compression::none;
  app::print_lines(report.warnings(), "agent-access: warning: ");
  status.show("Rendering the documents …");
  auto snapshot = app::make_snapshot(*material, 1, app::SystemClock{}.now());
  if (!snapshot) return base::Failure<app::Problems>({std::string(app::sentence_of(snapshot.error()))});
  return std::move(*snapshot);
}

base::Result<std::vector<ExportedHost>, app::Problems> collect_hosts(const service::Snapshot& snapshot,
                                                                     bool is_worker) {
  std::vector<ExportedHost> hosts;
  auto names = tools::host_folder_names(snapshot.settings);
  for (std::size_t host = 0; host < names.size(); ++host) {
    // A worker answers unknown paths itself.
    auto fallback = is_worker ? publish::Catalogue({}) : tools::not_found_page(snapshot, host);
    auto hosted = tools::collect_files(snapshot.sites[host].documents, fallback);
    if (!hosted) return base::Failure<app::Problems>(hosted.error());
    hosts.push_back({std::move(names[host]), std::move(fallback), std::move(*hosted)});
  }
  return hosts;
}

/// What is written, and the texts among it that are made here.
struct Output {
  std::vector<tools::ExportFile> files;
  std::deque<std::string> texts;  ///< never moves them

  void add(std::string name, std::string text) {
    files.push_back({std::move(name), texts.emplace_back(std::move(text))});
  }
  void add_documents(const std::string& folder, const tools::HostedFiles& hosted) {
    for (const auto& file : hosted.files) {
      if (!file.is_alias) files.push_back({folder + "/" + file.name, file.body});
    }
  }
};

Output output_of(const std::vector<ExportedHost>& hosts) {
  Output output;
  for (const auto& host : hosts) {
    output.add_documents(host.name, host.hosted);
    output.add(host.name + "/_headers", tools::render_headers_file(host.hosted));
    auto redirects = tools::render_redirects_file(host.hosted);
    if (!redirects.empty()) output.add(host.name + "/_redirects", std::move(redirects));
  }
  return output;
}

std::string in_kib(std::size_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KiB"; }

/// Where the rest is, after the number of files.
std::string other_files_text(const tools::Exported& exported) {
  constexpr std::size_t kMostNamed = 10;
  std::string text;
  if (exported.unchanged > 0) text += "; " + std::to_string(exported.unchanged) + " were up to date";
  if (exported.removed > 0) text += "; " + app::counted(exported.removed, "file") + " of an earlier export removed";
  if (exported.others.empty()) return text + "\n";
  std::vector<std::string> names;
  for (const auto& name : exported.others) {
    if (names.size() < kMostNamed) names.push_back(app::shown(name));
  }
  const auto left_out = exported.others.size() - names.size();
  return text + "\nNot written by an export, and left as it was: " + base::joined(names) +
         (left_out == 0 ? "" : " and " + std::to_string(left_out) + " more") + "\n";
}

void print_written(const tools::Exported& exported, const std::vector<ExportedHost>& hosts) {
  app::TableRows rows{{"FOLDER", "DOCUMENTS", "SIZE"}};
  std::size_t total = 0;
  for (const auto& host : hosts) {
    rows.push_back(
        {app::shown(exported.folder / host.name), std::to_string(host.hosted.files.size()), in_kib(host.size())});
    total += host.size();
  }
  std::cout << app::render_table(rows, app::terminal_columns()) << '\n'
            << exported.files << " files with those for hosts, " << in_kib(total) << " of documents"
            << other_files_text(exported) << '\n';
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

void print_usage(const std::vector<ExportedHost>& hosts, bool is_beside) {
  std::cout << (is_beside
                    ? "\nCopy the files of the folder into what your site's generator has built, after each build.\n"
                    : "\nHosts that read _headers (Netlify, Cloudflare Pages): publish the folder of the host.\n")
            << "After a change of content or configuration: export again with --overwrite.\n";
  const auto most = std::ranges::max(hosts, {}, [](const auto& host) { return host.hosted.files.size(); });
  if (most.hosted.files.size() > kMaxHeaderRules) {
    std::cout << "Note: _headers has " << most.hosted.files.size() << " rules; Cloudflare Pages reads "
              << kMaxHeaderRules << ".\n";
  }
}

/// What the text says, for programs.
std::string export_json(const tools::Exported& exported, const std::vector<ExportedHost>& hosts,
                        const service::Snapshot& snapshot) {
  boost::json::array folders;
  for (const auto& host : hosts) {
    folders.push_back({{"host", host.name},
                       {"folder", app::native_path((exported.folder / host.name).string())},
                       {"documents", host.hosted.files.size()},
                       {"bytes", host.size()}});
  }
  boost::json::array dynamic;
  for (const auto& [method, path] : dynamic_requests(hosts.front().hosted, snapshot)) {
    dynamic.push_back({{"method", method}, {"path", path}});
  }
  return boost::json::serialize(boost::json::object{{"hosts", std::move(folders)},
                                                    {"written", exported.files},
                                                    {"unchanged", exported.unchanged},
                                                    {"removed", exported.removed},
                                                    {"others", boost::json::value_from(exported.others)},
                                                    {"dynamic", std::move(dynamic)}});
}

// --- A worker ---

const tools::WorkerHost& worker_host(std::string_view name) {
  return *std::ranges::find(tools::worker_hosts(), name, &tools::WorkerHost::name);
}

Output worker_output(const tools::WorkerHost& kind, const app::Config& config, const service::Snapshot& snapshot,
                     const std::vector<ExportedHost>& hosts) {
  Output output;
  std::vector<tools::WorkerSite> sites;
  for (const ExportedHost& host : hosts) sites.push_back({host.name, &host.hosted});
  const tools::WorkerForm& form = kind.form(snapshot.settings);
  for (const auto& file : form.files) {
    output.add(std::string(file.name), tools::worker_file(file, config, snapshot));
  }
  if (form.module_folder.empty()) {
    output.add("agent-access.js", tools::one_module(config, snapshot, sites));
    return output;
  }
  const std::string modules(form.module_folder);
  for (auto& [name, text] : tools::worker_modules(config, snapshot, sites)) {
    output.add(modules + "/" + name, std::move(text));
  }
  for (const ExportedHost& host : hosts) {
    output.add_documents(std::string(tools::kWorkerDocuments) + "/" + host.name, host.hosted);
  }
  return output;
}

void print_worker(const tools::Exported& exported, const tools::WorkerHost& kind, const app::Config& config,
                  const service::Snapshot& snapshot) {
  std::cout << exported.files << " files for " << kind.title << " in " << app::shown(exported.folder)
            << other_files_text(exported)
            << (config.settings.issues_tokens() ? "\nThe master secret is in none of them. "
                                                : "\nNo secret is needed. ")
            << tools::worker_steps(kind, exported.folder, config, snapshot)
            << "\nAfter a change of content or configuration: export again with --overwrite, and deploy.\n";
}

base::Result<void, app::Problems> check_worker(const app::Config& config, const tools::WorkerHost& kind,
                                               const service::Snapshot& snapshot) {
  app::Problems problems = tools::problems_of_rules(kind, snapshot);
  const content::Settings& settings = config.settings;
  if (!settings.issues_tokens() && !settings.serves_mcp()) {
    problems.emplace_back(std::string(settings.has_profile ? "access.issuer" : "access.enabled = false") +
                          ": this site has neither tokens nor an MCP endpoint of its own, so it needs no worker; "
                          "export without --worker");
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
  const auto hosts = collect_hosts(**snapshot, options.worker);
  if (!hosts) return app::fail(hosts.error());
  if (options.worker) {
    const auto checked = check_worker(*config, worker_host(options.host), **snapshot);
    if (!checked) return app::fail(checked.error());
    app::print_lines(tools::worker_omissions(worker_host(options.host), **snapshot), "agent-access: warning: ");
  }

  const auto existing = options.overwrite ? tools::Existing::replace : tools::Existing::refuse;
  const auto output =
      options.worker ? worker_output(worker_host(options.host), *config, **snapshot, *hosts) : output_of(*hosts);
  const auto exported = tools::write_export(options.out, existing, output.files);
  if (!exported) return app::fail(exported.error());
  if (options.json) {
    std::cout << base::visible_text(export_json(*exported, *hosts, **snapshot)) << '\n';
    return 0;
  }
  if (options.worker) {
    print_worker(*exported, worker_host(options.host), *config, **snapshot);
    return 0;
  }
  print_written(*exported, *hosts);
  print_dynamic(hosts->front().hosted, **snapshot);
  print_usage(*hosts, config->settings.is_beside);
  return 0;
}

}  // namespace

base::Result<tools::Exported, app::Problems> write_worker(const std::filesystem::path& out, std::string_view host,
                                                          const app::Config& config,
                                                          const service::Snapshot& snapshot) {
  const auto hosts = collect_hosts(snapshot, true);
  if (!hosts) return base::Failure<app::Problems>(hosts.error());
  return tools::write_export(out, tools::Existing::replace,
                             worker_output(worker_host(host), config, snapshot, *hosts).files);
}

void add_export(CommandLine& line) {
  auto& command = add_command(line, "export", "Write every document, page and asset as files for a static host",
                              "export --config agent-access.toml /var/www/agent-access");
  const auto options = std::make_shared<ExportOptions>();
  options->config.add_to(command);
  command.add_option("out", options->out, "The folder; must be empty or missing")->required()->type_name("DIR");
  command.add_flag("--overwrite", options->overwrite,
                   "Replace and remove what an export wrote there, and nothing else");
  add_json_option(command, options->json);
  command.add_flag("--worker", options->worker,
                   "Also write the whole service, as a JavaScript module for hosts that run no programs");
  std::vector<std::string> names;
  for (const auto& host : tools::worker_hosts()) names.emplace_back(host.name);
  command.add_option("--host", options->host, "With --worker: where it runs")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  set_run(line, command, options, run_export);
}

}  // namespace agent_access::commands
