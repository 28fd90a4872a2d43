#include "tools/export/worker.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <map>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "http/fields.hpp"
#include "mcp/message.hpp"
#include "mcp/resources.hpp"
#include "mcp/server.hpp"
#include "ops/outcome_words.hpp"
#include "ops/words/log_words.hpp"
#include "service/document_endpoint.hpp"
#include "service/endpoints.hpp"
#include "service/fault_table.hpp"
#include "service/mcp_endpoint.hpp"
#include "service/oauth_endpoints.hpp"
#include "site/content/pages.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

/// The modules of worker.js, in the order in which they use each other.
constexpr auto kModules =
    std::to_array<std::string_view>({"encoding", "addresses", "json", "oauth", "secrets", "issuers", "limits",
                                     "forwarded", "http", "request_forms", "log", "service", "worker", "index"});
constexpr std::array<std::string_view, 5> kMcpModules = {"encoding", "json", "http", "mcp", "mcp_endpoint"};

/// How many verified tokens a worker remembers: as many as fit well into the memory that hosts give.
constexpr int kVerifiedTokens = 10'000;

/// Each text once, by its index.
class Texts {
 public:
  std::size_t index_of(std::string_view text) {
    const auto [place, is_new] = indexes_.emplace(text, texts_.size());
    if (is_new) texts_.emplace_back(text);
    return place->second;
  }
  bj::array release() { return std::move(texts_); }

 private:
  std::map<std::string, std::size_t, std::less<>> indexes_;
  bj::array texts_;
};

/// A script adds the ETag, so that documents share the other fields.
std::string without_etag(std::string lines) {
  constexpr std::string_view kName = "ETag: ";
  const auto begin = lines.starts_with(kName) ? 0 : lines.find("\r\nETag: ");
  if (begin == std::string::npos) return lines;
  const auto line = begin == 0 ? 0 : begin + 2;
  return lines.erase(line, lines.find("\r\n", line) + 2 - line);
}

bj::object form_of(const publish::Representation& form, std::string_view file, Texts& fields) {
  return {{"file", file},
          {"size", form.body.size()},
          {"etag", form.etag},
          {"fields", fields.index_of(without_etag(form.fields))},
          {"notModified", fields.index_of(without_etag(std::string(form.not_modified_fields())))}};
}

/// The file at a path; empty if there is none. The files are sorted.
std::string_view file_at(const HostedFiles& hosted, std::string_view path) {
  const auto found = std::ranges::lower_bound(hosted.files, path, {}, &HostedFile::path);
  return found == hosted.files.end() || found->path != path ? std::string_view() : std::string_view(found->name);
}

/// The media type with which MCP reads a document; null for one that it does not read.
bj::value read_as(const service::HostSite& site, const std::string& url, std::string_view path,
                  const publish::Document& document) {
  if (site.mcp_server == nullptr || !site.mcp_server->has_document(url + std::string(path))) return nullptr;
  const publish::Document* const markdown = site.documents.markdown_of(document);
  return bj::string(documents::essence_of((markdown == nullptr ? document : *markdown).source.media_type));
}

bj::object documents_of(const service::HostSite& site, const std::string& url, const HostedFiles& hosted,
                        Texts& fields) {
  bj::object documents;
  for (const HostedFile& file : hosted.files) {
    const auto* const document = site.documents.find(file.path);
    if (document == nullptr) continue;  // the Markdown form of another
    bj::object row = form_of(document->identity, file.name, fields);
    row["route"] = ops::route_name(publish::route_of(*document));
    if (const auto* const markdown = site.documents.markdown_of(*document)) {
      row["markdown"] = form_of(markdown->identity, file_at(hosted, content::markdown_path_of(file.path)), fields);
    }
    if (auto type = read_as(site, url, file.path, *document); !type.is_null()) row["readAs"] = std::move(type);
    documents[file.path] = std::move(row);
  }
  return documents;
}

/// What the endpoint has in common for all sites; null if it is disabled.
bj::value mcp_of(const content::Settings& settings) {
  if (!settings.mcp.is_enabled) return nullptr;
  bj::array origins(settings.mcp.allowed_origins.begin(), settings.mcp.allowed_origins.end());
  for (const auto& url : settings.base_urls) origins.push_back(bj::string(url.text()));
  bj::object faults;
  for (const mcp::McpProblem& problem : mcp::mcp_problems()) {
    const http::Fault& row = problem.row;
    faults[row.name] = {row.status, row.error, row.sentence, problem.code, problem.legacy_status, problem.legacy_code};
  }
  return {{"origins", std::move(origins)},
          {"challengesInResult", settings.mcp.challenges_in_result},
          {"pageSize", mcp::Resources::kPage},
          {"members", bj::parse(templates::asset("mcp-members.json"))},
          {"faults", std::move(faults)}};
}

