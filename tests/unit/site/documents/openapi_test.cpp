// What /openapi.json needs from any settings and content. That of one site: golden/full/openapi.json, by
// whole_sites_test.cpp; what linters, examples and responses say of it: conformance/openapi.
#include "site/documents/openapi.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>

#include "unit/site/documents/example_view.hpp"
#include "unit/site/documents/openapi_fixture.hpp"

namespace agent_access::documents {
namespace {

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

// Scopes, gated documents and gates in /openapi.json.

class OpenApiOfGated : public OpenApi {
 protected:
  OpenApiOfGated() { settings_.access = gated_site().settings.access; }
};

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

TEST_F(OpenApiOfGated, HasNoPartForFilesWithoutDocuments) {
  settings_.access.documents.clear();
  EXPECT_EQ(rendered().at("tags").as_array().back().at("name"), "gates");
}

}  // namespace
}  // namespace agent_access::documents
