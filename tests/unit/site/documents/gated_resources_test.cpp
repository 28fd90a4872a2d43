// Declared scopes, gated documents and gates in the documents. How they stand in each document: golden/full, by
// whole_sites_test.cpp; what clients read of them: conformance/gated_discovery and resource_metadata.
#include "site/documents/gated_resources.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>

#include "site/documents/oauth_metadata.hpp"
#include "site/guides/guides.hpp"
#include "site/guides/markdown_forms.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using testing::HasSubstr;
using testing::Not;

bj::object parsed(const std::string& document) { return bj::parse(document).as_object(); }

TEST(GatedResources, ThatHaveNoTitleAreNamedByTheirPath) {
  Example example = gated_site();
  example.settings.access.documents[0].title.clear();
  EXPECT_EQ(gated_resources(example.settings)[0].title, "/api/agent/report.pdf");
}

TEST(GatedResources, LeaveTheSectionsOfAuthMdInTheBytesThatScannersRead) {
  Example example = gated_site();
  example.content.site.title = std::string(5000, '|');
  example.settings.access.gates.resize(100, example.settings.access.gates.front());
  const std::string body = render_auth_md(example.view());
  EXPECT_LT(body.find("\n## Revocation"), 4800U);
  EXPECT_GT(body.find("\n## Scopes and further resources"), body.find("\n## Revocation"));
}

TEST(GatedResources, AreCutInLlmsTxtWithThePlaceOfAllOfThem) {
  Example example = gated_site();
  example.settings.access.gates.resize(1000, example.settings.access.gates.front());
  const std::string body = render_llms_txt(example.view());
  EXPECT_LT(body.size(), 30000U);
  EXPECT_THAT(body, HasSubstr(" more: https://example.com/auth.md\n"));
}

TEST(GatedResources, HaveNoSectionAboutScopesInRequestsIfNoneAreDeclared) {
  Example example = gated_site();
  example.settings.access.scopes.resize(1);
  example.settings.access.gates.clear();
  example.settings.access.documents.resize(1);
  const std::string body = render_auth_md(example.view());
  EXPECT_THAT(body, Not(HasSubstr("`scope=")));
  EXPECT_THAT(body, Not(HasSubstr("invalid_scope")));
  EXPECT_THAT(body, HasSubstr("- [Yearly report](https://example.com/api/agent/report.pdf) (scope `read:extended`; "
                              "application/pdf): All tides \\| of a year.\n"));
}

TEST(GatedResources, KeepTheOwnersTextAsText) {
  Example example = gated_site();
  example.settings.access.gates[0].title = "x](u) # `c` {{base_url}}\n## Heading";
  example.settings.access.gates[0].description = "| a\n\n## Heading";
  for (const auto& body :
       {render_auth_md(example.view()), render_agents_md(example.view()), render_llms_txt(example.view()),
        render_llms_full(example.view()), MarkdownForms(example.view()).home()}) {
    EXPECT_THAT(body, Not(HasSubstr("\n## Heading")));
    EXPECT_THAT(body, Not(HasSubstr("x](u)")));
    EXPECT_THAT(body, HasSubstr("{{base_url}}"));
  }
  const ResourceText text = gated_metadata(example.view(), gated_resources(example.settings)[2]);
  EXPECT_EQ(parsed(text.with("/data/")).at("resource_name"), "Robin Example - x](u) # `c` {{base_url}}\n## Heading");
}

}  // namespace
}  // namespace agent_access::documents
