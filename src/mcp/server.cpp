#include "mcp/server.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "documents/metadata/mcp_manifest.hpp"
#include "documents/paths.hpp"
#include "http/append.hpp"
#include "json/json_text.hpp"
#include "json/utf8_scan.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

/// As long as Cache-Control of the documents allows.
constexpr int kFreshMs = 300'000;
constexpr std::string_view kBegin = R"({"jsonrpc":"2.0","result":)";
constexpr std::string_view kTextBegin = R"({"content":[{"type":"text","text":")";
constexpr std::string_view kTextEnd = R"("}])";
constexpr std::string_view kInstructions =
    "Use get_site_overview first. Every tool only reads. get_full_profile and the profile as a resource need an access "
    "token: register at the authorization server without an account, and use the grant client_credentials.";

Reply fault(McpFault fault) { return {.fault = fault}; }

/// The text without the quotes around it.
std::string escaped(std::string_view text) {
  const std::string quoted = json::json_string(text);
  return quoted.substr(1, quoted.size() - 2);
}

/// A field of HTTP may have any bytes (obs-text), a text of JSON may not.
bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t size = json::utf8_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

bj::object capabilities() {
  return {{"tools", bj::object()}, {"resources", bj::object()}, {"completions", bj::object()}};
}

bj::array revisions() { return bj::array(kRevisions.begin(), kRevisions.end()); }

void add_caching(bj::object& result) {
  result["ttlMs"] = kFreshMs;
  result["cacheScope"] = "public";
}

/// A constant, which ends before the value of the id, and the id.
Reply reply(std::string_view constant, const Message& message) {
  return {.constant = constant, .body = message.id + "}"};
}

/// A response of JSON-RPC with an error; `id` may be empty.
std::string error_of(int code, std::string_view id, std::string_view message, const bj::object& data) {
  std::string body = R"({"jsonrpc":"2.0",)";
  if (!id.empty()) http::append(body, R"("id":)", id, ",");
  http::append(body, R"("error":{"code":)", http::Decimal(code), R"(,"message":)", json::json_string(message),
               R"(,"data":)", bj::serialize(data), "}}");
  return body;
}

}  // namespace

Server::Server(const publish::Catalogue& documents, std::size_t host, std::string base_url,
               const content::Profile& profile)
    : site_(Site::read(documents, host, std::move(base_url))),
      tools_(site_),
      resources_(documents, host, site_),
      profile_(profile) {
  bj::object info = {{"name", "agent-access"}, {"version", documents::kApiVersion}, {"websiteUrl", site_.base_url}};
  if (const auto title = text_member(site_.data, "title"); !title.empty()) info["title"] = title;
  server_info_ = bj::serialize(info);
  end_ = R"(,"resultType":"complete","_meta":{")" + std::string(kServerInfoKey) + "\":" + server_info_ + R"(}},"id":)";
  write_lists();
  write_profile(profile);
}

/// The text of a whole response up to the value of the id.
std::string Server::constant_of(const bj::object& result) const {
  std::string text = bj::serialize(result);
  text.pop_back();
  return std::string(kBegin) + text + end_;
}

std::string Server::tool_constant(const bj::object& value) const {
  const std::string json = bj::serialize(value);
  std::string text;
  http::append(text, kBegin, kTextBegin, escaped(json), kTextEnd, R"(,"structuredContent":)", json, end_);
  return text;
}

void Server::write_lists() {
  bj::object discovery = {
      {"supportedVersions", revisions()}, {"capabilities", capabilities()}, {"instructions", kInstructions}};
  bj::object tools = {{"tools", documents::tool_array()}};
  bj::object templates = {{"resourceTemplates", Resources::templates()}};
  for (bj::object* const result : {&discovery, &tools, &templates}) add_caching(*result);
  discovery_ = constant_of(discovery);
  tool_list_ = constant_of(tools);
  template_list_ = constant_of(templates);
  for (Resources::Page& page : resources_.pages()) {
    bj::object result = {{"resources", std::move(page.entries)}};
    if (!page.next_cursor.empty()) result["nextCursor"] = page.next_cursor;
    add_caching(result);
    resource_pages_.push_back(constant_of(result));
  }
  for (auto& [uri, contents] : resources_.documents()) {
    bj::object result = {{"contents", bj::array{contents}}};
    add_caching(result);
    documents_.emplace(uri, constant_of(result));
  }
  for (const content::Tool& tool : content::browser_tools()) {
    const auto value = tools_.call(tool, nullptr);
    if (value) tool_results_.emplace(tool.name, tool_constant(*value));
  }
}

void Server::write_profile(const content::Profile& profile) {
  http::append(profile_text_, kBegin, kTextBegin, escaped(profile.prefix));
  http::append(profile_resource_, kBegin, R"({"ttlMs":0,"cacheScope":"private","contents":[{"uri":)",
               json::json_string(resources_.profile_uri()), R"(,"mimeType":")", documents::kJsonType, R"(","text":")",
               escaped(profile.prefix));
}

Reply Server::profile_result(Needs needs, std::string_view id, std::string_view meta) const {
  Reply result;
  const std::string text = escaped(meta);
  if (needs == Needs::token_for_resource) {
    result.constant = profile_resource_;
    http::append(result.body, text, R"("}])", end_, id, "}");
    return result;
  }
  result.constant = profile_text_;
  result.body.reserve(text.size() + profile_.prefix.size() + meta.size() + end_.size() + id.size() + 64);
  http::append(result.body, text, kTextEnd, R"(,"structuredContent":)", profile_.prefix, meta, end_, id, "}");
  return result;
}

