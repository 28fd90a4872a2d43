// Scopes, gated documents and gates in /openapi.json.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>

#include "json/json_text.hpp"
#include "unit/documents/example_view.hpp"
#include "unit/documents/openapi/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

using testing::HasSubstr;

class OpenApiOfGated : public OpenApi {
 protected:
  OpenApiOfGated() {
    errors_.scopes = {{400, "invalid_scope", "No such scope"}};
    errors_.documents = {{412, "precondition_failed", "Not this one"}, {416, "range_not_satisfiable", "No such part"}};
    errors_.gate_paths = {{400, "invalid_request", "No such form"}};
    settings_.access = gated_site().settings.access;
  }
};

TEST_F(OpenApi, IsTheSameIfNothingIsDeclared) {
  errors_.scopes = {{400, "invalid_scope", "No such scope"}};
  errors_.documents = {{416, "range_not_satisfiable", "No such part"}};
  expect_golden("undeclared/openapi.json", json::pretty_json(rendered()));
}

TEST_F(OpenApiOfGated, HasAPathForEachDocumentAndGateAfterTheOthers) {
  const auto paths = names_of(rendered().at("paths").as_object());
  EXPECT_EQ(std::vector<std::string>(paths.end() - 5, paths.end()),
            (std::vector<std::string>{"/api/agent/report.pdf", "/api/agent/papers/", "/api/agent/papers/{name}",
                                      "/data/{path}", "/api/v1/{path}"}));
}

TEST_F(OpenApiOfGated, RequiresTheScopeOfTheResource) {
  const auto paths = rendered().at("paths").as_object();
  EXPECT_EQ(paths.at("/api/agent/report.pdf").at("get").at("security"),
            bj::parse(R"([{"oauth2": ["read:extended"]}])"));
  EXPECT_EQ(paths.at("/api/agent/papers/").at("get").at("security"), bj::parse(R"([{"oauth2": ["read:papers"]}])"));
  EXPECT_EQ(paths.at("/api/v1/{path}").at("post").at("security"), bj::parse(R"([{"oauth2": ["write:data"]}])"));
  EXPECT_EQ(names_of(rendered()
                         .at("components")
                         .at("securitySchemes")
                         .at("oauth2")
                         .at("flows")
                         .at("clientCredentials")
                         .at("scopes")
                         .as_object()),
            (std::vector<std::string>{"read:extended", "read:papers", "write:data"}));
}

TEST_F(OpenApiOfGated, DescribesTheResponsesOfAFile) {
  const auto document = rendered();
  const auto& responses = responses_of(document, "/api/agent/report.pdf", "get");
  EXPECT_EQ(names_of(responses),
            (std::vector<std::string>{"200", "206", "304", "401", "403", "405", "412", "416", "429", "default"}));
  EXPECT_EQ(names_of(responses.at("200").at("content").as_object()), (std::vector<std::string>{"application/pdf"}));
  EXPECT_TRUE(responses.at("206").at("headers").as_object().contains("Content-Range"));
  EXPECT_FALSE(responses.at("200").at("headers").as_object().contains("Content-Range"));
  EXPECT_TRUE(resolved(document, responses.at("416")).at("headers").as_object().contains("Content-Range"));
  EXPECT_TRUE(resolved(document, responses.at("304")).at("headers").as_object().contains("Last-Modified"));
  EXPECT_EQ(errors_of(document, "/api/agent/report.pdf", "get", "412"), "- `precondition_failed`: Not this one");
  EXPECT_EQ(errors_of(document, "/api/agent/report.pdf", "get", "416"), "- `range_not_satisfiable`: No such part");
  EXPECT_THAT(std::string(document.at("info").at("description").as_string()), HasSubstr("`Content-Security-Policy`"));
}

TEST_F(OpenApiOfGated, TellsThatATokenMayLackAnotherScope) {
  const auto document = rendered();
  for (const std::string_view path : {"/api/agent/full-profile", "/api/agent/papers/{name}", "/api/v1/{path}"}) {
    EXPECT_EQ(errors_of(document, path, "get", "403"),
              "- `insufficient_scope`: No scope (or the other scope that the operation needs)");
  }
}

