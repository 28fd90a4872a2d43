#include "service/handler.hpp"

#include <utility>

#include "base/protocol.hpp"
#include "http/client_address.hpp"
#include "http/fields.hpp"
#include "service/call.hpp"
#include "service/document_endpoint.hpp"
#include "service/endpoints.hpp"
#include "service/fault_table.hpp"
#include "service/forward_auth.hpp"
#include "service/rate_limit.hpp"
#include "site/content/path_form.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::service {
namespace {

/// Handles OPTIONS and wrong methods. False if the endpoint must handle the request.
bool answer_method(std::string_view allowed, http::Method method, http::Response& response) {
  if (!publish::is_allowed(allowed, method)) {
    refuse(fault("method_not_allowed"), response);
    response.add_field("Allow", allowed);
    return true;
  }
  if (method != http::Method::options) return false;
  response.status = 204;
  response.constant_fields = http::kPreflightFields;
  http::append_preflight(allowed, response.fields);
  return true;
}

/// The response at a path with too many slashes: that of the document which it means, else that of an unknown path.
void answer_meant_path(Call& call, http::Response& response) {
  // Beside a site other paths are that site's.
  if (call.context.snapshot->settings.is_beside) return refuse(fault("unknown_path"), response);
  const auto* const document = find_without_slashes(call);
  if (document == nullptr) return answer_unknown_path(call, response);
  call.outcome.route = publish::route_of(*document);
  if (answer_method(protocol::kReadMethods, call.request.method, response)) return;
  answer_meant_document(call, *document, response);
}

/// The response at a path that is neither an endpoint nor a document.
void answer_beyond_documents(Call& call, http::Response& response) {
  const Snapshot& snapshot = *call.context.snapshot;
  const auto metadata =
      publish::find_resource_metadata(call.site().resource_metadata, snapshot.settings.access, call.request, call.path);
  if (!metadata) return answer_meant_path(call, response);
  call.outcome.route = http::Route::metadata;
  if (answer_method(protocol::kReadMethods, call.request.method, response)) return;
  response.body_owner = call.context.hold;
  const publish::ResourceMetadata& prepared = metadata->metadata;
  if (answer_precondition(call, prepared.etag, prepared.not_modified_fields, response)) return;
  publish::answer_resource_metadata(*metadata, call.request, response);
}

/// The path of the document that the request is about: metadata of the MCP endpoint are also found with a slash at
/// the end of its address.
std::string_view document_path_of(std::string_view path) noexcept {
  const bool is_of_mcp = path.starts_with(documents::kProtectedResourcePath) &&
                         path.substr(documents::kProtectedResourcePath.size()) == documents::kMcpSlashPath;
  return is_of_mcp ? path.substr(0, path.size() - 1) : path;
}

/// Where a proxy that has no responses of its own sends what came in clear text; for other peers the path does not
/// exist.
bool came_in_clear_text(const Call& call) {
  return call.request.path == "/oauth/https-required" &&
         call.context.snapshot->limits.trusted.contains(call.request.peer_address);
}

/// Checks in this order: path, what the endpoint refuses whatever the method, method, endpoint.
void answer_path(Call& call, http::Response& response) {
  if (call.forwarded != nullptr) return answer_forward_auth(call, response);
  if (came_in_clear_text(call)) return refuse(fault("https_required"), response);
  const http::Request& request = call.request;
  // OPTIONS *, which is about the server as a whole (RFC 9110 section 9.3.7).
  if (request.path == "*") return static_cast<void>(answer_method(protocol::kServerMethods, request.method, response));
  if (const auto* const endpoint = find_endpoint(request.path, call.context.snapshot->settings)) {
    call.outcome.route = endpoint->route;
    if (endpoint->refuse_first != nullptr && endpoint->refuse_first(call, response)) return;
    if (!answer_method(endpoint->methods, request.method, response)) endpoint->answer(call, response);
    return;
  }
  if (call.gated_document != nullptr) {
    call.outcome.route = http::Route::document;
    if (!answer_method(protocol::kReadMethods, request.method, response)) answer_gated_document(call, response);
    return;
  }
  const auto* const document = call.site().documents.find(document_path_of(call.path));
  if (document == nullptr) return answer_beyond_documents(call, response);
  call.outcome.route = publish::route_of(*document);
  if (answer_method(protocol::kReadMethods, request.method, response)) return;
  answer_published_document(call, *document, response);
}

/// Notes the gated document or gate that the request is about, also of one that is refused later.
void note_resource(Call& call) {
  const content::Access& access = call.context.snapshot->settings.access;
  if (call.forwarded == nullptr) {
    call.gated_document = access.document_at(call.path);
    if (call.gated_document != nullptr) call.outcome.resource.assign(call.gated_document->path);
  } else if (call.forwarded->is_normal_path) {
    call.gate = access.gate_at(call.forwarded->path);
    if (call.gate != nullptr) call.outcome.resource.assign(call.gate->prefix);
  }
}

/// The route of a request that is refused before its path is read.
http::Route route_of(const Call& call) {
  if (call.forwarded != nullptr) return http::Route::gate;
  if (call.gated_document != nullptr) return http::Route::document;
  const auto* const endpoint = find_endpoint(call.request.path, call.context.snapshot->settings);
  return endpoint == nullptr ? call.outcome.route : endpoint->route;
}

void answer_counted(Call& call, http::Response& response) {
  if (charge(call)) {
    answer_path(call, response);
  } else {
    call.outcome.route = route_of(call);
    refuse_limited(*call.verdict, response);
  }
  finish_charge(call, response);
}

}  // namespace

