#include "mcp/server.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "base/text.hpp"
#include "http/fields.hpp"
#include "json/json_text.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

/// As long as Cache-Control of the documents allows.
constexpr int kFreshMs = 300'000;
/// SEP-1046: clients get tokens by themselves, without a person.
constexpr std::string_view kClientCredentials = "io.modelcontextprotocol/oauth-client-credentials";
constexpr std::string_view kBegin = R"({"jsonrpc":"2.0","result":)";
constexpr std::string_view kTextBegin = R"({"content":[{"type":"text","text":")";
constexpr std::string_view kTextEnd = R"("}])";
constexpr std::string_view kInstructions = "Use get_site_overview first. Every tool only reads.";
constexpr std::string_view kProfileInstructions =
    " get_full_profile and the profile as a resource need an access token: register at the authorization server "
    "without "
    "an account, and use the grant client_credentials.";
constexpr std::string_view kGatedInstructions =
    " Resources whose description names a scope need a token with that scope; the refusal without one names it, too.";
constexpr std::string_view kPrivateBegin = R"({"ttlMs":0,"cacheScope":"private","contents":[)";

Reply fault(McpFault fault) { return {.fault = fault}; }

std::string escaped(std::string_view text) {
  std::string out;
  json::append_escaped(out, text);
  return out;
}

bj::object capabilities(bool has_profile) {
  bj::object capabilities = {{"tools", bj::object()}, {"resources", bj::object()}};
  if (has_profile) capabilities["extensions"] = bj::object{{kClientCredentials, bj::object()}};
  return capabilities;
}

bj::array revisions() { return bj::array(kRevisions.begin(), kRevisions.end()); }

void add_caching(bj::object& result) {
  result["ttlMs"] = kFreshMs;
  result["cacheScope"] = "public";
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

Server::Server(const publish::Catalogue& documents, std::string base_url, const documents::McpIdentity& identity,
               const content::Profile& profile, std::span<const documents::GatedResource> gated, const Server* other)
    : has_profile_(identity.has_profile),
      site_(Site::read(documents, std::move(base_url))),
      tools_(site_, other == nullptr ? nullptr : &other->tools_),
      resources_(documents, site_, gated, has_profile_),
      profile_(profile) {
  bj::object server_info = {{"name", identity.name},
                            {"version", documents::kApiVersion},
                            {"websiteUrl", site_.base_url},
                            {"title", identity.title}};
  if (!identity.icons.empty()) server_info["icons"] = identity.icons;
  server_info_ = bj::serialize(server_info);
  std::string instructions(kInstructions);
  if (has_profile_) instructions.append(kProfileInstructions);
  if (resources_.has_gated()) instructions.append(kGatedInstructions);
  http::append(initialize_, R"("capabilities":)", bj::serialize(capabilities(has_profile_)), R"(,"serverInfo":)",
               server_info_, R"(,"instructions":)", json::json_string(instructions), R"(},"id":)");
  end_ = R"(,"resultType":"complete","_meta":{")" + std::string(kServerInfoKey) + "\":" + server_info_ + R"(}},"id":)";
  write_lists(identity.icons, instructions);
  write_profile(profile);
}

/// The text of a whole response up to the value of the id.
std::string Server::constant_of(const bj::object& result) const {
  std::string text = bj::serialize(result);
  text.pop_back();
  return std::string(kBegin) + text + end_;
}

std::string Server::tool_constant(const bj::object& value) const {
  const std::string json = json::compact_json(value);
  std::string text;
  http::append(text, kBegin, kTextBegin, escaped(json), kTextEnd, R"(,"structuredContent":)", json, end_);
  return text;
}

void Server::write_lists(const bj::array& icons, const std::string& instructions) {
  bj::object discovery = {
      {"supportedVersions", revisions()}, {"capabilities", capabilities(has_profile_)}, {"instructions", instructions}};
  bj::object tools = {{"tools", documents::tool_array(icons, has_profile_)}};
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
  for (const auto& [uri, contents] : resources_.documents()) {
    bj::object result = {{"contents", bj::array{contents}}};
    add_caching(result);
    documents_.emplace(uri, constant_of(result));
  }
  resources_.release_texts();
  for (const content::Tool& tool : content::browser_tools()) {
    const auto value = tools_.call(tool, nullptr);
    if (value) tool_results_.emplace(tool.name, tool_constant(*value));
  }
}

void Server::write_profile(const content::Profile& profile) {
  const std::string text = escaped(profile.prefix);
  http::append(profile_text_, kBegin, kTextBegin, text);
  http::append(profile_resource_, kBegin, kPrivateBegin, R"({"uri":)", json::json_string(resources_.profile_uri()),
               R"(,"mimeType":")", documents::kJsonType, R"(","text":")", text);
}

std::string_view Server::profile_result(Needs needs, std::string_view id, std::string_view meta,
                                        std::string& body) const {
  json::append_escaped(body, meta);
  if (needs == Needs::token_for_resource) {
    http::append(body, R"("}])", end_, id, "}");
    return profile_resource_;
  }
  http::append(body, kTextEnd, R"(,"structuredContent":)", profile_.prefix, meta, end_, id, "}");
  return profile_text_;
}

std::string Server::document_result(std::string_view id, std::string_view uri, const FileContents& file) const {
  std::string body;
  http::append(body, kBegin, kPrivateBegin);
  append_contents(uri, file, body);
  http::append(body, "]", end_, id, "}");
  return body;
}

std::string Server::challenge_result(std::string_view id, std::string_view text, std::string_view challenge) const {
  std::string body;
  http::append(body, kBegin, kTextBegin, escaped(text), kTextEnd, R"(,"isError":true,"resultType":"complete",)",
               R"("_meta":{"mcp/www_authenticate":[)", json::json_string(challenge), "],\"", kServerInfoKey,
               "\":", server_info_, R"(}},"id":)", id, "}");
  return body;
}