bj::object site_of(const service::Snapshot& snapshot, std::size_t host, const WorkerSite& exported, Texts& fields) {
  const service::HostSite& site = snapshot.sites[host];
  const std::string& url = snapshot.settings.base_urls[host].text();
  const auto hosts = content::authorities_of(snapshot.settings.base_urls[host]);
  std::string note;
  service::append_registration_note(url, note);
  bj::object object = {
      {"url", url},
      {"note", note},
      {"hosts", bj::array(hosts.begin(), hosts.end())},
      {"folder", exported.folder},
      {"remedies", bj::array(snapshot.token_remedies[host].begin(), snapshot.token_remedies[host].end())},
      {"documents", documents_of(site, url, *exported.hosted, fields)}};
  if (site.mcp_server != nullptr) object["mcp"] = site.mcp_server->results();
  if (const auto* const page = site.documents.find(documents::kNotFoundPath)) {
    object["notFound"] = {{"file", file_at(*exported.hosted, documents::kNotFoundPath)},
                          {"size", page->identity.body.size()},
                          {"fields", fields.index_of(page->identity.not_found_fields)}};
  }
  bj::array& metadata = object["metadata"].emplace_array();
  for (std::size_t at = 0; at < snapshot.settings.access.documents.size(); ++at) {
    const publish::ResourceMetadata& row = site.resource_metadata[at];
    metadata.push_back({{"before", row.text.before_path},
                        {"after", row.text.after_path},
                        {"etag", row.etag},
                        {"fields", fields.index_of(without_etag(row.fields))},
                        {"notModified", fields.index_of(without_etag(row.not_modified_fields))}});
  }
  return object;
}

bj::array gated_of(const service::Snapshot& snapshot, Texts& fields) {
  bj::array gated;
  const auto& documents = snapshot.settings.access.documents;
  for (std::size_t at = 0; at < documents.size(); ++at) {
    const publish::GatedFile& file = (*snapshot.gated_files)[at];
    const mcp::FileContents contents(documents[at].media_type, file.body);
    bj::value body(file.body);
    if (!contents.is_text) {
      std::string text(base::base64_encoded_size(file.body.size()), '\0');
      base::base64_encode_to(base::bytes_of(file.body), text.data());
      body = bj::object{{"base64", text}};
    }
    gated.push_back({{"path", documents[at].path},
                     {"scope", documents[at].scope},
                     {"size", file.body.size()},
                     {"readAs", mcp::mime_type_of(contents)},
                     {"etag", file.etag},
                     {"fields", fields.index_of(without_etag(file.fields))},
                     {"notModified", fields.index_of(without_etag(file.not_modified_fields))},
                     {"body", std::move(body)}});
  }
  return gated;
}

bj::object faults() {
  bj::object object;
  for (const http::Fault& row : service::kFaults) {
    object[row.name] = {row.status, row.error, row.sentence, row.fields, row.is_failed_attempt};
  }
  return object;
}

std::int64_t seconds_of(auto duration) { return std::chrono::duration_cast<std::chrono::seconds>(duration).count(); }

bj::value limits_of(const limit::Policy& policy) {
  if (!policy.is_enabled()) return nullptr;
  return {{"requests", policy.requests}, {"windowSeconds", seconds_of(policy.window)}, {"ceiling", policy.ceiling}};
}

/// What a server must bound that reads connections itself: `[limits]`.
bj::value server_of(const net::Limits& limits) {
  return {{"requestLine", limits.request_line},
          {"headerBlock", limits.header_block},
          {"headerFields", limits.header_fields},
          {"headerMs", limits.header_deadline.count()},
          {"bodyMs", limits.body_deadline.count()},
          {"writeMs", limits.write_deadline.count()},
          {"idleMs", limits.idle_deadline.count()},
          {"requestsPerConnection", limits.requests_per_connection},
          {"connectionsPerAddress", limits.connections_per_address},
          {"connections", limits.connections}};
}