std::string Server::challenge_result(std::string_view id, std::string_view text, std::string_view challenge) const {
  std::string body;
  http::append(body, kBegin, kTextBegin, escaped(text), kTextEnd, R"(,"isError":true,"resultType":"complete",)",
               R"("_meta":{"mcp/www_authenticate":[)", json::json_string(challenge), "],\"", kServerInfoKey,
               "\":", server_info_, R"(}},"id":)", id, "}");
  return body;
}

Reply Server::answer(const Message& message, Era era) const {
  struct Row {
    std::string_view method;
    Reply (Server::*answer)(const Message&) const;
    std::optional<Era> only_in = {};
  };
  static constexpr std::array kRows = std::to_array<Row>({
      {"tools/call", &Server::call_tool},
      {"tools/list", &Server::list_tools},
      {"resources/read", &Server::read_resource},
      {"resources/list", &Server::list_resources},
      {"resources/templates/list", &Server::list_templates},
      {"completion/complete", &Server::complete},
      {"server/discover", &Server::discover, Era::current},
      {"initialize", &Server::initialize, Era::legacy},
      {"ping", &Server::ping, Era::legacy},
  });
  const auto* const row = std::ranges::find(kRows, message.method, &Row::method);
  const bool is_known = row != kRows.end() && row->only_in.value_or(era) == era;
  return is_known ? (this->*row->answer)(message) : fault(McpFault::unknown_method);
}

/// Without a session: the client gets no id of one.
Reply Server::initialize(const Message& message) const {
  const bj::value* const version = message.params.if_contains("protocolVersion");
  if (version == nullptr || !version->is_string()) return fault(McpFault::invalid_params);
  Reply result;
  http::append(result.body, kBegin, R"({"protocolVersion":")", negotiated(version->get_string()),
               R"(","capabilities":)", bj::serialize(capabilities()), R"(,"serverInfo":)", server_info_,
               R"(,"instructions":)", json::json_string(kInstructions), R"(},"id":)", message.id, "}");
  return result;
}

Reply Server::ping(const Message& message) const {
  return {.body = std::string(kBegin) + R"({},"id":)" + message.id + "}"};
}

Reply Server::discover(const Message& message) const { return reply(discovery_, message); }

Reply Server::list_tools(const Message& message) const {
  if (message.params.contains("cursor")) return fault(McpFault::invalid_cursor);
  return reply(tool_list_, message);
}

Reply Server::call_tool(const Message& message) const {
  const bj::value* const name = message.params.if_contains("name");
  if (name == nullptr || !name->is_string()) return fault(McpFault::invalid_params);
  const content::Tool* const tool = Tools::find(name->get_string());
  if (tool == nullptr) return fault(McpFault::unknown_tool);
  const bj::value* const arguments = message.params.if_contains("arguments");
  if (arguments != nullptr && !arguments->is_object()) return fault(McpFault::invalid_params);
  const bool has_arguments = arguments != nullptr && !arguments->get_object().empty();
  if (!has_arguments) {
    const auto constant = tool_results_.find(tool->name);
    if (constant != tool_results_.end()) return reply(constant->second, message);
  }
  if (tool->is_gated) {
    if (const auto checked = tools_.check(*tool, arguments); checked) return {.needs = Needs::token_for_tool};
  }
  const auto value = tools_.call(*tool, arguments);
  Reply result;
  if (value) {
    result.body = tool_constant(*value);
  } else {
    http::append(result.body, kBegin, kTextBegin, escaped(value.error()), kTextEnd, R"(,"isError":true)", end_);
  }
  http::append(result.body, message.id, "}");
  return result;
}

Reply Server::list_resources(const Message& message) const {
  const bj::value* const cursor = message.params.if_contains("cursor");
  if (cursor == nullptr) return reply(resource_pages_.front(), message);
  if (!cursor->is_string()) return fault(McpFault::invalid_cursor);
  const auto page = resources_.page_at(cursor->get_string());
  return page ? reply(resource_pages_[*page], message) : fault(McpFault::invalid_cursor);
}

Reply Server::list_templates(const Message& message) const {
  if (message.params.contains("cursor")) return fault(McpFault::invalid_cursor);
  return reply(template_list_, message);
}

Reply Server::read_resource(const Message& message) const {
  const bj::value* const uri = message.params.if_contains("uri");
  if (uri == nullptr || !uri->is_string()) return fault(McpFault::invalid_params);
  const std::string address(uri->get_string());
  if (const auto found = documents_.find(address); found != documents_.end()) return reply(found->second, message);
  if (address == resources_.profile_uri()) return {.needs = Needs::token_for_resource};
  const ItemPlace* const place = resources_.find_item(address);
  if (place == nullptr) return fault(McpFault::unknown_resource);
  bj::object result = {{"contents", bj::array{{{"uri", address},
                                               {"mimeType", documents::kJsonType},
                                               {"text", bj::serialize(tools_.item(place->collection, place->slug))}}}}};
  add_caching(result);
  return {.body = constant_of(result) + message.id + "}"};
}

Reply Server::complete(const Message& message) const {
  auto result = resources_.complete(message.params);
  if (!result) return fault(result.error());
  return {.body = constant_of(*result) + message.id + "}"};
}

std::string error_response(McpFault fault, std::string_view id, std::string_view requested) {
  const McpProblem& problem = mcp_problem_of(fault);
  bj::object data = {{"error", problem.error}, {"error_description", problem.description}};
  if (fault == McpFault::unsupported_version) {
    data["supported"] = revisions();
    data["requested"] = is_utf8(requested) ? requested : std::string_view();
  }
  return error_of(problem.code, id, problem.description, data);
}

std::string refusal_response(std::uint16_t status, std::string_view id, std::string_view error,
                             std::string_view description) {
  return error_of(status, id, description, {{"error", error}, {"error_description", description}});
}

}  // namespace agent_access::mcp
