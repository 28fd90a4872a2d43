#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <set>
#include <span>
#include <utility>

#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

struct Meaning {
  unsigned status;
  std::string_view text;
  std::string_view component;  ///< empty if the response is never a component
};

/// The meaning of each status; the examples give the reasons. Statuses that any request can have are components; the
/// responses of endpoints include some of these statuses themselves.
constexpr std::array<Meaning, 18> kMeanings = {{
    {400, "The request is not valid for this operation.", "BadRequest"},
    {401, "The credentials are missing or not valid.", {}},
    {403, "The token is valid and lacks the scope.", {}},
    {404, "The path is not in this description.", "NotFound"},
    {405, "The path does not support the method.", "MethodNotAllowed"},
    {408, "The request did not arrive in time.", "RequestTimeout"},
    {412, "The file is not the one that the request requires.", {}},
    {413, "The body is too large.", "ContentTooLarge"},
    {414, "The request line is too long.", "UriTooLong"},
    {415, "The body's media type or coding is not supported.", {}},
    {416, "The file has no byte of the range.", {}},
    {417, "The expectation is not supported.", "ExpectationFailed"},
    {421, "The Host is not one of this service.", "MisdirectedRequest"},
    {429, "Too many requests: wait for the seconds in Retry-After.", "TooManyRequests"},
    {431, "The header fields are too large.", "HeaderFieldsTooLarge"},
    {500, "An error of the server.", "InternalServerError"},
    {503, "The server is busy: wait for the seconds in Retry-After.", "ServiceUnavailable"},
    {505, "The HTTP version is not supported.", "HttpVersionNotSupported"},
}};

constexpr std::array<std::string_view, 5> kEveryResponse = {"Access-Control-Allow-Origin",
                                                            "Access-Control-Expose-Headers", "X-Content-Type-Options",
                                                            "X-Request-Id", "Strict-Transport-Security"};
constexpr std::array<std::string_view, 5> kRateLimitFields = {"RateLimit-Policy", "RateLimit", "RateLimit-Limit",
                                                              "RateLimit-Remaining", "RateLimit-Reset"};

constexpr Meaning kUnknown = {0, "The request was refused.", {}};

const Meaning& meaning_of(unsigned status) noexcept {
  const auto* const found = std::ranges::find(kMeanings, status, &Meaning::status);
  return found == kMeanings.end() ? kUnknown : *found;
}

/// Whether the responses of endpoints include the status: 400 only if the operation has errors of its own with it.
bool is_shown_by_endpoints(unsigned status) noexcept {
  return status == 400 || status == 404 || status == 429 || meaning_of(status).component.empty();
}

/// A reference to a component of templates/openapi/headers.json.
bj::object header(std::string_view component) { return reference("headers/" + std::string(component)); }

/// Those of a 429 are required: it always has them.
void add_rate_limit_headers(unsigned status, bj::object& headers) {
  for (const auto name : kRateLimitFields)
    headers[name] = header(std::string(name) + (status == 429 ? "-Refused" : ""));
}

bj::object refusal_headers(unsigned status) {
  bj::object headers = {{"Cache-Control", header("Cache-Control")}};
  for (const auto name : kEveryResponse) headers[name] = header(name);
  if (status == 405) headers["Allow"] = header("Allow");
  if (status == 415) headers["Accept"] = header("Accept");
  if (status == 416) headers["Content-Range"] = header("Content-Range");
  if (status == 429 || status == 503) headers["Retry-After"] = header("Retry-After");
  return headers;
}

bj::object refusal_headers(std::string_view path, unsigned status) {
  bj::object headers = refusal_headers(status);
  if (status == 401 || status == 403) {
    headers["WWW-Authenticate"] = header(path == kTokenPath ? "WWW-Authenticate-Basic" : "WWW-Authenticate");
  }
  if (status == 429 || is_rate_limited(path)) add_rate_limit_headers(status, headers);
  return headers;
}

bj::object refusal(unsigned status, bj::object headers, bj::object examples) {
  bj::object media;
  media["schema"] = reference("schemas/OAuthError");
  media["examples"] = std::move(examples);
  return {{"description", meaning_of(status).text},
          {"headers", std::move(headers)},
          {"content", {{"application/json", std::move(media)}}}};
}

