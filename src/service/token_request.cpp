#include "service/token_request.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "http/form.hpp"
#include "http/json_body.hpp"
#include "http/media_type.hpp"

namespace agent_access::service {

namespace {

/// Not a scope-token.
constexpr std::string_view kNoScope = "\\";

using Received = base::Result<ReceivedTokenRequest, RequestFault>;

Received read_form_request(std::string_view body) {
  auto fields = http::read_form(body);
  if (!fields) return base::Failure(request_fault_of(fields.error()));
  ReceivedTokenRequest received;
  for (http::FormField& field : *fields) {
    if (field.name == "grant_type")
      received.grant_type = std::move(field.value);
    else if (field.name == "client_id")
      received.client_id = std::move(field.value);
    else if (field.name == "client_secret")
      received.client_secret = std::move(field.value);
    else if (field.name == "scope")
      received.scope = std::move(field.value);
  }
  return received;
}

Received read_json_request(std::string_view body) {
  std::array<http::JsonMember, 4> members = {{{"grant_type"}, {"client_id"}, {"client_secret"}, {"scope"}}};
  const auto read = http::read_json_object(body, members);
  if (!read) return base::Failure(request_fault_of(read.error()));
  const auto is_other = [](const http::JsonMember& member) {
    return member.kind == http::MemberKind::null || member.kind == http::MemberKind::other;
  };
  if (std::ranges::any_of(std::span(members).first(3), is_other)) return base::Failure(RequestFault::wrong_type);
  return ReceivedTokenRequest{std::move(members[0].text), std::move(members[1].text), std::move(members[2].text),
                              is_other(members[3]) ? std::string(kNoScope) : std::move(members[3].text)};
}

Received read_body(const http::Request& request) {
  if (request.count("Content-Encoding") > 0) return base::Failure(RequestFault::content_encoding);
  const std::size_t types = request.count("Content-Type");
  if (types == 0 && request.body.empty()) return ReceivedTokenRequest{};
  if (types > 1) return base::Failure(RequestFault::unsupported_media_type);
  const std::string_view type = request.field("Content-Type");
  if (http::is_media_type(type, "application/x-www-form-urlencoded")) return read_form_request(request.body);
  if (http::is_media_type(type, "application/json")) return read_json_request(request.body);
  return base::Failure(RequestFault::unsupported_media_type);
}

/// RFC 6749 section 2.3.1: id and secret are form-encoded, then joined by a colon (RFC 7617). The id contains no colon.
std::optional<std::pair<std::string, std::string>> decode_basic(std::string_view credentials) {
  const auto decoded = base::base64_decode(credentials);
  const std::string_view joined = decoded ? base::text_of(*decoded) : std::string_view();
  const auto colon = joined.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto id = http::decode_component(joined.substr(0, colon));
  auto secret = http::decode_component(joined.substr(colon + 1));
  if (!id || !secret) return std::nullopt;
  return std::pair(std::move(*id), std::move(*secret));
}

Received with_basic(ReceivedTokenRequest received, const http::Request& request) {
  constexpr std::string_view kScheme = "Basic ";
  const std::string_view authorization = request.field("Authorization");
  if (request.count("Authorization") > 1 || !http::equal_names(authorization.substr(0, kScheme.size()), kScheme)) {
    return base::Failure(RequestFault::unsupported_authorization);
  }
  auto basic = decode_basic(authorization.substr(kScheme.size()));
  if (!basic) return base::Failure(RequestFault::malformed_basic);
  // The same client_id may also be in the body; a secret there is a second method (RFC 6749 section 2.3).
  const bool names_another = !received.client_id.empty() && !http::equal_names(received.client_id, basic->first);
  if (names_another || !received.client_secret.empty()) return base::Failure(RequestFault::mixed_authentication);
  received.client_id = std::move(basic->first);
  received.client_secret = std::move(basic->second);
  received.authentication = ClientAuthentication::basic;
  return received;
}

}  // namespace

Received read_token_request(const http::Request& request) {
  auto received = read_body(request);
  if (!received || request.count("Authorization") == 0) return received;
  return with_basic(std::move(*received), request);
}

}  // namespace agent_access::service
