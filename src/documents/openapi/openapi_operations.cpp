#include <boost/json/array.hpp>
#include <utility>

#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

// The operations without their errors, which are those of ErrorAnswers.

constexpr std::string_view kRegister = R"json({
  "operationId": "registerClient",
  "summary": "Register an anonymous client",
  "description": "Returns a new client. No approval, no account; the server stores nothing, so store client_id and client_secret together. May be repeated: every call registers another client.",
  "tags": ["oauth"],
  "security": [],
  "requestBody": {
    "description": "Optional: no body, an empty body or a JSON object.",
    "required": false,
    "content": {"application/json": {
      "schema": {"$ref": "#/components/schemas/RegisterRequest"},
      "examples": {
        "named": {"value": {"client_name": "Example Agent"}},
        "empty": {"value": {}}
      }
    }}
  },
  "responses": {"201": {
    "description": "The client is registered.",
    "content": {"application/json": {
      "schema": {"$ref": "#/components/schemas/RegisterResponse"},
      "examples": {"registered": {"value": {
        "client_id": "6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31",
        "client_secret": "q3Jm0cY2H1p8xZb5R7tKd9wVnE4sLfGuA6iXoPyTzMc",
        "client_id_issued_at": 1790000000,
        "client_secret_expires_at": 0,
        "client_name": "Example Agent",
        "redirect_uris": [],
        "grant_types": ["client_credentials"],
        "response_types": [],
        "token_endpoint_auth_method": "client_secret_post",
        "token_endpoint": "{{base_url}}/oauth/token",
        "grant_types_supported": ["client_credentials"],
        "scope": "read:extended",
        "note": "Nothing is stored. Keep client_id and client_secret together; if client_id is lost, register again."
      }}}
    }}
  }}
})json";

constexpr std::string_view kToken = R"json({
  "operationId": "issueToken",
  "summary": "Exchange client credentials for an access token",
  "description": "The client_credentials grant of OAuth 2.0 (RFC 6749 section 4.4). The credentials are sent either in the body, as a form or as JSON, or with HTTP Basic; not both.",
  "tags": ["oauth"],
  "security": [{}, {"clientBasic": []}],
  "requestBody": {
    "description": "A form or a JSON object.",
    "required": true,
    "content": {
      "application/x-www-form-urlencoded": {
        "schema": {"anyOf": [
          {"$ref": "#/components/schemas/TokenRequest"}, {"$ref": "#/components/schemas/TokenRequestWithBasic"}
        ]},
        "examples": {
          "credentials": {"summary": "Credentials in the body", "value": {
            "grant_type": "client_credentials",
            "client_id": "6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31",
            "client_secret": "q3Jm0cY2H1p8xZb5R7tKd9wVnE4sLfGuA6iXoPyTzMc"
          }},
          "basic": {"summary": "Credentials in the Authorization header", "value": {"grant_type": "client_credentials"}}
        }
      },
      "application/json": {
        "schema": {"anyOf": [
          {"$ref": "#/components/schemas/TokenRequest"}, {"$ref": "#/components/schemas/TokenRequestWithBasic"}
        ]},
        "examples": {"credentials": {"value": {
          "grant_type": "client_credentials",
          "client_id": "6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31",
          "client_secret": "q3Jm0cY2H1p8xZb5R7tKd9wVnE4sLfGuA6iXoPyTzMc"
        }}}
      }
    }
  },
  "responses": {"200": {
    "description": "The access token.",
    "content": {"application/json": {
      "schema": {"$ref": "#/components/schemas/TokenResponse"},
      "examples": {"issued": {"value": {
        "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzY29wZSI6InJlYWQ6ZXh0ZW5kZWQifQ.c2lnbmF0dXJl",
        "token_type": "Bearer",
        "expires_in": 900,
        "scope": "read:extended"
      }}}
    }}
  }}
})json";

constexpr std::string_view kProfile = R"json({
  "operationId": "getFullProfile",
  "summary": "Read the extended CV and availability profile",
  "description": "Needs a Bearer token with the scope read:extended, issued by any host of this service.",
  "tags": ["profile"],
  "security": [{"oauth2": ["read:extended"]}],
  "responses": {"200": {
    "description": "The extended profile.",
    "content": {"application/json": {
      "schema": {"$ref": "#/components/schemas/FullProfile"},
      "examples": {"profile": {"value": {
        "name": "Example Person",
        "_meta": {
          "issued_to": "6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31",
          "scope": "read:extended",
          "expires_at": "2026-09-21T14:28:20Z"
        }
      }}}
    }}
  }}
})json";

/// Inserts the headers of a successful response after its description.
void set_headers(bj::object& response, bj::object headers) {
  bj::object ordered;
  ordered["description"] = response.at("description");
  ordered["headers"] = std::move(headers);
  ordered["content"] = response.at("content");
  response = std::move(ordered);
}

}  // namespace

void add_endpoints(const HostView& view, const Refusals& refusals, bj::object& paths) {
  const ErrorAnswers& errors = refusals.errors();
  const auto add = [&](std::string_view path, std::string_view method, std::string_view text, bj::object headers,
                       std::initializer_list<const std::vector<ErrorAnswer>*> lists) {
    bj::object operation = parse_constant(text, view);
    bj::object& responses = operation["responses"].as_object();
    add_rate_limit_headers(headers);
    for (auto& [status, response] : responses) set_headers(response.as_object(), headers);
    refusals.add(path, lists, responses);
    bj::object item;
    item[method] = std::move(operation);
    paths[path] = std::move(item);
  };
  const auto credentials = common_headers({"Cache-Control", "Pragma"});
  const auto profile = common_headers({"Cache-Control"});
  add(kRegisterPath, "post", kRegister, credentials, {&errors.registration, &errors.any});
  add(kTokenPath, "post", kToken, credentials, {&errors.token, &errors.any});
  add(oauth::kProfilePath, "get", kProfile, profile, {&errors.profile, &errors.any});
}

}  // namespace agent_access::documents::openapi
