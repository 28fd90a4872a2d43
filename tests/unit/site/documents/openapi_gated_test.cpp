// Scopes, gated documents and gates in /openapi.json. What it says of those of a site: golden/full/openapi.json, by
// whole_sites_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <set>

#include "json/json_text.hpp"
#include "unit/site/documents/example_view.hpp"
#include "unit/site/documents/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

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

}  // namespace
}  // namespace agent_access::documents
