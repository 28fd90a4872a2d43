#include "tools/export/worker.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <utility>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "http/fields.hpp"
#include "site/pages/browser_tools.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

/// The modules of worker.js, in the order in which they use each other.
constexpr auto kModules = std::to_array<std::string_view>({"encoding", "addresses", "json", "oauth", "secrets",
                                                           "issuers", "limits", "forwarded", "http", "node_request",
                                                           "request_forms", "log", "service", "worker", "index"});
constexpr std::array<std::string_view, 5> kMcpModules = {"encoding", "json", "http", "mcp", "mcp_endpoint"};

/// Those of agent-access.js before its data, without and with MCP.
constexpr auto kModulesOfOne =
    std::to_array<std::string_view>({"protocol", "encoding", "addresses", "json", "oauth", "secrets", "issuers",
                                     "limits", "http", "node_request", "request_forms", "log", "service", "worker"});
constexpr std::array<std::string_view, 2> kMcpModulesOfOne = {"mcp", "mcp_endpoint"};

constexpr std::string_view kUseMcp = "Object.assign(data.mcp, { McpEndpoint, toolsOf })\n";

std::string title_of(std::string_view title) {
  std::string text;
  http::append(text, "// agent-access: ", title,
               ". Written by `agent-access export --worker` from web/worker/ of the program.\n");
  return text;
}

enum class Exports : bool { removed, kept };

/// Appends a module without its imports of others; of its exports the declarations stay. Both stand only at the
/// beginning of a line that is not indented, which no line within a function or a text is.
void append_module(std::string_view text, Exports exports, std::string& joined) {
  joined.append("\n");
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with("import {") && line.contains("from './")) continue;
    const bool is_export = exports == Exports::removed && line.starts_with("export ");
    joined.append(line.substr(is_export ? std::string_view("export ").size() : 0)).append("\n");
  }
}

std::string_view module_text(std::string_view name) { return templates::asset("worker/" + std::string(name) + ".js"); }

/// The modules as one; the last one has its exports.
std::string joined_module(std::string_view title, std::span<const std::string_view> modules) {
  std::string joined = title_of(title) + "import { protocol } from './protocol.js'\n";
  for (const std::string_view name : modules) {
    append_module(module_text(name), name == modules.back() ? Exports::kept : Exports::removed, joined);
  }
  return joined;
}

/// The tools have names that the modules also have.
void append_tools(bool has_profile, std::string& joined) {
  joined.append("\nconst toolsOf = (() => {");
  append_module(pages::render_site_tools(has_profile), Exports::removed, joined);
  joined.append("return toolsOf\n})()\n");
}

/// The values, of which a bundler cannot read a word: it might replace those that mean something to it.
std::string packed(const bj::object& data) {
  const std::string text = bj::serialize(data);
  std::string letters(base::base64_encoded_size(text.size()), '\0');
  base::base64_encode_to(base::bytes_of(text), letters.data());
  return "\nconst data = JSON.parse(textOfUtf8(bytesOfBase64('" + letters + "')))\n";
}

std::string data_module(const bj::object& data, bool has_mcp) {
  if (!has_mcp) return "export default " + bj::serialize(data) + "\n";
  return "import { McpEndpoint } from './mcp.js'\nimport { toolsOf } from './site-tools.js'\nconst data = " +
         bj::serialize(data) + "\n" + std::string(kUseMcp) + "export default data\n";
}

}  // namespace

std::vector<WorkerModule> worker_modules(const app::Config& config, const service::Snapshot& snapshot,
                                         std::span<const WorkerSite> sites) {
  const bool has_mcp = snapshot.settings.mcp.is_enabled;
  std::vector<WorkerModule> modules = {
      {"worker.js", joined_module("registration, tokens and documents of the sites in worker-data.js", kModules)},
      {"worker-data.js", data_module(worker_data(config, snapshot, sites, Bodies::files), has_mcp)},
      {"protocol.js", std::string(templates::asset("worker/protocol.js"))}};
  if (has_mcp) {
    modules.push_back({"mcp.js", joined_module("the MCP endpoint of worker.js", kMcpModules)});
    // The tools of the pages, for which mcp.js gives the data.
    modules.push_back({"site-tools.js", pages::render_site_tools(snapshot.settings.has_profile)});
  }
  return modules;
}

std::string one_module(const app::Config& config, const service::Snapshot& snapshot,
                       std::span<const WorkerSite> sites) {
  const bool has_mcp = snapshot.settings.mcp.is_enabled;
  std::string joined = title_of("registration, tokens, the profile and the documents of a site, beside its own pages");
  joined.append("/* eslint-disable */\n");
  for (const std::string_view name : kModulesOfOne) append_module(module_text(name), Exports::removed, joined);
  if (has_mcp) {
    for (const std::string_view name : kMcpModulesOfOne) append_module(module_text(name), Exports::removed, joined);
    append_tools(snapshot.settings.has_profile, joined);
  }
  joined.append(packed(worker_data(config, snapshot, sites, Bodies::inside)));
  if (has_mcp) joined.append(kUseMcp);
  append_module(module_text("module"), Exports::kept, joined);
  return joined;
}

}  // namespace agent_access::tools