bj::object example_of(const ErrorAnswer& answer) {
  bj::object value = {{"error", answer.error}, {"error_description", answer.description}};
  return {{"value", std::move(value)}};
}

std::string members_of(std::span<const std::string_view> names) {
  std::string members;
  for (const auto name : names) {
    members.append(members.empty() ? "\"" : ", \"").append(name).append("\": ").append(bj::serialize(header(name)));
  }
  return members;
}

}  // namespace

bool is_rate_limited(std::string_view path) noexcept {
  return path.starts_with("/oauth/") || path.starts_with("/api/");
}

void set_header_members(render::View& view) {
  view.set("every_response", members_of(kEveryResponse)).set("rate_limit", members_of(kRateLimitFields));
}

Refusals::Refusals(const ErrorAnswers& errors) : errors_(errors) {
  for (const auto* list : lists()) {
    std::set<ErrorText> seen;
    for (const auto& answer : *list) {
      if (seen.insert(text_of(answer)).second) add_example(answer, is_common(list));
    }
  }
}

std::vector<const std::vector<ErrorAnswer>*> Refusals::lists() const {
  std::vector<const std::vector<ErrorAnswer>*> all = {&errors_.any,     &errors_.registration, &errors_.token,
                                                      &errors_.profile, &errors_.documents,    &errors_.gate_paths};
  for (const auto& list : errors_.by_scope) all.push_back(&list);
  return all;
}

bool Refusals::is_common(const std::vector<ErrorAnswer>* list) const noexcept { return list == &errors_.any; }

void Refusals::add_example(const ErrorAnswer& answer, bool is_of_many) {
  const auto [found, is_new] = examples_.try_emplace(text_of(answer));
  auto& example = found->second;
  if (is_new) {
    const unsigned count = ++counts_[answer.error];
    example.name = answer.error;
    if (count > 1) example.name += "_" + std::to_string(count);
  }
  if (is_shown_by_endpoints(answer.status) && (is_of_many || !is_new)) example.is_repeated = true;
}

void Refusals::append_example(const ErrorAnswer& answer, bj::object& examples) const {
  const auto& [name, is_repeated] = examples_.at(text_of(answer));
  examples[name] = is_repeated ? reference("examples/" + name) : example_of(answer);
}

void Refusals::add(std::string_view path, std::initializer_list<const std::vector<ErrorAnswer>*> lists,
                   bj::object& responses) const {
  std::map<unsigned, bj::object> by_status;
  std::set<unsigned> own;
  for (const auto* list : lists) {
    for (const auto& answer : *list) {
      if (answer.status == 429 && !is_rate_limited(path)) continue;
      append_example(answer, by_status[answer.status]);
      if (!is_common(list)) own.insert(answer.status);
    }
  }
  for (auto& [status, examples] : by_status) {
    const std::string component(meaning_of(status).component);
    const bool is_own = status == 400 ? own.contains(status) : !own.empty();
    const bool is_inline = component.empty() || (is_shown_by_endpoints(status) && is_own);
    responses[std::to_string(status)] = is_inline ? refusal(status, refusal_headers(path, status), std::move(examples))
                                                  : reference("responses/" + component);
  }
}

bj::object Refusals::response_components() const {
  std::map<unsigned, bj::object> by_status;
  for (const auto* list : lists()) {
    for (const auto& answer : *list) {
      if (meaning_of(answer.status).component.empty()) continue;
      if (!is_shown_by_endpoints(answer.status) || is_common(list)) append_example(answer, by_status[answer.status]);
    }
  }
  bj::object components;
  for (auto& [status, examples] : by_status) {
    bj::object headers = refusal_headers(status);
    add_rate_limit_headers(status, headers);
    components[meaning_of(status).component] = refusal(status, std::move(headers), std::move(examples));
  }
  return components;
}

bj::object Refusals::example_components() const {
  bj::object components;
  for (const auto& [text, example] : examples_) {
    if (example.is_repeated) components[example.name] = example_of({0, text.first, text.second});
  }
  return components;
}

}  // namespace agent_access::documents::openapi
