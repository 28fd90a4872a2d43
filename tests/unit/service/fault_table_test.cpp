// What holds of every row of the fault table. Status, error and sentence of each are in tests/conformance.
#include "service/fault_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "site/content/load.hpp"
#include "site/documents/openapi.hpp"
#include "site/guides/error_list.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::service {
namespace {

using enum http::Operations;

TEST(FaultTable, HasAttemptsToGuessCredentialsAndTokens) {
  const std::set<std::string_view> attempts = {"invalid_client",  "padded_secret",     "not_bearer",
                                               "malformed_token", "invalid_signature", "invalid_claims",
                                               "lives_too_long",  "expired",           "wrong_audience"};
  for (const http::Fault& fault : kFaults)
    EXPECT_EQ(fault.is_failed_attempt, attempts.contains(fault.name)) << fault.name;
}

/// RFC 6749 section 5.2: %x20-21 / %x23-5B / %x5D-7E.
TEST(FaultTable, HasOneNameForEachAndSentencesOfTheCharactersOfTheStandard) {
  std::set<std::string_view> names;
  for (const http::Fault& fault : kFaults) {
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
    EXPECT_FALSE(fault.sentence.empty()) << fault.name;
    EXPECT_TRUE(std::ranges::all_of(fault.sentence, [](char c) {
      return c >= 0x20 && c <= 0x7E && c != '"' && c != '\\';
    })) << fault.sentence;
  }
}

TEST(FaultTable, IsInTheOpenApiDescription) {
  const content::Settings settings{.base_urls = {base::parse_base_url("https://example.com").value()}};
  const content::Content content{content::minimal_site("Example"), content::minimal_faq()};
  const auto body = documents::render_openapi({settings, content, publish::document_table(), 0, kFaults});
  for (const http::Fault& fault : kFaults) {
    const bool is_in = contains(any | registration | token | profile, fault.operations);
    EXPECT_EQ(body.find(fault.sentence) != std::string::npos, is_in) << fault.sentence;
    EXPECT_TRUE(!is_in || body.find("`" + std::string(fault.error) + "`: ") != std::string::npos) << fault.error;
  }
  EXPECT_LT(body.size(), 30'000U);
  const auto codes =
      boost::json::parse(body).at("components").at("schemas").at("OAuthError").at("properties").at("error").at("enum");
  EXPECT_EQ(codes.as_array().size(), 20U);
}

}  // namespace
}  // namespace agent_access::service
