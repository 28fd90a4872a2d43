#include <array>

#include "documents/openapi/openapi_parts.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

constexpr std::string_view kHeaders = R"json({
  "WWW-Authenticate": {
    "description": "Bearer challenge of RFC 6750 with the resource_metadata of RFC 9728.",
    "required": true,
    "schema": {"type": "string"},
    "example": "Bearer error=\"invalid_token\", error_description=\"The access token has expired\", resource_metadata=\"{{base_url}}/.well-known/oauth-protected-resource\""
  },
  "WWW-Authenticate-Basic": {
    "description": "Only when the client authenticated with HTTP Basic (RFC 6749 section 5.2).",
    "schema": {"type": "string"},
    "example": "Basic realm=\"agent-access\""
  },
  "Allow": {
    "description": "The methods of the resource.",
    "required": true,
    "schema": {"type": "string"},
    "example": "GET, HEAD, OPTIONS"
  },
  "Retry-After": {
    "description": "Seconds to wait before the next request.",
    "required": true,
    "schema": {"type": "integer", "minimum": 1},
    "example": 30
  },
  "RateLimit-Policy": {
    "description": "Quota q in a window of w seconds (draft-ietf-httpapi-ratelimit-headers-10), if the request is counted.",
    "schema": {"type": "string"},
    "example": "\"default\";q=600;w=60"
  },
  "RateLimit": {
    "description": "Remaining requests r, and seconds t until there are more (the same draft), if the request is counted.",
    "schema": {"type": "string"},
    "example": "\"default\";r=599;t=1"
  },
  "RateLimit-Limit": {
    "description": "Requests allowed in the window, if the request is counted.",
    "schema": {"type": "integer", "minimum": 0},
    "example": 600
  },
  "RateLimit-Remaining": {
    "description": "Requests remaining in the window, if the request is counted.",
    "schema": {"type": "integer", "minimum": 0},
    "example": 599
  },
  "RateLimit-Reset": {
    "description": "Seconds until there are more remaining requests, if the request is counted.",
    "schema": {"type": "integer", "minimum": 0},
    "example": 1
  },
  "Cache-Control": {
    "description": "The response is for this client only and must not be stored.",
    "required": true,
    "schema": {"type": "string", "const": "no-store"},
    "example": "no-store"
  },
  "Cache-Control-Public": {
    "description": "Any cache may store the document for this time.",
    "required": true,
    "schema": {"type": "string"},
    "example": "public, max-age=300"
  },
  "Pragma": {
    "description": "Required by RFC 6749 section 5.1.",
    "required": true,
    "schema": {"type": "string", "const": "no-cache"},
    "example": "no-cache"
  },
  "ETag": {
    "description": "Identifies these bytes, for If-None-Match.",
    "required": true,
    "schema": {"type": "string"},
    "example": "\"b7Yx0S5cZ2m1qk4T9dQe3w\""
  },
  "Vary": {
    "description": "The request fields on which the form of the document depends.",
    "required": true,
    "schema": {"type": "string"},
    "example": "Accept-Encoding"
  },
  "Content-Encoding": {
    "description": "The coding of the body, if one of Accept-Encoding was chosen.",
    "schema": {"type": "string", "enum": ["gzip", "br"]},
    "example": "gzip"
  },
  "Link": {
    "description": "Of the catalog its own address (RFC 9727 section 3.1), of a text its canonical address (RFC 6596).",
    "required": true,
    "schema": {"type": "string"},
    "example": "<{{base_url}}/.well-known/api-catalog>; rel=\"api-catalog\""
  },
  "Access-Control-Allow-Origin": {
    "description": "Every origin may read the response (Fetch standard, section 3.3).",
    "required": true,
    "schema": {"type": "string", "const": "*"},
    "example": "*"
  },
  "Access-Control-Expose-Headers": {
    "description": "The headers that a script of another origin may read.",
    "required": true,
    "schema": {"type": "string"},
    "example": "ETag, Retry-After, RateLimit, WWW-Authenticate"
  },
  "X-Content-Type-Options": {
    "description": "Clients must not guess another media type.",
    "required": true,
    "schema": {"type": "string", "const": "nosniff"},
    "example": "nosniff"
  },
  "Strict-Transport-Security": {
    "description": "Present if the service itself terminates TLS (RFC 6797).",
    "schema": {"type": "string"},
    "example": "max-age=31536000"
  },
  "X-Request-Id": {
    "description": "Identifies the request in the operator's log.",
    "required": true,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,40}$"},
    "example": "5f1d0c2ab7e49361"
  }
})json";

constexpr std::array<std::string_view, 5> kRateLimitFields = {"RateLimit-Policy", "RateLimit", "RateLimit-Limit",
                                                              "RateLimit-Remaining", "RateLimit-Reset"};

}  // namespace

bool is_rate_limited(std::string_view path) noexcept {
  return path.starts_with("/oauth/") || path.starts_with("/api/");
}

bj::object header_components(const HostView& view) {
  bj::object headers = parse_constant(kHeaders, view);
  // A 429 always has these fields.
  const std::array<bj::value, kRateLimitFields.size()> shown = {"\"default\";q=600;w=60", "\"default\";r=0;t=30", 600,
                                                                0, 30};
  for (std::size_t i = 0; i < kRateLimitFields.size(); ++i) {
    bj::object header = headers.at(kRateLimitFields[i]).as_object();
    header["required"] = true;
    header["example"] = shown[i];
    headers[std::string(kRateLimitFields[i]) + "-Refused"] = std::move(header);
  }
  return headers;
}

bj::object header_reference(std::string_view component) { return reference("headers/" + std::string(component)); }

bj::object header_references(std::initializer_list<std::string_view> names) {
  bj::object headers;
  for (const auto name : names) headers[name] = header_reference(name);
  return headers;
}

bj::object common_headers(std::initializer_list<std::string_view> more) {
  bj::object headers = header_references(more);
  for (const std::string_view name : {"Access-Control-Allow-Origin", "Access-Control-Expose-Headers",
                                      "X-Content-Type-Options", "X-Request-Id", "Strict-Transport-Security"}) {
    headers[name] = header_reference(name);
  }
  return headers;
}

void add_rate_limit_headers(bj::object& headers) {
  for (const auto name : kRateLimitFields) headers[name] = header_reference(name);
}

void add_refused_rate_limit_headers(bj::object& headers) {
  for (const auto name : kRateLimitFields) headers[name] = header_reference(std::string(name) + "-Refused");
}

}  // namespace agent_access::documents::openapi