ServerTexts Server::texts() const noexcept {
  return {end_, initialize_, discovery_, tool_list_, template_list_, resource_pages_};
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
      {"server/discover", &Server::discover, Era::current},
      {"initialize", &Server::initialize, Era::legacy},
      {"ping", &Server::ping, Era::legacy},
  });
  const auto* const row = std::ranges::find(kRows, message.method, &Row::method);
  const bool is_known = row != kRows.end() && row->only_in.value_or(era) == era;
  if (!is_known) return fault(McpFault::unknown_method);
  // An empty cursor is a value since 2026-07-28; older clients send it for the first page.
  const Member& cursor = message.params.cursor;
  if (era == Era::legacy && cursor.is_text() && cursor.text.empty()) {
    Message of_first_page = message;
    of_first_page.params.cursor = {};
    return answer(of_first_page, era);
  }
  Reply reply = (this->*row->answer)(message);
  if (!reply.fault && reply.needs == Needs::nothing) http::append(reply.body, message.id, "}");
  return reply;
}

/// Without a session: the client gets no id of one.
Reply Server::initialize(const Message& message) const {
  const Member& version = message.params.protocol_version;
  if (!version.is_text()) return fault(McpFault::invalid_params);
  Reply result;
  http::append(result.body, kBegin, R"({"protocolVersion":")", negotiated(version.text), R"(",)", initialize_);
  return result;
}

Reply Server::ping(const Message&) const { return {.body = std::string(kBegin) + R"({},"id":)"}; }

Reply Server::discover(const Message&) const { return {.constant = discovery_}; }

Reply Server::list_tools(const Message& message) const {
  if (!message.params.cursor.is_missing()) return fault(McpFault::invalid_cursor);
  return {.constant = tool_list_};
}

Reply Server::call_tool(const Message& message) const {
  const Member& name = message.params.name;
  if (!name.is_text()) return fault(McpFault::invalid_params);
  const content::Tool* const tool = Tools::find(name.text);
  if (tool == nullptr || (tool->is_gated && !has_profile_)) return fault(McpFault::unknown_tool);
  const Member& arguments = message.params.arguments;
  if (!arguments.is_missing() && !arguments.is_object()) return fault(McpFault::invalid_params);
  if (tool->is_gated) return {.needs = Needs::token_for_tool};
  const bool has_arguments = arguments.type == Member::Type::object;
  const auto constant = has_arguments ? tool_results_.end() : tool_results_.find(tool->name);
  if (constant != tool_results_.end()) return {.constant = constant->second};
  const bj::object params = has_arguments ? message.read_params() : bj::object();
  const bj::value* const input = params.if_contains("arguments");
  const auto value = tools_.call(*tool, input);
  if (value) return {.body = tool_constant(*value)};
  Reply result;
  http::append(result.body, kBegin, kTextBegin, escaped(value.error()), kTextEnd, R"(,"isError":true)", end_);
  return result;
}

Reply Server::list_resources(const Message& message) const {
  const Member& cursor = message.params.cursor;
  if (cursor.is_missing()) return {.constant = resource_pages_.front()};
  if (!cursor.is_text()) return fault(McpFault::invalid_cursor);
  const auto page = resources_.page_at(cursor.text);
  return page ? Reply{.constant = resource_pages_[*page]} : fault(McpFault::invalid_cursor);
}

Reply Server::list_templates(const Message& message) const {
  if (!message.params.cursor.is_missing()) return fault(McpFault::invalid_cursor);
  return {.constant = template_list_};
}

Reply Server::read_resource(const Message& message) const {
  const Member& uri = message.params.uri;
  if (!uri.is_text()) return fault(McpFault::invalid_params);
  Reply reply = read_address(uri.text);
  if (reply.fault != McpFault::unknown_resource) return reply;
  const std::string listed = listed_spelling(uri.text);
  return listed == uri.text ? reply : read_address(listed);
}

Reply Server::read_address(std::string_view uri) const {
  if (const auto found = documents_.find(uri); found != documents_.end()) return {.constant = found->second};
  if (has_profile_ && uri == resources_.profile_uri()) return {.needs = Needs::token_for_resource};
  const ItemPlace* const place = resources_.find_item(uri);
  if (place == nullptr) {
    if (resources_.is_gated(uri)) return {.needs = Needs::token_for_document};
    return fault(McpFault::unknown_resource);
  }
  bj::object result = {{"contents", bj::array{{{"uri", uri},
                                               {"mimeType", documents::kJsonType},
                                               {"text", bj::serialize(tools_.item(place->collection, place->slug))}}}}};
  add_caching(result);
  return {.body = constant_of(result)};
}

std::string error_response(McpFault fault, Era era, std::string_view id, std::string_view requested) {
  const McpProblem& problem = mcp_problem_of(fault);
  bj::object data = {{"error", problem.row.error}, {"error_description", problem.row.sentence}};
  if (fault == McpFault::unsupported_version) {
    data["supported"] = revisions();
    // A field of HTTP may have any bytes (obs-text), a text of JSON may not.
    data["requested"] = base::is_utf8(requested) ? requested : std::string_view();
  }
  return error_of(era == Era::legacy ? problem.legacy_code : problem.code, id, problem.row.sentence, data);
}

std::string refusal_response(std::uint16_t status, std::string_view id, std::string_view error,
                             std::string_view description) {
  return error_of(status, id, description, {{"error", error}, {"error_description", description}});
}

}  // namespace agent_access::mcp
