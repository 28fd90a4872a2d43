#include "site/documents/openapi.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <functional>
#include <set>

#include "json/json_text.hpp"
#include "support/filled.hpp"
#include "unit/site/documents/example_view.hpp"
#include "unit/site/documents/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

/// Calls `visit` for every object at any depth.
void walk(const bj::value& value, const std::function<void(const bj::object&)>& visit) {
  if (const auto* object = value.if_object()) {
    visit(*object);
    for (const auto& [name, member] : *object) walk(member, visit);
  }
  if (const auto* array = value.if_array()) {
    for (const auto& element : *array) walk(element, visit);
  }
}

TEST_F(OpenApi, DescribesEveryOperationCompletely) {
  std::set<std::string> ids;
  std::set<std::string> tags;
  const auto document = rendered();
  for (const auto& tag : document.at("tags").as_array()) tags.emplace(tag.at("name").as_string());
  for (const auto& [path, method, operation] : operations_of(document)) {
    SCOPED_TRACE(path);
    EXPECT_TRUE(ids.emplace(operation.at("operationId").as_string()).second);
    EXPECT_GE(operation.at("summary").as_string().size(), 8U);
    EXPECT_GE(operation.at("description").as_string().size(), 20U);
    EXPECT_TRUE(operation.at("security").is_array());
    ASSERT_EQ(operation.at("tags").as_array().size(), 1U);
    EXPECT_TRUE(tags.contains(std::string(operation.at("tags").at(0).as_string())));
    EXPECT_EQ(operation.contains("requestBody"), method == "post");
    EXPECT_TRUE(operation.at("responses").as_object().contains("default"));
  }
  EXPECT_EQ(ids.size(), 18U);
}

TEST_F(OpenApi, ResolvesEveryReferenceAndUsesEveryComponent) {
  const auto document = rendered();
  std::set<std::string> used;
  walk(document, [&](const bj::object& object) {
    const auto* reference = object.if_contains("$ref");
    if (reference == nullptr) return;
    EXPECT_EQ(object.size(), 1U);
    const std::string pointer(reference->as_string());
    ASSERT_TRUE(pointer.starts_with("#/components/")) << pointer;
    boost::system::error_code failure;
    EXPECT_NE(bj::value(document).find_pointer(pointer.substr(1), failure), nullptr) << pointer;
    used.insert(pointer);
  });
  for (const std::string_view kind : {"schemas", "headers", "responses"}) {
    for (const auto& [name, component] : test::filled(document.at("components").at(kind).as_object())) {
      EXPECT_TRUE(used.contains("#/components/" + std::string(kind) + "/" + std::string(name))) << name;
    }
  }
}

TEST_F(OpenApi, HasTheAddressesOfItsHost) {
  const auto document = rendered(1);
  const auto& servers = document.at("servers").as_array();
  ASSERT_EQ(servers.size(), 2U);
  EXPECT_EQ(servers[0].at("url"), "https://www.example.com");
  EXPECT_EQ(servers[1].at("url"), "https://example.com");
  EXPECT_EQ(rendered(0).at("servers").at(0).at("url"), "https://example.com");
  const auto& scheme = document.at("components").at("securitySchemes").at("oauth2");
  EXPECT_EQ(scheme.at("type"), "oauth2");
  EXPECT_EQ(scheme.at("flows").at("clientCredentials"), bj::parse(R"({
    "tokenUrl": "https://www.example.com/oauth/token",
    "scopes": {"read:extended": "Read the extended CV and availability profile."}})"));
  auto text = bj::serialize(document);
  EXPECT_EQ(text.find("{{"), std::string::npos);
}

TEST_F(OpenApi, RequiresATokenForTheProfileOnly) {
  const auto document = rendered();
  EXPECT_EQ(document.at("security"), bj::parse(R"([{"oauth2": ["read:extended"]}])"));
  for (const auto& [path, method, operation] : operations_of(document)) {
    const auto expected = path == "/api/agent/full-profile" ? R"([{"oauth2": ["read:extended"]}])"
                          : path == "/oauth/token"          ? R"([{}, {"clientBasic": []}])"
                                                            : "[]";
    EXPECT_EQ(operation.at("security"), bj::parse(expected)) << path;
  }
}

TEST_F(OpenApi, EscapesTheOwnersText) {
  content_.site.title = "Robin \"R\" \\ {{base_url}} </script>\n$ref";
  content_.site.owner.name = "Robin, \"} ,{";
  content_.site.contact.email = "robin@example.com";
  const auto info = rendered().at("info").as_object();
  EXPECT_EQ(info.at("title"), "Robin \"R\" \\ {{base_url}} </script>\n$ref - Agent Access API");
  EXPECT_EQ(info.at("version"), "1.0.0");
  EXPECT_EQ(info.at("contact"), bj::parse(R"({"name": "Robin, \"} ,{", "url": "https://example.com/",
                                                "email": "robin@example.com"})"));
}

TEST_F(OpenApi, IsOneLineWithoutWhiteSpace) {
  const auto text = render_openapi({settings_, content_, publish::document_table(), 0, kSomeFaults});
  EXPECT_EQ(text, bj::serialize(bj::parse(text)) + "\n");
}

// Scopes, gated documents and gates in /openapi.json. What it says of those of a site: golden/full/openapi.json, by
// whole_sites_test.cpp.

using testing::HasSubstr;

class OpenApiOfGated : public OpenApi {
 protected:
  OpenApiOfGated() { settings_.access = gated_site().settings.access; }
};

TEST_F(OpenApi, IsTheSameIfNothingIsDeclared) {
  expect_golden("undeclared/openapi.json", json::pretty_json(rendered()));
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

TEST_F(OpenApiOfGated, HasNoPartForFilesWithoutDocuments) {
  settings_.access.documents.clear();
  EXPECT_EQ(rendered().at("tags").as_array().back().at("name"), "gates");
}

// Rules for the responses of every operation; each response is in golden/undeclared/openapi.json.

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
    if (is_counted) {
      EXPECT_EQ(responses.at("429"), component("TooManyRequests"));
    }
    // Scanners look for the schema at the response.
    for (const std::string_view success : {"200", "201"}) {
      if (const auto* response = responses.if_contains(success)) {
        EXPECT_FALSE(response->as_object().contains("$ref"));
      }
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
}

}  // namespace
}  // namespace agent_access::documents
