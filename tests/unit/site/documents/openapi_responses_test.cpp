// Rules for the responses of every operation; each response is in golden/undeclared/openapi.json.
#include <gtest/gtest.h>
#include <boost/json.hpp>

#include "support/filled.hpp"
#include "unit/site/documents/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

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
