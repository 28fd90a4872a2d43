#include "tools/export/worker_data.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "http/fields.hpp"
#include "mcp/message.hpp"
#include "mcp/resources.hpp"
#include "mcp/server.hpp"
#include "ops/words/log_words.hpp"
#include "ops/words/outcome_words.hpp"
#include "service/document_endpoint.hpp"
#include "service/endpoints.hpp"
#include "service/fault_table.hpp"
#include "service/mcp_endpoint.hpp"
#include "service/oauth_endpoints.hpp"
#include "site/content/pages.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

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

/// A text, or an object with the bytes of what is none.
bj::value body_of(const mcp::FileContents& contents) {
  if (contents.is_text) return bj::string(contents.bytes);
  std::string text(base::base64_encoded_size(contents.bytes.size()), '\0');
  base::base64_encode_to(base::bytes_of(contents.bytes), text.data());
  return bj::object{{"base64", std::move(text)}};
}

/// Writes the rows of documents: each set of fields once, and where their bodies are.
class Forms {
 public:
  explicit Forms(Bodies bodies) : bodies_(bodies) {}

  std::size_t index_of(std::string lines) { return fields_.index_of(without_etag(std::move(lines))); }

  bj::object form_of(const publish::Document& document, std::string_view file) {
    const publish::Representation& form = document.identity;
    bj::object object = {{"size", form.body.size()},
                         {"etag", form.etag},
                         {"fields", index_of(form.fields)},
                         {"notModified", index_of(std::string(form.not_modified_fields()))}};
    add_body(object, document, file);
    return object;
  }

  void add_body(bj::object& object, const publish::Document& document, std::string_view file) const {
    if (bodies_ == Bodies::files) {
      object["file"] = file;
    } else {
      object["body"] = body_of({document.source.media_type, document.identity.body});
    }
  }

  bj::array release() { return fields_.release(); }

 private:
  Bodies bodies_;
  Texts fields_;
};

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
                        Forms& forms) {
  bj::object documents;
  for (const HostedFile& file : hosted.files) {
    const auto* const document = site.documents.find(file.path);
    if (document == nullptr) continue;  // the Markdown form of another
    bj::object row = forms.form_of(*document, file.name);
    row["route"] = ops::route_name(publish::route_of(*document));
    if (const auto* const markdown = site.documents.markdown_of(*document)) {
      row["markdown"] = forms.form_of(*markdown, file_at(hosted, content::markdown_path_of(file.path)));
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

bj::object site_of(const service::Snapshot& snapshot, std::size_t host, const WorkerSite& exported, Forms& forms) {
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
      {"documents", documents_of(site, url, *exported.hosted, forms)}};
  if (site.mcp_server != nullptr) object["mcp"] = site.mcp_server->results();
  if (const auto* const page = site.documents.find(documents::kNotFoundPath)) {
    bj::object& form = object["notFound"].emplace_object();
    form = {{"size", page->identity.body.size()}, {"fields", forms.index_of(page->identity.not_found_fields)}};
    forms.add_body(form, *page, file_at(*exported.hosted, documents::kNotFoundPath));
  }
  bj::array& metadata = object["metadata"].emplace_array();
  for (std::size_t at = 0; at < snapshot.settings.access.documents.size(); ++at) {
    const publish::ResourceMetadata& row = site.resource_metadata[at];
    metadata.push_back({{"before", row.text.before_path},
                        {"after", row.text.after_path},
                        {"etag", row.etag},
                        {"fields", forms.index_of(row.fields)},
                        {"notModified", forms.index_of(row.not_modified_fields)}});
  }
  return object;
}

bj::array gated_of(const service::Snapshot& snapshot, Forms& forms) {
  bj::array gated;
  const auto& documents = snapshot.settings.access.documents;
  for (std::size_t at = 0; at < documents.size(); ++at) {
    const publish::GatedFile& file = (*snapshot.gated_files)[at];
    const mcp::FileContents contents(documents[at].media_type, file.body);
    gated.push_back({{"path", documents[at].path},
                     {"scope", documents[at].scope},
                     {"size", file.body.size()},
                     {"readAs", mcp::mime_type_of(contents)},
                     {"etag", file.etag},
                     {"fields", forms.index_of(file.fields)},
                     {"notModified", forms.index_of(file.not_modified_fields)},
                     {"body", body_of(contents)}});
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

/// The fields of the key set, which the worker makes; null if the site issues no tokens.
bj::value keys_of(const service::HostSite& site, Forms& forms) {
  const auto* const document = site.documents.find(documents::kJwksPath);
  if (document == nullptr) return nullptr;
  return {{"fields", forms.index_of(document->identity.fields)},
          {"notModified", forms.index_of(std::string(document->identity.not_modified_fields()))}};
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

}  // namespace

bj::object worker_data(const app::Config& config, const service::Snapshot& snapshot, std::span<const WorkerSite> sites,
                       Bodies bodies) {
  Forms forms(bodies);
  bj::array exported;
  for (std::size_t host = 0; host < sites.size(); ++host) {
    exported.push_back(site_of(snapshot, host, sites[host], forms));
  }
  bj::array gated = gated_of(snapshot, forms);
  const auto& scopes = snapshot.scopes.names();
  bj::value keys = keys_of(snapshot.sites.front(), forms);
  return {{"keys", std::move(keys)},
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
          {"beside", snapshot.settings.is_beside || bodies == Bodies::inside},
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
          {"documentFields", forms.release()},
          {"sites", std::move(exported)}};
}

}  // namespace agent_access::tools
