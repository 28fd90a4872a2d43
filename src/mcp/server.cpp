#include "mcp/server.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "base/protocol.hpp"
#include "base/text.hpp"
#include "http/fields.hpp"
#include "json/json_text.hpp"
#include "json/members.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

/// SEP-1046: clients get tokens by themselves, without a person.
constexpr std::string_view kClientCredentials = "io.modelcontextprotocol/oauth-client-credentials";
constexpr std::string_view kBegin = R"({"jsonrpc":"2.0","result":)";
constexpr std::string_view kIdBegin = R"(,"id":)";
constexpr std::string_view kTextBegin = R"({"content":[{"type":"text","text":")";
constexpr std::string_view kTextEnd = R"("}])";
constexpr std::string_view kStructured = R"(,"structuredContent":)";
constexpr std::string_view kContentsBegin = R"({"contents":[)";
constexpr std::string_view kInstructions = "Use get_site_overview first. Every tool only reads.";
constexpr std::string_view kProfileInstructions =
    " get_full_profile and the profile as a resource need an access token: register at the authorization server "
    "without "
    "an account, and use the grant client_credentials.";
constexpr std::string_view kGatedInstructions =
    " Resources whose description names a scope need a token with that scope; the refusal without one names it, too.";

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

/// A response up to the last brace of its result.
std::string beginning_of(const bj::object& result) {
  std::string text = std::string(kBegin) + bj::serialize(result);
  text.pop_back();
  return text;
}

RevisedText revised(const bj::object& result) {
  return RevisedText([&result](Revision revision) { return beginning_of(within(result, revision)); });
}

/// The members of that text as an object.
bj::value result_in(std::string_view text) { return bj::parse(std::string(text.substr(kBegin.size())) + "}"); }

/// The text carries the result for clients that read only that, and for revisions without structuredContent.
std::string tool_text(const bj::object& value, Revision revision) {
  const std::string json = json::compact_json(value);
  std::string text;
  http::append(text, kBegin, kTextBegin, escaped(json), kTextEnd);
  if (has_member("structuredContent", revision)) http::append(text, kStructured, json);
  return text;
}

/// A response with a document up to the last brace of its result.
std::string contents_result(std::string_view uri, const FileContents& file) {
  std::string text;
  http::append(text, kBegin, kContentsBegin);
  append_contents(uri, file, text);
  text.push_back(']');
  return text;
}

/// What ends a result after its other members, with the id to come.
std::string end_with(bj::object members, Revision revision) {
  const bj::object known = within(std::move(members), revision);
  if (known.empty()) return std::string("}").append(kIdBegin);
  std::string text = bj::serialize(known).append(kIdBegin);
  text.front() = ',';
  return text;
}

bj::object hints_of(Cache cache) {
  if (cache == Cache::nobody) return {};
  if (cache == Cache::caller) return {{"ttlMs", 0}, {"cacheScope", "private"}};
  return {{"ttlMs", protocol::kFreshSeconds * 1000}, {"cacheScope", "public"}};
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
      profile_(profile),
      server_info_({{"name", identity.name},
                    {"version", documents::kApiVersion},
                    {"websiteUrl", site_.base_url},
                    {"title", identity.title}}) {
  if (!identity.icons.empty()) server_info_["icons"] = identity.icons;
  for (const Cache cache : {Cache::nobody, Cache::everybody, Cache::caller}) {
    bj::object members = hints_of(cache);
    members["resultType"] = "complete";
    members["_meta"] = bj::object{{protocol::kMcpServerInfoKey, server_info_}};
    ends_.at(static_cast<std::size_t>(cache)) =
        RevisedText([&members](Revision revision) { return end_with(members, revision); });
  }
  std::string instructions(kInstructions);
  if (has_profile_) instructions.append(kProfileInstructions);
  if (resources_.has_gated()) instructions.append(kGatedInstructions);
  write_lists(identity, instructions);
  write_tool_results();
  write_profile(profile);
}

void Server::write_lists(const documents::McpIdentity& identity, const std::string& instructions) {
  initialize_ = RevisedText([&](Revision revision) {
    return beginning_of(within({{"protocolVersion", revision.name()},
                                {"capabilities", capabilities(has_profile_)},
                                {"serverInfo", server_info_},
                                {"instructions", instructions}},
                               revision));
  });
  discovery_ = revised({{"supportedVersions", revisions()},
                        {"capabilities", capabilities(has_profile_)},
                        {"instructions", instructions}});
  tool_list_ = revised({{"tools", documents::tool_array(identity)}});
  template_list_ = revised({{"resourceTemplates", Resources::templates()}});
  for (Resources::Page& page : resources_.take_pages()) {
    bj::object result = {{"resources", std::move(page.entries)}};
    if (!page.next_cursor.empty()) result["nextCursor"] = page.next_cursor;
    resource_pages_.push_back(revised(result));
  }
}

void Server::write_tool_results() {
  for (const content::Tool& tool : content::browser_tools()) {
    const auto value = tools_.call(tool, nullptr);
    if (!value) continue;
    tool_results_.emplace(tool.name, RevisedText([&value](Revision revision) { return tool_text(*value, revision); }));
  }
}

void Server::write_profile(const content::Profile& profile) {
  const std::string text = escaped(profile.prefix);
  http::append(profile_text_, kBegin, kTextBegin, text);
  http::append(profile_resource_, kBegin, kContentsBegin, R"({"uri":)", json::json_string(resources_.profile_uri()),
               R"(,"mimeType":")", documents::kJsonType, R"(","text":")", text);
}

std::string_view Server::profile_result(Needs needs, const Asked& asked, std::string_view meta,
                                        std::string& body) const {
  json::append_escaped(body, meta);
  if (needs == Needs::token_for_resource) {
    http::append(body, R"("}])", end_of(Cache::caller, asked.revision), asked.id, "}");
    return profile_resource_;
  }
  body.append(kTextEnd);
  if (has_member("structuredContent", asked.revision)) http::append(body, kStructured, profile_.prefix, meta);
  http::append(body, end_of(Cache::nobody, asked.revision), asked.id, "}");
  return profile_text_;
}

