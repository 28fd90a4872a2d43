#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>

#include "support/filled.hpp"
#include "unit/documents/openapi/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

using testing::HasSubstr;
using testing::Not;

class OpenApiResponses : public OpenApi {};

TEST_F(OpenApiResponses, AllHaveADescriptionAndASchemaOfTheBody) {
  const auto document = rendered();
  for (const auto& [path, method, operation] : operations_of(document)) {
    for (const auto& [status, described] : test::filled(operation.at("responses").as_object())) {
      SCOPED_TRACE(path + " " + std::string(status));
      const auto& response = resolved(document, described);
      EXPECT_FALSE(response.at("description").as_string().empty());
      EXPECT_EQ(response.contains("content"), status != "304");
      if (status == "304") continue;
      const auto& media = response.at("content").as_object();
      ASSERT_EQ(media.size(), 1U);
      EXPECT_FALSE(media.begin()->value().at("schema").as_object().empty());
    }
  }
}

TEST_F(OpenApiResponses, AreOfTheseStatuses) {
  const auto document = rendered();
  EXPECT_EQ(names_of(responses_of(document, "/oauth/register", "post")),
            (std::vector<std::string>{"201", "400", "405", "415", "429", "default"}));
  EXPECT_EQ(names_of(responses_of(document, "/oauth/token", "post")),
            (std::vector<std::string>{"200", "400", "401", "405", "415", "429", "default"}));
  EXPECT_EQ(names_of(responses_of(document, "/api/agent/full-profile", "get")),
            (std::vector<std::string>{"200", "401", "403", "405", "429", "default"}));
  EXPECT_EQ(names_of(responses_of(document, "/llms.txt", "get")),
            (std::vector<std::string>{"200", "304", "405", "default"}));
}

TEST_F(OpenApiResponses, ListEachErrorOnceWithItsText) {
  const auto document = rendered();
  EXPECT_EQ(errors_of(document, "/oauth/token", "post", "400"),
            "- `invalid_request`: No grant. No client\n- any 400 of `default`");
  EXPECT_EQ(errors_of(document, "/oauth/token", "post", "401"), "- `invalid_client`: Not a client");
  EXPECT_EQ(errors_of(document, "/oauth/token", "post", "415"), "- `unsupported_media_type`: Not that type");
  EXPECT_EQ(errors_of(document, "/oauth/register", "post", "400"),
            "- `invalid_client_metadata`: No such name\n- any 400 of `default`");
  EXPECT_EQ(errors_of(document, "/oauth/register", "post", "415"), "- `unsupported_media_type`: Not this type");
  EXPECT_EQ(errors_of(document, "/api/agent/full-profile", "get", "401"), "- `invalid_token`: No token");
  EXPECT_EQ(errors_of(document, "/api/agent/full-profile", "get", "403"), "- `insufficient_scope`: No scope");
  EXPECT_EQ(errors_of(document, "/oauth/token", "post", "429"), "- `rate_limited`: Not so often");
  EXPECT_EQ(errors_of(document, "/llms.txt", "get", "405"), "- `method_not_allowed`: Not so");
  EXPECT_EQ(errors_of(document, "/llms.txt", "get", "default"),
            "- 400 `invalid_request`: Not HTTP\n- 404 `not_found`: Nothing\n"
            "- 413 `payload_too_large`: Too large\n- 421 `misdirected_request`: Not here\n"
            "- 503 `temporarily_unavailable`: Not now. No randomness");
}

