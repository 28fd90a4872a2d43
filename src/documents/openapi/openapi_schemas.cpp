#include <algorithm>
#include <boost/json/array.hpp>
#include <utility>

#include "documents/openapi/openapi_parts.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

constexpr std::string_view kRequests = R"json({
  "RegisterRequest": {
    "type": "object",
    "description": "Optional body of a registration. Other members of RFC 7591 are accepted and ignored.",
    "properties": {
      "client_name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
        "description": "A label for the client, which is only returned; without control characters."
      },
      "token_endpoint_auth_method": {
        "description": "How the client will authenticate. Returned if it is client_secret_basic; any other value becomes client_secret_post. Both methods work for every client.",
        "examples": ["client_secret_post"]
      }
    },
    "additionalProperties": true
  },
  "TokenRequest": {
    "type": "object",
    "description": "A client_credentials token request. scope and resource are accepted and ignored.",
    "required": ["grant_type", "client_id", "client_secret"],
    "properties": {
      "grant_type": {"type": "string", "enum": ["client_credentials"], "description": "The only supported grant."},
      "client_id": {"type": "string", "format": "uuid", "description": "The id issued at registration."},
      "client_secret": {"type": "string", "minLength": 1, "description": "The secret issued at registration."}
    },
    "additionalProperties": true
  },
  "TokenRequestWithBasic": {
    "type": "object",
    "description": "The same for a client that authenticates with HTTP Basic: the secret is not repeated in the body.",
    "required": ["grant_type"],
    "properties": {
      "grant_type": {"type": "string", "enum": ["client_credentials"], "description": "The only supported grant."},
      "client_id": {"type": "string", "format": "uuid", "description": "If present, the id of the Basic credentials."}
    },
    "additionalProperties": true
  }
})json";

constexpr std::string_view kResponses = R"json({
  "RegisterResponse": {
    "type": "object",
    "description": "The registered client (RFC 7591 section 3.2.1).",
    "required": [
      "client_id", "client_secret", "client_id_issued_at", "client_secret_expires_at", "client_name", "redirect_uris",
      "grant_types", "response_types", "token_endpoint_auth_method", "token_endpoint", "grant_types_supported", "scope",
      "note"
    ],
    "properties": {
      "client_id": {"type": "string", "format": "uuid", "description": "Identifier of the client."},
      "client_secret": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{43}$",
        "description": "Derived from the id by HMAC and never stored."
      },
      "client_id_issued_at": {"type": "integer", "minimum": 0, "description": "Seconds since 1970-01-01T00:00:00Z."},
      "client_secret_expires_at": {"type": "integer", "const": 0, "description": "0: the secret does not expire."},
      "client_name": {
        "type": ["string", "null"],
        "description": "The label sent at registration; null when none was sent."
      },
      "redirect_uris": {
        "type": "array",
        "items": {"type": "string"},
        "maxItems": 0,
        "description": "Always empty: there are no redirects."
      },
      "grant_types": {
        "type": "array",
        "items": {"type": "string", "const": "client_credentials"},
        "description": "The grants registered for the client."
      },
      "response_types": {
        "type": "array",
        "items": {"type": "string"},
        "maxItems": 0,
        "description": "Always empty: no response type is supported."
      },
      "token_endpoint_auth_method": {
        "type": "string",
        "enum": ["client_secret_post", "client_secret_basic"],
        "description": "As requested; both methods work for every client."
      },
      "token_endpoint": {"type": "string", "format": "uri", "description": "Address of the token endpoint."},
      "grant_types_supported": {
        "type": "array",
        "items": {"type": "string", "const": "client_credentials"},
        "description": "The grants that the token endpoint supports."
      },
      "scope": {"type": "string", "const": "read:extended", "description": "The scope available to the client."},
      "note": {"type": "string", "description": "A remark for people."}
    },
    "additionalProperties": true
  },
  "TokenResponse": {
    "type": "object",
    "description": "An issued access token (RFC 6749 section 5.1).",
    "required": ["access_token", "token_type", "expires_in", "scope"],
    "properties": {
      "access_token": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
        "description": "A JWT signed with ES256 (RFC 9068); verify it against /.well-known/jwks.json."
      },
      "token_type": {"type": "string", "const": "Bearer", "description": "Always Bearer."},
      "expires_in": {"type": "integer", "const": 900, "description": "Lifetime in seconds."},
      "scope": {"type": "string", "const": "read:extended", "description": "The granted scope."}
    },
    "additionalProperties": true
  },
  "FullProfile": {
    "type": "object",
    "description": "The extended profile: any members of the owner's choice, and _meta.",
    "required": ["_meta"],
    "properties": {
      "_meta": {
        "type": "object",
        "description": "The token of the request.",
        "required": ["issued_to", "scope", "expires_at"],
        "properties": {
          "issued_to": {"type": "string", "format": "uuid", "description": "The client the token was issued to."},
          "scope": {"type": "string", "const": "read:extended", "description": "Scope of the token."},
          "expires_at": {"type": "string", "format": "date-time", "description": "Expiry of the token."}
        },
        "additionalProperties": true
      }
    },
    "additionalProperties": true
  }
})json";

constexpr std::string_view kError = R"json({
  "type": "object",
  "description": "Every error body of the operations.",
  "required": ["error", "error_description"],
  "properties": {
    "error": {"type": "string", "description": "The error code, for programs."},
    "error_description": {
      "type": "string",
      "pattern": "^[ !#-\\[\\]-~]+$",
      "description": "One sentence for people, in the characters of RFC 6749 section 5.2."
    }
  },
  "additionalProperties": false
})json";

bj::array error_codes(const ErrorAnswers& errors) {
  bj::array codes;
  for (const auto* list :
       {&errors.token, &errors.registration, &errors.profile, &errors.any, &errors.documents, &errors.gate_paths}) {
    for (const auto& answer : *list) {
      const bj::value code(answer.error);
      if (std::ranges::find(codes, code) == codes.end()) codes.push_back(code);
    }
  }
  return codes;
}

/// A token has one or more of the declared scopes. The schemas above are those of a service with one.
void describe_scopes(bj::object& schemas) {
  const auto members = [&](std::string_view schema) -> bj::object& {
    return schemas[schema].as_object()["properties"].as_object();
  };
  const bj::object requested = {{"type", "string"},
                                {"description", "Scopes, separated by a space; without it read:extended."},
                                {"examples", bj::array{"read:extended"}}};
  for (const std::string_view request : {"TokenRequest", "TokenRequestWithBasic"})
    members(request)["scope"] = requested;
  schemas["TokenRequest"].as_object()["description"] =
      "A client_credentials token request. resource is accepted and ignored.";
  const auto text = [](std::string_view description) {
    return bj::object{{"type", "string"}, {"minLength", 1}, {"description", description}};
  };
  members("RegisterResponse")["scope"] = text("The scopes available to the client, separated by a space.");
  members("TokenResponse")["scope"] = text("The granted scopes, separated by a space.");
}

}  // namespace

bj::object protocol_schemas(const HostView& view, const ErrorAnswers& errors) {
  bj::object schemas = parse_constant(kRequests, view);
  for (auto& [name, schema] : parse_constant(kResponses, view)) schemas[name] = schema;
  bj::object error = parse_constant(kError, view);
  error["properties"].as_object()["error"].as_object()["enum"] = error_codes(errors);
  schemas["OAuthError"] = std::move(error);
  if (view.settings.access.has_declared_scopes()) describe_scopes(schemas);
  return schemas;
}

}  // namespace agent_access::documents::openapi
