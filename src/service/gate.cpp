#include "service/gate.hpp"

#include <utility>

#include "http/append.hpp"
#include "http/client_address.hpp"
#include "http/cors.hpp"
#include "http/problem.hpp"
#include "publish/router.hpp"
#include "service/endpoint_table.hpp"
#include "service/outcome/outcome.hpp"
#include "service/rate_limit.hpp"
#include "service/unknown_path.hpp"
#include "service/worker_context.hpp"

namespace agent_access::service {

namespace {

/// Handles OPTIONS and wrong methods. False if the endpoint must handle the request.
bool answer_method(std::string_view allowed, http::Method method, http::Response& response) {
  if (!publish::is_allowed(allowed, method)) {
    refuse(RequestFault::method_not_allowed, response);
    response.add_field("Allow", allowed);
    return true;
  }
  if (method != http::Method::options) return false;
  response.status = 204;
  response.constant_fields = http::kPreflightFields;
  http::append_preflight(allowed, response.fields);
  return true;
}

/// In this order: path, method, endpoint.
void answer_path(Call& call, http::Response& response) {
  const http::Request& request = call.request;
  if (const auto* const endpoint = find_endpoint(request.path, call.context.snapshot->settings)) {
    call.outcome.route = endpoint->route;
    if (!answer_method(endpoint->methods, request.method, response)) endpoint->answer(call, response);
    return;
  }
  const auto* const document = call.context.snapshot->documents.find(call.host, request.path);
  if (document == nullptr) return answer_unknown_path(call, response);
  call.outcome.route = publish::route_of(*document);
  if (!answer_method(publish::kReadMethods, request.method, response)) answer_document(call, *document, response);
}

/// Charges the request before any work on it. A refused one is not charged, so a client that waits for Retry-After
/// seconds is served.
void answer_counted(Call& call, const GateParts& parts, http::Response& response) {
  const limit::Policy& policy = call.context.snapshot->limits;
  const base::IpAddress client = call.outcome.caller.address;
  limit::Verdict verdict = parts.limiter.charge(policy, client, parts.monotonic.now());
  if (verdict.is_allowed()) {
    answer_path(call, response);
    if (is_failed_attempt(call.outcome.ending)) {
      verdict = parts.limiter.surcharge(policy, client, kFailureSurcharge, parts.monotonic.now());
    }
  } else {
    if (const auto* const endpoint = find_endpoint(call.request.path, call.context.snapshot->settings))
      call.outcome.route = endpoint->route;
    refuse_limited(verdict, response);
  }
  append_rate_limit_fields(verdict, response.fields);
}

/// Of a request that was refused before it was handled. Without memory for an outcome nothing is noted.
void note_caller(const http::Request& request, const base::TrustedProxies& trusted, http::Response& response) noexcept {
  if (find_outcome(response) != nullptr) outcome_of(response).caller.note(request, trusted);
}

}  // namespace

struct Gate::State {
  WorkerContext context;
  GateParts parts;
};

Gate::Gate(std::unique_ptr<State> state) : state_(std::move(state)) {}
Gate::~Gate() = default;

base::Result<std::unique_ptr<Gate>, oauth::KeyFault> Gate::create(std::shared_ptr<const Snapshot> snapshot,
                                                                  const GateParts& parts) {
  auto context = WorkerContext::create(std::move(snapshot));
  if (!context) return base::Failure(context.error());
  return std::unique_ptr<Gate>(new Gate(std::make_unique<State>(State{std::move(*context), parts})));
}

base::Result<void, oauth::KeyFault> Gate::adopt(std::shared_ptr<const Snapshot> snapshot) {
  auto context = WorkerContext::create(std::move(snapshot));
  if (!context) return base::Failure(context.error());
  state_->context = std::move(*context);
  return {};
}

void Gate::handle(const http::Request& request, http::Response& response) {
  response.omit_body = request.method == http::Method::head;
  Outcome& outcome = outcome_of(response);
  outcome.caller.note(request, state_->context.snapshot->limits.trusted);
  // Checked first, so that the response for a foreign host does not depend on path and method.
  const auto host = state_->context.snapshot->hosts.find(request.host);
  if (!host) return refuse(RequestFault::foreign_host, response);
  const GateParts& parts = state_->parts;
  Call call{request, state_->context, *host, parts.clock, parts.random, parts.verified_tokens, outcome};
  // Preflights are not limited: if one is refused, a page gets an error without status and Retry-After. Its response is
  // constant and costs no more than a refusal.
  const bool is_limited = state_->context.snapshot->limits.is_enabled() &&
                          is_counted(request.path, state_->context.snapshot->settings) && !http::is_preflight(request);
  return is_limited ? answer_counted(call, parts, response) : answer_path(call, response);
}

void Gate::reject(http::RequestError fault, http::Response& response) noexcept {
  response.reset();
  response.connection = http::Connection::close;
  const http::Problem problem = http::problem_of(fault);
  try {
    Outcome& outcome = outcome_of(response);
    outcome.route = publish::Route::rejected;
    outcome.ending = fault;
    http::write_problem(problem, response);
    if (problem.status == 503) response.add_field("Retry-After", "1");
    if (problem.status == 429) response.add_field("Retry-After", http::Decimal(http::kClientRefusal.count()));
  } catch (...) {
    // Out of memory: a constant without details is sent.
    response.status = problem.status;
    response.fields.clear();
    response.body.clear();
    response.constant_fields = http::kProblemFields;
    response.constant_body = R"({"error":"server_error","error_description":"The request could not be answered"})";
  }
}

void Gate::reject_request(http::RequestError fault, const http::Request& request, http::Response& response) noexcept {
  reject(fault, response);
  const Snapshot& snapshot = *state_->context.snapshot;
  note_caller(request, snapshot.limits.trusted, response);
  if (!snapshot.limits.is_enabled() || !is_counted(request.path, snapshot.settings) ||
      !snapshot.hosts.find(request.host))
    return;
  const base::IpAddress client = http::client_address(request, snapshot.limits.trusted);
  const GateParts& parts = state_->parts;
  const limit::Verdict verdict = parts.limiter.charge(snapshot.limits, client, parts.monotonic.now());
  try {
    append_rate_limit_fields(verdict, response.fields);
  } catch (...) {
    // Out of memory: the response is complete without these fields.
    static_cast<void>(verdict);
  }
}

}  // namespace agent_access::service