/// The modules as one: without their imports of each other, and all but the last without `export`. Both stand only at
/// the beginning of a line that is not indented, which no line within a function or a text is.
std::string joined_module(std::string_view title, std::span<const std::string_view> modules) {
  std::string joined;
  http::append(joined, "// agent-access: ", title,
               ". Written by `agent-access export --worker` from web/worker/ of the program.\n",
               "import { protocol } from './protocol.js'\n");
  for (const std::string_view name : modules) {
    joined.append("\n");
    std::string_view text = templates::asset("worker/" + std::string(name) + ".js");
    while (!text.empty()) {
      const auto line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (line.starts_with("import {") && line.contains("from './")) continue;
      const bool is_exported = line.starts_with("export ") && name != modules.back();
      joined.append(line.substr(is_exported ? 7 : 0)).append("\n");
    }
  }
  return joined;
}

std::string worker_data(const app::Config& config, const service::Snapshot& snapshot,
                        std::span<const WorkerSite> sites) {
  Texts fields;
  bj::array exported;
  for (std::size_t host = 0; host < sites.size(); ++host) {
    exported.push_back(site_of(snapshot, host, sites[host], fields));
  }
  bj::array gated = gated_of(snapshot, fields);
  const auto& scopes = snapshot.scopes.names();
  // The key set is made by the worker; the fields of its document are here.
  const publish::Representation& keys = snapshot.sites.front().documents.find(documents::kJwksPath)->identity;
  bj::object key_fields = {{"fields", fields.index_of(without_etag(keys.fields))},
                           {"notModified", fields.index_of(without_etag(std::string(keys.not_modified_fields())))}};
  bj::object data = {{"keys", std::move(key_fields)},
                     {"generation", config.key_generation},
                     {"rotation", seconds_of(config.key_rotation)},
                     {"scopes", bj::array(scopes.begin(), scopes.end())},
                     {"areScopesDeclared", snapshot.scopes.are_declared()},
                     {"verifiedTokens", kVerifiedTokens},
                     {"bodyBytes", config.limits.body},
                     {"server", server_of(config.limits)},
                     {"limits", limits_of(snapshot.limits)},
                     {"logsRequests", snapshot.settings.request_log != content::RequestLog::none},
                     {"logRefusals", config.log_refusals},
                     {"logAddress", ops::kClientAddressNames.at(static_cast<std::size_t>(config.log_client_address))},
                     {"profile", snapshot.profile.prefix},
                     {"gated", std::move(gated)},
                     {"mcp", mcp_of(snapshot.settings)},
                     {"faults", faults()},
                     {"fields",
                      {{"problem", http::kProblemFields},
                       {"preflight", http::kPreflightFields},
                       {"accepted", service::kAcceptedFields},
                       {"credential", service::kCredentialFields},
                       {"profile", service::kProfileFields},
                       {"redirect", service::kRedirectFields}}},
                     {"documentFields", fields.release()},
                     {"sites", std::move(exported)}};
  const std::string text = bj::serialize(data);
  if (data["mcp"].is_null()) return "export default " + text + "\n";
  return "import { toolsOf } from './browser-tools.js'\nimport { McpEndpoint } from './mcp.js'\nconst data = " + text +
         "\nexport default Object.assign(data, { mcp: { ...data.mcp, McpEndpoint, toolsOf } })\n";
}

}  // namespace

std::vector<WorkerModule> worker_modules(const app::Config& config, const service::Snapshot& snapshot,
                                         std::span<const WorkerSite> sites) {
  std::vector<WorkerModule> modules = {
      {"worker.js", joined_module("registration, tokens and documents of the sites in worker-data.js", kModules)},
      {"worker-data.js", worker_data(config, snapshot, sites)},
      {"protocol.js", std::string(templates::asset("worker/protocol.js"))}};
  if (snapshot.settings.mcp.is_enabled) {
    modules.push_back({"mcp.js", joined_module("the MCP endpoint of worker.js", kMcpModules)});
    // The tools are the module of the pages, for which mcp.js gives the data.
    modules.push_back(
        {"browser-tools.js", snapshot.sites.front().documents.find(documents::kBrowserToolsPath)->identity.body});
  }
  return modules;
}

std::vector<std::string> worker_omissions(const service::Snapshot& snapshot) {
  std::vector<std::string> omissions;
  if (!snapshot.settings.access.gates.empty()) {
    omissions.emplace_back("[[gates]] need the service: a worker does not stand in front of other servers");
  }
  if (!snapshot.limits.wide_networks.empty()) {
    omissions.emplace_back("limits.wide_networks is for the service: a worker gives every network the same limit");
  }
  return omissions;
}

}  // namespace agent_access::tools
