// Scopes, gated documents and gates in /openapi.json.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>

#include "unit/documents/example_view.hpp"
#include "unit/documents/openapi/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

using testing::HasSubstr;

class OpenApiOfGated : public OpenApi {
 protected:
  OpenApiOfGated() {
    errors_.scopes = {{400, "invalid_scope", "No such scope"}};
    errors_.documents = {{416, "range_not_satisfiable", "No such part"}};
    errors_.gate_paths = {{400, "invalid_request", "No such form"}};
    settings_.access = gated_site().settings.access;
  }
};

TEST_F(OpenApi, IsTheSameByteForByteIfNothingIsDeclared) {
  errors_.scopes = {{400, "invalid_scope", "No such scope"}};
  errors_.documents = {{416, "range_not_satisfiable", "No such part"}};
  expect_golden("undeclared/openapi.json",
                render_openapi({settings_, content_, publish::document_table(), 0}, errors_));
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
  EXPECT_EQ(names_of(responses), (std::vector<std::string>{"200", "206", "304", "400", "401", "403", "404", "405",
                                                           "413", "416", "421", "429", "503"}));
  EXPECT_EQ(names_of(responses.at("200").at("content").as_object()), (std::vector<std::string>{"application/pdf"}));
  EXPECT_TRUE(responses.at("206").at("headers").as_object().contains("Content-Range"));
  EXPECT_FALSE(responses.at("200").at("headers").as_object().contains("Content-Range"));
  EXPECT_EQ(responses.at("416")
                .at("content")
                .at("application/json")
                .at("examples")
                .at("range_not_satisfiable")
                .at("value")
                .at("error_description"),
            "No such part");
}

TEST_F(OpenApiOfGated, NamesTheScopeThatATokenLacks) {
  const auto document = rendered();
  const auto lacking = [&](std::string_view path) {
    const auto& examples =
        responses_of(document, path, "get").at("403").at("content").at("application/json").at("examples");
    const auto& example = examples.as_object().begin()->value().as_object();
    const auto* reference = example.if_contains("$ref");
    if (reference == nullptr) return std::string(example.at("value").at("error_description").as_string());
    const std::string name(
        std::string_view(reference->as_string()).substr(std::string_view("#/components/examples/").size()));
    return std::string(
        document.at("components").at("examples").at(name).at("value").at("error_description").as_string());
  };
  EXPECT_EQ(lacking("/api/agent/full-profile"), "No scope");
  EXPECT_EQ(lacking("/api/agent/papers/{name}"), "The access token lacks the scope read:papers");
  EXPECT_EQ(lacking("/api/v1/{path}"), "The access token lacks the scope write:data");
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
  for (const std::string kind : {"schemas", "headers", "parameters", "responses", "examples"}) {
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
  EXPECT_THAT(bj::serialize(responses_of(document, "/oauth/token", "post").at("400")), HasSubstr("invalid_scope"));
  EXPECT_THAT(std::string(document.at("info").at("description").as_string()),
              HasSubstr("The token request names scopes in `scope`"));
}

TEST_F(OpenApiOfGated, HasNoPartForFilesWithoutDocuments) {
  settings_.access.documents.clear();
  const auto document = rendered();
  EXPECT_FALSE(document.at("components").at("headers").as_object().contains("Content-Range"));
  EXPECT_FALSE(document.at("components").at("parameters").as_object().contains("Range"));
  EXPECT_EQ(document.at("tags").as_array().back().at("name"), "gates");
}

}  // namespace
}  // namespace agent_access::documents