std::string Server::document_result(const Asked& asked, std::string_view uri, const FileContents& file) const {
  std::string body = contents_result(uri, file);
  http::append(body, end_of(Cache::caller, asked.revision), asked.id, "}");
  return body;
}

std::string Server::challenge_result(const Asked& asked, std::string_view text, std::string_view challenge) const {
  const bj::object members = {
      {"isError", true},
      {"resultType", "complete"},
      {"_meta", {{"mcp/www_authenticate", bj::array{challenge}}, {protocol::kMcpServerInfoKey, server_info_}}}};
  std::string body;
  http::append(body, kBegin, kTextBegin, escaped(text), kTextEnd, end_with(members, asked.revision), asked.id, "}");
  return body;
}

bj::object Server::results() const {
  constexpr Revision kCurrent = Revision::current();
  bj::array pages;
  for (const RevisedText& page : resource_pages_) pages.push_back(result_in(page.in(kCurrent)));
  return {{"initialize", result_in(initialize_.in(kCurrent))},
          {"server/discover", result_in(discovery_.in(kCurrent))},
          {"tools/list", result_in(tool_list_.in(kCurrent))},
          {"resources/templates/list", result_in(template_list_.in(kCurrent))},
          {"resources", std::move(pages)}};
}

std::string_view Server::end_of(Cache cache, Revision revision) const noexcept {
  return ends_[static_cast<std::size_t>(cache)].in(revision);
}

Reply Server::kept(Cache cache, std::string_view constant, Revision revision) const {
  constexpr std::size_t kUsualId = 32;
  const std::string_view end = end_of(cache, revision);
  Reply reply{.constant = constant};
  reply.body.reserve(end.size() + kUsualId);
  reply.body.append(end);
  return reply;
}

Reply Server::answer(const Message& message, Revision revision) const {
  struct Row {
    std::string_view method;
    Reply (Server::*answer)(const Message&, Revision) const;
    std::optional<bool> is_current = {};  ///< only in the current revision, or only in those before
  };
  static constexpr std::array kRows = std::to_array<Row>({
      {"tools/call", &Server::call_tool},
      {"tools/list", &Server::list_tools},
      {"resources/read", &Server::read_resource},
      {"resources/list", &Server::list_resources},
      {"resources/templates/list", &Server::list_templates},
      {"server/discover", &Server::discover, true},
      {"initialize", &Server::initialize, false},
      {"ping", &Server::ping, false},
  });
  const auto* const row = std::ranges::find(kRows, message.method, &Row::method);
  const bool is_known = row != kRows.end() && row->is_current.value_or(revision.is_current()) == revision.is_current();
  if (!is_known) return fault(McpFault::unknown_method);
  Reply reply = (this->*row->answer)(message, revision);
  if (!reply.fault && reply.needs == Needs::nothing) http::append(reply.body, message.id, "}");
  return reply;
}

Needs Server::needs(const Message& message) const {
  if (message.method == "tools/call") {
    const content::Tool* const tool = Tools::find(json::as_text(message.params.name).value_or(""));
    return has_profile_ && tool != nullptr && tool->is_gated ? Needs::token_for_tool : Needs::nothing;
  }
  if (message.method != "resources/read") return Needs::nothing;
  const std::string uri = listed_spelling(json::as_text(message.params.uri).value_or(""));
  if (has_profile_ && uri == resources_.profile_uri()) return Needs::token_for_resource;
  return resources_.is_gated(uri) ? Needs::token_for_document : Needs::nothing;
}