struct Handler::State {
  WorkerContext context;
  HandlerParts parts;
};

Handler::Handler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Handler::~Handler() = default;

base::Result<std::unique_ptr<Handler>, oauth::KeyFault> Handler::create(std::shared_ptr<const Snapshot> snapshot,
                                                                        const HandlerParts& parts) {
  auto context = WorkerContext::create(std::move(snapshot));
  if (!context) return base::Failure(context.error());
  return std::unique_ptr<Handler>(new Handler(std::make_unique<State>(State{std::move(*context), parts})));
}

base::Result<void, oauth::KeyFault> Handler::adopt(std::shared_ptr<const Snapshot> snapshot) {
  auto context = WorkerContext::create(std::move(snapshot));
  if (!context) return base::Failure(context.error());
  state_->context = std::move(*context);
  return {};
}

void Handler::handle(const http::Request& request, http::Response& response) {
  response.omit_body = request.method == http::Method::head;
  const Snapshot& snapshot = *state_->context.snapshot;
  response.outcome.caller.note(request, snapshot.limits.trusted);
  const auto forwarded = read_forward_auth(request, snapshot);
  if (!forwarded) return answer_host(request, request.host, nullptr, response);
  note_forward_auth(*forwarded, response.outcome);
  if (forwarded->host) {
    answer_host(request, *forwarded->host, &*forwarded, response);
  } else {
    refuse(fault("malformed_gate_question"), response);
  }
  append_refusal_fields(response);
}

void Handler::answer_host(const http::Request& request, std::string_view asked, const ForwardAuthRequest* forwarded,
                          http::Response& response) {
  const Snapshot& snapshot = *state_->context.snapshot;
  // Checked first, so that the response for a foreign host does not depend on path and method.
  const auto host = snapshot.hosts.find(asked);
  if (!host) return refuse(fault("foreign_host"), response);
  const HandlerParts& parts = state_->parts;
  std::string room;
  const std::string_view path = content::published_spelling(request.path, room);
  Call call{
      request,          path,          state_->context, *host,    parts.clock, parts.random, parts.verified_tokens,
      response.outcome, parts.limiter, parts.monotonic, forwarded};
  note_resource(call);
  answer_counted(call, response);
}

void Handler::reject(http::RequestError fault, http::Response& response) noexcept {
  response.reset();
  response.connection = http::Connection::close;
  response.outcome.route = http::Route::rejected;
  try {
    http::refuse(fault_of(fault), response);
  } catch (...) {
    // Out of memory: a constant without details is sent.
    response.fields.clear();
    response.body.clear();
    response.constant_fields = http::kProblemFields;
    response.constant_body = R"({"error":"server_error","error_description":"The request could not be answered"})";
  }
}

void Handler::reject_request(http::RequestError fault, const http::Request& request,
                             http::Response& response) noexcept {
  reject(fault, response);
  const Snapshot& snapshot = *state_->context.snapshot;
  response.outcome.caller.note(request, snapshot.limits.trusted);
  if (!snapshot.limits.is_enabled() || !is_counted(request.path, snapshot) || !snapshot.hosts.find(request.host))
    return;
  const base::IpAddress client = http::client_address(request, snapshot.limits.trusted);
  const HandlerParts& parts = state_->parts;
  const limit::Verdict verdict = parts.limiter.charge(snapshot.limits, client, parts.monotonic.now());
  try {
    append_rate_limit_fields(verdict, response.fields);
  } catch (...) {
    // Out of memory: the response is complete without these fields.
    static_cast<void>(verdict);
  }
}

}  // namespace agent_access::service