TEST_F(OpenApiResponses, OfEveryOperationAreComponents) {
  const auto document = rendered();
  const auto component = [](std::string_view name) {
    return bj::value({{"$ref", "#/components/responses/" + std::string(name)}});
  };
  for (const auto& [path, method, operation] : operations_of(document)) {
    SCOPED_TRACE(path);
    const auto& responses = operation.at("responses").as_object();
    EXPECT_EQ(responses.at("405"), component("BadMethod"));
    EXPECT_EQ(responses.at("default"), component("Refused"));
    const bool is_counted = path.starts_with("/oauth/") || path.starts_with("/api/");
    EXPECT_EQ(responses.contains("429"), is_counted);
    if (is_counted) EXPECT_EQ(responses.at("429"), component("TooManyRequests"));
    // Scanners look for the schema at the response.
    for (const std::string_view success : {"200", "201"}) {
      if (const auto* response = responses.if_contains(success)) EXPECT_FALSE(response->as_object().contains("$ref"));
    }
  }
}

TEST_F(OpenApiResponses, NameTheHeadersThatTellAClientWhatToDo) {
  const auto document = rendered();
  /// "required", "optional" or "" of a header.
  const auto header = [&](std::string_view path, std::string_view method, std::string_view status,
                          std::string_view name) -> std::string {
    const auto& response = resolved(document, responses_of(document, path, method).at(status));
    const auto* headers = response.if_contains("headers");
    const auto* found = headers == nullptr ? nullptr : headers->as_object().if_contains(name);
    if (found == nullptr) return "";
    return resolved(document, *found).contains("required") ? "required" : "optional";
  };
  for (const auto& [path, method, operation] : operations_of(document)) {
    SCOPED_TRACE(path);
    EXPECT_EQ(header(path, method, "405", "Allow"), "required");
    EXPECT_EQ(header(path, method, "default", "Retry-After"), "optional");  // of 503
    const auto& responses = operation.at("responses").as_object();
    if (responses.contains("304")) {
      EXPECT_EQ(header(path, method, "200", "ETag"), "required");
      EXPECT_EQ(header(path, method, "304", "ETag"), "required");
    } else {
      EXPECT_EQ(header(path, method, method == "post" && path == "/oauth/register" ? "201" : "200", "Cache-Control"),
                "required");
    }
    if (!responses.contains("429")) continue;
    for (const std::string_view name : {"Retry-After", "RateLimit-Policy", "RateLimit", "RateLimit-Limit",
                                        "RateLimit-Remaining", "RateLimit-Reset"}) {
      EXPECT_EQ(header(path, method, "429", name), "required") << name;
    }
  }
  EXPECT_EQ(header("/oauth/register", "post", "201", "Pragma"), "required");
  EXPECT_EQ(header("/oauth/token", "post", "200", "Pragma"), "required");
  EXPECT_EQ(header("/oauth/token", "post", "401", "WWW-Authenticate"), "optional");
  EXPECT_EQ(header("/oauth/token", "post", "415", "Accept"), "optional");
  EXPECT_EQ(header("/oauth/register", "post", "415", "Accept"), "optional");
  EXPECT_EQ(header("/api/agent/full-profile", "get", "401", "WWW-Authenticate"), "required");
  EXPECT_EQ(header("/api/agent/full-profile", "get", "403", "WWW-Authenticate"), "required");
  EXPECT_EQ(header("/.well-known/api-catalog", "get", "200", "Link"), "required");
  EXPECT_EQ(header("/auth.md", "get", "200", "Link"), "required");
  EXPECT_EQ(header("/AGENTS.md", "get", "200", "Link"), "required");
  EXPECT_EQ(header("/api/site.json", "get", "200", "Link"), "");
}

TEST_F(OpenApiResponses, HaveHeadersThatTheTextNamesOnce) {
  const auto document = rendered();
  const std::string text(document.at("info").at("description").as_string());
  for (const std::string_view name :
       {"X-Request-Id", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "X-Content-Type-Options",
        "Cache-Control", "Strict-Transport-Security", "Vary", "Content-Encoding"}) {
    EXPECT_THAT(text, HasSubstr("`" + std::string(name)));
  }
  EXPECT_THAT(text, HasSubstr("the RateLimit fields of 429"));
  EXPECT_THAT(text, Not(HasSubstr("Content-Security-Policy")));
}

TEST_F(OpenApiResponses, EnumerateEveryErrorOfTheService) {
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
