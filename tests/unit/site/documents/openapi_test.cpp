#include "site/documents/metadata.hpp"

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <functional>
#include <set>

#include "support/filled.hpp"
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

}  // namespace
}  // namespace agent_access::documents