/// Without a session: the client gets no id of one.
Reply Server::initialize(const Message& message, Revision) const {
  const auto version = json::as_text(message.params.protocol_version);
  if (!version) return fault(McpFault::invalid_params);
  return {.constant = initialize_.in(negotiated(*version)), .body = std::string("}").append(kIdBegin)};
}

Reply Server::ping(const Message&, Revision) const {
  return {.constant = kBegin, .body = std::string("{}").append(kIdBegin)};
}

Reply Server::discover(const Message&, Revision revision) const {
  return kept(Cache::everybody, discovery_.in(revision), revision);
}

Reply Server::list_tools(const Message& message, Revision revision) const {
  if (message.params.cursor != nullptr) return fault(McpFault::invalid_cursor);
  return kept(Cache::everybody, tool_list_.in(revision), revision);
}

Reply Server::call_tool(const Message& message, Revision revision) const {
  const auto name = json::as_text(message.params.name);
  if (!name) return fault(McpFault::invalid_params);
  const content::Tool* const tool = Tools::find(*name);
  if (tool == nullptr || (tool->is_gated && !has_profile_)) return fault(McpFault::unknown_tool);
  const bj::value* const arguments = message.params.arguments;
  if (arguments != nullptr && !arguments->is_object()) return fault(McpFault::invalid_params);
  if (tool->is_gated) return {.needs = Needs::token_for_tool};
  const bool has_arguments = arguments != nullptr && !arguments->get_object().empty();
  const auto constant = has_arguments ? tool_results_.end() : tool_results_.find(tool->name);
  if (constant != tool_results_.end()) return kept(Cache::nobody, constant->second.in(revision), revision);
  const auto value = tools_.call(*tool, arguments);
  Reply result;
  if (value) {
    http::append(result.body, tool_text(*value, revision), end_of(Cache::nobody, revision));
  } else {
    http::append(result.body, kBegin, kTextBegin, escaped(value.error()), kTextEnd, R"(,"isError":true)",
                 end_of(Cache::nobody, revision));
  }
  return result;
}

Reply Server::list_resources(const Message& message, Revision revision) const {
  const bj::value* const cursor = message.params.cursor;
  const auto page =
      cursor == nullptr ? std::optional<std::size_t>(0) : resources_.page_at(json::as_text(cursor).value_or(""));
  if (!page) return fault(McpFault::invalid_cursor);
  return kept(Cache::everybody, resource_pages_[*page].in(revision), revision);
}

Reply Server::list_templates(const Message& message, Revision revision) const {
  if (message.params.cursor != nullptr) return fault(McpFault::invalid_cursor);
  return kept(Cache::everybody, template_list_.in(revision), revision);
}

Reply Server::read_resource(const Message& message, Revision revision) const {
  const auto uri = json::as_text(message.params.uri);
  if (!uri) return fault(McpFault::invalid_params);
  Reply reply = read_address(*uri, revision);
  if (reply.fault != McpFault::unknown_resource) return reply;
  const std::string listed = listed_spelling(*uri);
  return listed == *uri ? reply : read_address(listed, revision);
}

Reply Server::read_address(std::string_view uri, Revision revision) const {
  if (const FileContents* const document = resources_.find_document(uri)) {
    return {.body = contents_result(uri, *document).append(end_of(Cache::everybody, revision))};
  }
  if (has_profile_ && uri == resources_.profile_uri()) return {.needs = Needs::token_for_resource};
  const ItemPlace* const place = resources_.find_item(uri);
  if (place == nullptr) {
    if (resources_.is_gated(uri)) return {.needs = Needs::token_for_document};
    return fault(McpFault::unknown_resource);
  }
  const std::string item = bj::serialize(tools_.item(place->collection, place->slug));
  return {.body = contents_result(uri, {documents::kJsonType, item}).append(end_of(Cache::everybody, revision))};
}

std::string error_response(McpFault fault, Revision revision, std::string_view id, std::string_view requested) {
  const McpProblem& problem = mcp_problem_of(fault);
  bj::object data = {{"error", problem.row.error}, {"error_description", problem.row.sentence}};
  if (fault == McpFault::unsupported_version) {
    data["supported"] = revisions();
    // A field of HTTP may have any bytes (obs-text), a text of JSON may not.
    data["requested"] = base::is_utf8(requested) ? requested : std::string_view();
  }
  return error_of(revision.is_current() ? problem.code : problem.legacy_code, id, problem.row.sentence, data);
}

std::string refusal_response(std::uint16_t status, std::string_view id, std::string_view error,
                             std::string_view description) {
  return error_of(status, id, description, {{"error", error}, {"error_description", description}});
}

}  // namespace agent_access::mcp
