#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>

#include "support/filled.hpp"
#include "unit/documents/openapi/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

class OpenApiResponses : public OpenApi {};

TEST_F(OpenApiResponses, GivesEveryResponseATypeAnExampleAndHeaders) {
  const auto document = rendered();
  for (const auto& [path, method, operation] : operations_of(document)) {
    for (const auto& [status, described] : test::filled(operation.at("responses").as_object())) {
      SCOPED_TRACE(path + " " + std::string(status));
      const auto& response = resolved(document, described);
      EXPECT_FALSE(response.at("description").as_string().empty());
      EXPECT_TRUE(response.at("headers").as_object().contains("X-Request-Id"));
      if (status == "304") {
        EXPECT_FALSE(response.contains("content"));
        continue;
      }
      const auto& media = response.at("content").as_object();
      ASSERT_EQ(media.size(), 1U);
      EXPECT_FALSE(media.begin()->value().at("schema").as_object().empty());
      EXPECT_FALSE(media.begin()->value().at("examples").as_object().empty());
    }
  }
}

TEST_F(OpenApiResponses, ShowsEachRefusalOnceWithItsDescription) {
  const auto document = rendered();
  const auto& examples =
      responses_of(document, "/oauth/token", "post").at("400").at("content").at("application/json").at("examples");
  EXPECT_EQ(names_of(examples.as_object()),
            (std::vector<std::string>{"invalid_request_2", "invalid_request_3", "invalid_request"}));
  EXPECT_EQ(examples.at("invalid_request_2").at("value"),
            bj::parse(R"({"error": "invalid_request", "error_description": "No grant"})"));
  EXPECT_EQ(examples.at("invalid_request_3").at("value").at("error_description"), "No client");
  EXPECT_EQ(names_of(responses_of(document, "/oauth/register", "post")),
            (std::vector<std::string>{"201", "400", "404", "405", "413", "415", "421", "429", "503"}));
  EXPECT_EQ(names_of(responses_of(document, "/api/agent/full-profile", "get")),
            (std::vector<std::string>{"200", "400", "401", "403", "404", "405", "413", "421", "429", "503"}));
  EXPECT_EQ(names_of(responses_of(document, "/llms.txt", "get")),
            (std::vector<std::string>{"200", "304", "400", "404", "405", "413", "421", "503"}));
}