TEST_F(OpenApiOfGated, TellsHowFilesOfAFolderAreNamed) {
  const auto document = rendered();
  const auto& file = document.at("paths").at("/api/agent/papers/{name}").at("get");
  EXPECT_EQ(file.at("parameters").at(0).at("name"), "name");
  EXPECT_THAT(std::string(file.at("parameters").at(0).at("description").as_string()), HasSubstr("not percent-encoded"));
  EXPECT_EQ(names_of(responses_of(document, "/api/agent/papers/{name}", "get").at("200").at("content").as_object()),
            (std::vector<std::string>{"*/*"}));
}

TEST_F(OpenApiOfGated, DescribesAGateByItsMethodsAndWithTheOwnersDescription) {
  const auto document = rendered();
  EXPECT_EQ(names_of(document.at("paths").at("/api/v1/{path}").as_object()), (std::vector<std::string>{"get", "post"}));
  EXPECT_TRUE(document.at("paths").at("/api/v1/{path}").at("post").as_object().contains("requestBody"));
  EXPECT_EQ(document.at("paths").at("/data/{path}").at("get").at("externalDocs").at("url"),
            "https://example.com/data/openapi.json");
  EXPECT_FALSE(document.at("paths").at("/api/v1/{path}").at("get").as_object().contains("externalDocs"));
  EXPECT_EQ(names_of(responses_of(document, "/data/{path}", "get")),
            (std::vector<std::string>{"200", "400", "401", "403", "405", "429"}));
  EXPECT_EQ(errors_of(document, "/data/{path}", "get", "400"), "- `invalid_request`: No such form");
}

TEST_F(OpenApiOfGated, GivesEveryOperationANameOfItsOwn) {
  settings_.access.documents.push_back(settings_.access.documents[0]);
  settings_.access.documents.back().path = "/api/agent/report/pdf";
  std::set<std::string> ids;
  for (const auto& [path, method, operation] : operations_of(rendered())) {
    EXPECT_TRUE(ids.emplace(operation.at("operationId").as_string()).second) << path;
  }
  EXPECT_TRUE(ids.contains("readApiAgentReportPdf"));
  EXPECT_TRUE(ids.contains("readApiAgentReportPdf2"));
  EXPECT_TRUE(ids.contains("postBelowApiV1"));
}

TEST_F(OpenApiOfGated, ResolvesEveryReferenceAndUsesEveryComponent) {
  const auto document = rendered();
  const std::string text = bj::serialize(document.at("paths")) + bj::serialize(document.at("components"));
  for (const std::string kind : {"schemas", "headers", "parameters", "responses"}) {
    for (const auto& [name, component] : document.at("components").at(kind).as_object()) {
      EXPECT_THAT(text, HasSubstr("\"#/components/" + kind + "/" + std::string(name) + "\""));
    }
  }
  std::size_t count = 0;
  for (std::size_t at = text.find("\"#/"); at != std::string::npos; at = text.find("\"#/", at + 1), ++count) {
    const std::string pointer = text.substr(at + 2, text.find('"', at + 1) - at - 2);
    boost::system::error_code failure;
    EXPECT_NE(bj::value(document).find_pointer(pointer, failure), nullptr) << pointer;
  }
  EXPECT_GT(count, 100U);
}

TEST_F(OpenApiOfGated, DescribesScopesOfTokens) {
  const auto document = rendered();
  const auto& schemas = document.at("components").at("schemas");
  EXPECT_TRUE(schemas.at("TokenRequest").at("properties").as_object().contains("scope"));
  EXPECT_FALSE(schemas.at("TokenResponse").at("properties").at("scope").as_object().contains("const"));
  EXPECT_FALSE(schemas.at("RegisterResponse").at("properties").at("scope").as_object().contains("const"));
  EXPECT_THAT(bj::serialize(responses_of(document, "/oauth/token", "post").at("400")),
              HasSubstr("`invalid_scope`: No such scope"));
  EXPECT_THAT(std::string(document.at("info").at("description").as_string()),
              HasSubstr("The token request names scopes in `scope`"));
}

TEST_F(OpenApiOfGated, HasNoPartForFilesWithoutDocuments) {
  settings_.access.documents.clear();
  const auto document = rendered();
  EXPECT_FALSE(document.at("components").at("headers").as_object().contains("Content-Range"));
  EXPECT_EQ(names_of(document.at("components").at("parameters").as_object()), (std::vector<std::string>{"Path"}));
  EXPECT_EQ(document.at("tags").as_array().back().at("name"), "gates");
}

}  // namespace
}  // namespace agent_access::documents