TEST_F(OpenApiResponses, SharesTheRefusalsOfHttp) {
  const auto document = rendered();
  const auto& shared = document.at("components").at("responses").as_object();
  EXPECT_EQ(names_of(shared),
            (std::vector<std::string>{"BadRequest", "NotFound", "MethodNotAllowed", "ContentTooLarge",
                                      "MisdirectedRequest", "TooManyRequests", "ServiceUnavailable", "NotModified"}));
  for (const auto& [path, method, operation] : operations_of(document)) {
    SCOPED_TRACE(path);
    const auto& responses = operation.at("responses").as_object();
    EXPECT_EQ(responses.at("405"), bj::parse(R"({"$ref": "#/components/responses/MethodNotAllowed"})"));
    EXPECT_EQ(responses.at("421"), bj::parse(R"({"$ref": "#/components/responses/MisdirectedRequest"})"));
    EXPECT_EQ(responses.at("503"), bj::parse(R"({"$ref": "#/components/responses/ServiceUnavailable"})"));
    EXPECT_EQ(responses.at("413"), bj::parse(R"({"$ref": "#/components/responses/ContentTooLarge"})"));
    for (const std::string_view own : {"200", "201", "401", "403", "415"}) {
      if (const auto* response = responses.if_contains(own)) {
        EXPECT_FALSE(response->as_object().contains("$ref")) << own;
      }
    }
    const bool is_endpoint = path.starts_with("/oauth/") || path == "/api/agent/full-profile";
    for (const std::string_view promised : {"404", "429"}) {
      if (const auto* response = responses.if_contains(promised)) {
        EXPECT_EQ(response->as_object().contains("$ref"), !is_endpoint) << promised;
      }
    }
  }
  const auto malformed = bj::parse(R"({"invalid_request": {"$ref": "#/components/examples/invalid_request"}})");
  EXPECT_EQ(shared.at("BadRequest").at("content").at("application/json").at("examples"), malformed);
  EXPECT_EQ(responses_of(document, "/llms.txt", "get").at("400"),
            bj::parse(R"({"$ref": "#/components/responses/BadRequest"})"));
  const auto& own = responses_of(document, "/oauth/register", "post").at("400").at("content").at("application/json");
  EXPECT_EQ(names_of(own.at("examples").as_object()),
            (std::vector<std::string>{"invalid_client_metadata", "invalid_request"}));
  EXPECT_EQ(responses_of(document, "/llms.txt", "get").at("304"),
            bj::parse(R"({"$ref": "#/components/responses/NotModified"})"));
  const auto& unavailable = shared.at("ServiceUnavailable");
  EXPECT_EQ(unavailable.at("content").at("application/json").at("examples"), bj::parse(R"({
    "temporarily_unavailable": {
      "value": {"error": "temporarily_unavailable", "error_description": "Not now"}},
    "temporarily_unavailable_2": {
      "value": {"error": "temporarily_unavailable", "error_description": "No randomness"}}})"));
}

TEST_F(OpenApiResponses, SharesTheExamplesThatSeveralOperationsShow) {
  errors_.token.push_back({415, "unsupported_media_type", "Not this type"});
  const auto document = rendered();
  EXPECT_EQ(document.at("components").at("examples"), bj::parse(R"({
    "invalid_request": {"value": {"error": "invalid_request", "error_description": "Not HTTP"}},
    "not_found": {"value": {"error": "not_found", "error_description": "Nothing"}},
    "rate_limited": {"value": {"error": "rate_limited", "error_description": "Not so often"}},
    "unsupported_media_type": {"value": {"error": "unsupported_media_type", "error_description": "Not this type"}}})"));
  const auto examples = [&](std::string_view path, std::string_view method, std::string_view status) {
    return responses_of(document, path, method).at(status).at("content").at("application/json").at("examples");
  };
  const auto found = bj::parse(R"({"not_found": {"$ref": "#/components/examples/not_found"}})");
  const auto type =
      bj::parse(R"({"unsupported_media_type": {"$ref": "#/components/examples/unsupported_media_type"}})");
  EXPECT_EQ(responses_of(document, "/llms.txt", "get").at("404"),
            bj::parse(R"({"$ref": "#/components/responses/NotFound"})"));
  EXPECT_EQ(examples("/oauth/token", "post", "404"), found);
  EXPECT_EQ(examples("/oauth/register", "post", "415"), type);
  EXPECT_EQ(examples("/oauth/token", "post", "415"), type);
}

TEST_F(OpenApiResponses, CountsRequestsBelowOauthAndApiOnly) {
  const auto document = rendered();
  for (const auto& [path, method, operation] : operations_of(document)) {
    SCOPED_TRACE(path);
    const bool is_counted = path.starts_with("/oauth/") || path.starts_with("/api/");
    const auto& responses = operation.at("responses").as_object();
    EXPECT_EQ(responses.contains("429"), is_counted);
    if (!is_counted) continue;
    const auto limit_of = [&](std::string_view status) {
      return resolved(document, responses.at(status)).at("headers").at("RateLimit").at("$ref");
    };
    EXPECT_EQ(limit_of("404"), "#/components/headers/RateLimit");
    EXPECT_EQ(limit_of("429"), "#/components/headers/RateLimit-Refused");
  }
  for (const auto& [name, response] : test::filled(document.at("components").at("responses").as_object())) {
    EXPECT_TRUE(response.at("headers").as_object().contains("RateLimit")) << name;
  }
  for (const auto& [name, header] : test::filled(document.at("components").at("headers").as_object())) {
    const std::set<std::string_view> optional = {"Accept", "WWW-Authenticate-Basic", "Content-Encoding",
                                                 "Strict-Transport-Security"};
    const bool is_optional = optional.contains(name) || (name.starts_with("RateLimit") && !name.ends_with("-Refused"));
    EXPECT_EQ(header.as_object().contains("required"), !is_optional) << name;
  }
}

TEST_F(OpenApiResponses, NamesTheHeadersOfEachStatus) {
  const auto document = rendered();
  const auto header = [&](std::string_view path, std::string_view method, std::string_view status,
                          std::string_view name) {
    const auto& response = resolved(document, responses_of(document, path, method).at(status));
    const auto& headers = response.at("headers").as_object();
    return headers.contains(name) ? std::string(headers.at(name).at("$ref").as_string()) : std::string();
  };
  const std::string folder = "#/components/headers/";
  EXPECT_EQ(header("/oauth/token", "post", "200", "Pragma"), folder + "Pragma");
  EXPECT_EQ(header("/oauth/token", "post", "200", "Cache-Control"), folder + "Cache-Control");
  EXPECT_EQ(header("/oauth/token", "post", "401", "WWW-Authenticate"), folder + "WWW-Authenticate-Basic");
  EXPECT_EQ(header("/oauth/token", "post", "405", "Allow"), folder + "Allow");
  EXPECT_EQ(header("/oauth/token", "post", "429", "Retry-After"), folder + "Retry-After");
  EXPECT_EQ(header("/oauth/token", "post", "503", "Retry-After"), folder + "Retry-After");
  EXPECT_EQ(header("/oauth/token", "post", "413", "Retry-After"), "");
  EXPECT_EQ(header("/api/agent/full-profile", "get", "401", "WWW-Authenticate"), folder + "WWW-Authenticate");
  EXPECT_EQ(header("/api/agent/full-profile", "get", "403", "WWW-Authenticate"), folder + "WWW-Authenticate");
  EXPECT_EQ(header("/api/site.json", "get", "200", "ETag"), folder + "ETag");
  EXPECT_EQ(header("/api/site.json", "get", "200", "Cache-Control"), folder + "Cache-Control-Public");
  EXPECT_EQ(header("/api/site.json", "get", "304", "Vary"), folder + "Vary");
  EXPECT_EQ(header("/api/site.json", "get", "200", "Content-Encoding"), folder + "Content-Encoding");
  EXPECT_EQ(header("/api/site.json", "get", "304", "Content-Encoding"), "");
  EXPECT_EQ(header("/.well-known/api-catalog", "get", "200", "Link"), folder + "Link");
  EXPECT_EQ(header("/auth.md", "get", "200", "Link"), folder + "Link");
  EXPECT_EQ(header("/AGENTS.md", "get", "200", "Link"), folder + "Link");
  EXPECT_EQ(header("/api/site.json", "get", "200", "Link"), "");
}

TEST_F(OpenApiResponses, NamesTheHeadersOfEveryResponse) {
  const auto document = rendered();
  for (const auto& [path, method, operation] : operations_of(document)) {
    for (const auto& [status, described] : test::filled(operation.at("responses").as_object())) {
      const auto& headers = resolved(document, described).at("headers").as_object();
      for (const std::string_view name :
           {"Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "X-Content-Type-Options", "X-Request-Id",
            "Strict-Transport-Security", "Cache-Control"}) {
        EXPECT_TRUE(headers.contains(name)) << path << " " << status << " " << name;
      }
    }
  }
}

TEST_F(OpenApiResponses, EnumeratesEveryErrorOfTheService) {
  const auto document = rendered();
  std::set<std::string> codes;
  for (const auto& code :
       document.at("components").at("schemas").at("OAuthError").at("properties").at("error").at("enum").as_array()) {
    EXPECT_TRUE(codes.emplace(code.as_string()).second);
  }
  EXPECT_EQ(codes, (std::set<std::string>{"invalid_client_metadata", "invalid_request", "invalid_client",
                                          "invalid_token", "insufficient_scope", "not_found", "payload_too_large",
                                          "method_not_allowed", "misdirected_request", "rate_limited",
                                          "temporarily_unavailable", "unsupported_media_type"}));
}

}  // namespace
}  // namespace agent_access::documents
