#include "service/fault_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "http/handler.hpp"
#include "oauth/types.hpp"
#include "site/content/load.hpp"
#include "site/documents/metadata.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::service {
namespace {

using http::Operations;
using enum http::Operations;

struct Row {
  std::string_view name;
  int status;
  std::string_view error;
  Operations operations;
};

constexpr std::array kRows = std::to_array<Row>({
    {"foreign_host", 421, "misdirected_request", any},
    {"unknown_path", 404, "not_found", any},
    {"method_not_allowed", 405, "method_not_allowed", any},
    {"precondition_failed", 412, "precondition_failed", any},
    {"https_required", 403, "https_required", registration | token | profile},
    {"rate_limited_address", 429, "rate_limited", any},
    {"rate_limited_network", 429, "rate_limited", any},
    {"rate_limited_ceiling", 429, "rate_limited", any},
    {"malformed_request", 400, "invalid_request", malformed},
    {"malformed_target", 400, "invalid_request", malformed},
    {"unsupported_version", 505, "invalid_request", any},
    {"clear_text", 400, "invalid_request", malformed},
    {"malformed_line", 400, "invalid_request", malformed},
    {"malformed_field", 400, "invalid_request", malformed},
    {"disguised_field", 400, "invalid_request", malformed},
    {"missing_host", 400, "invalid_request", malformed},
    {"empty_host", 400, "invalid_request", malformed},
    {"malformed_host", 400, "invalid_request", malformed},
    {"repeated_host", 400, "invalid_request", malformed},
    {"repeated_authorization", 400, "invalid_request", malformed},
    {"differing_types", 400, "invalid_request", malformed},
    {"malformed_length", 400, "invalid_request", malformed},
    {"repeated_length", 400, "invalid_request", malformed},
    {"malformed_connection", 400, "invalid_request", malformed},
    {"target_too_long", 414, "uri_too_long", any},
    {"headers_too_large", 431, "headers_too_large", any},
    {"unsupported_coding", 400, "invalid_request", malformed},
    {"not_implemented", 501, "not_implemented", any},
    {"malformed_chunks", 400, "invalid_request", malformed},
    {"body_too_large", 413, "payload_too_large", any},
    {"expectation_failed", 417, "invalid_request", any},
    {"header_timeout", 408, "request_timeout", any},
    {"body_timeout", 408, "request_timeout", any},
    {"server_full", 503, "temporarily_unavailable", any},
    {"handler_failed", 500, "server_error", any},
    {"missing_grant_type", 400, "invalid_request", token},
    {"unsupported_grant_type", 400, "unsupported_grant_type", token},
    {"missing_client_id", 400, "invalid_request", token},
    {"missing_client_secret", 400, "invalid_request", token},
    {"parameters_in_query", 400, "invalid_request", token},
    {"form_as_json", 400, "invalid_request", token},
    {"json_as_form", 400, "invalid_request", token},
    {"invalid_client", 401, "invalid_client", token},
    {"padded_secret", 401, "invalid_client", token},
    {"invalid_scope", 400, "invalid_scope", token_with_scopes},
    {"unavailable", 503, "temporarily_unavailable", registration | token | profile},
    {"invalid_client_name", 400, "invalid_client_metadata", registration},
    {"authorization_endpoint", 400, "unsupported_response_type", authorization},
    {"unsupported_media_type", 415, "unsupported_media_type", token},
    {"not_json_type", 415, "unsupported_media_type", registration},
    {"content_encoding", 415, "unsupported_media_type", registration | token},
    {"malformed_form", 400, "invalid_request", token},
    {"malformed_json", 400, "invalid_request", registration | token},
    {"duplicate_parameter", 400, "invalid_request", registration | token},
    {"wrong_type", 400, "invalid_request", token},
    {"unsupported_authorization", 400, "invalid_request", token},
    {"malformed_basic", 400, "invalid_request", token},
    {"mixed_authentication", 400, "invalid_request", token},
    {"malformed_gate_question", 400, "invalid_request", forward_auth},
    {"ambiguous_path", 400, "invalid_request", gates},
    {"ungated_path", 403, "access_denied", forward_auth},
    {"missing_token", 401, "invalid_token", profile},
    {"token_in_query", 401, "invalid_token", profile},
    {"not_bearer", 401, "invalid_token", profile},
    {"malformed_token", 401, "invalid_token", profile},
    {"invalid_signature", 401, "invalid_token", profile},
    {"invalid_claims", 401, "invalid_token", profile},
    {"lives_too_long", 401, "invalid_token", profile},
    {"expired", 401, "invalid_token", profile},
    {"wrong_audience", 401, "invalid_token", profile},
    {"insufficient_scope", 403, "insufficient_scope", profile},
});

TEST(FaultTable, HasTheseResponsesOfTheseOperations) {
  ASSERT_EQ(kFaults.size(), kRows.size());
  for (std::size_t at = 0; at < kRows.size(); ++at) {
    const http::Fault& fault = kFaults[at];
    EXPECT_EQ(fault.name, kRows[at].name);
    EXPECT_EQ(fault.status, kRows[at].status) << fault.name;
    EXPECT_EQ(fault.error, kRows[at].error) << fault.name;
    EXPECT_EQ(fault.operations, kRows[at].operations) << fault.name;
  }
}

TEST(FaultTable, HasAttemptsToGuessCredentialsAndTokens) {
  const std::set<std::string_view> attempts = {"invalid_client",  "padded_secret",     "not_bearer",
                                               "malformed_token", "invalid_signature", "invalid_claims",
                                               "lives_too_long",  "expired",           "wrong_audience"};
  for (const http::Fault& fault : kFaults)
    EXPECT_EQ(fault.is_failed_attempt, attempts.contains(fault.name)) << fault.name;
}

TEST(FaultTable, HasTheFieldsOfAResponse) {
  for (const http::Fault& fault : kFaults) {
    std::string_view fields = fault.status == 503 ? "Retry-After: 1\r\n" : "";
    if (fault.name == "unsupported_media_type") {
      fields = "Accept: application/x-www-form-urlencoded, application/json\r\n";
    }
    if (fault.name == "not_json_type") fields = "Accept: application/json\r\n";
    EXPECT_EQ(fault.fields, fields) << fault.name;
  }
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

TEST(FaultOf, IsTheRowOfTheSameName) {
  EXPECT_EQ(&fault_of(http::RequestError::malformed_request), &fault("malformed_request"));
  EXPECT_EQ(&fault_of(http::RequestError::handler_failed), &fault("handler_failed"));
  EXPECT_EQ(&fault_of(oauth::TokenFault::invalid_client), &fault("invalid_client"));
  EXPECT_EQ(&fault_of(oauth::TokenFault::unavailable), &fault("unavailable"));
  EXPECT_EQ(&fault_of(oauth::RegistrationFault::unavailable), &fault("unavailable"));
  EXPECT_EQ(&fault_of(oauth::BearerFault::lives_too_long), &fault("lives_too_long"));
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

TEST(FaultTable, IsTheListOfErrorsOfPagesAndGuides) {
  content::Settings settings{.base_urls = {base::parse_base_url("https://example.com").value()}};
  const content::Content content{content::minimal_site("Example"), content::minimal_faq()};
  const auto listed = [&] {
    std::vector<std::string> lines;
    for (const auto& row : documents::error_rows({settings, content, {}, 0, kFaults})) {
      lines.push_back(std::to_string(row.status) + " " + std::string(row.error));
    }
    return lines;
  };
  std::vector<std::string> expected = {"400 invalid_request",
                                       "400 unsupported_grant_type",
                                       "400 invalid_client_metadata",
                                       "400 unsupported_response_type",
                                       "401 invalid_client",
                                       "401 invalid_token",
                                       "403 https_required",
                                       "403 insufficient_scope",
                                       "404 not_found",
                                       "405 method_not_allowed",
                                       "408 request_timeout",
                                       "412 precondition_failed",
                                       "413 payload_too_large",
                                       "414 uri_too_long",
                                       "415 unsupported_media_type",
                                       "417 invalid_request",
                                       "421 misdirected_request",
                                       "429 rate_limited",
                                       "431 headers_too_large",
                                       "500 server_error",
                                       "501 not_implemented",
                                       "503 temporarily_unavailable",
                                       "505 invalid_request"};
  EXPECT_EQ(listed(), expected);
  settings.access.scopes = {{"read:extended", ""}, {"read:papers", ""}};
  expected.insert(expected.begin() + 2, "400 invalid_scope");
  EXPECT_EQ(listed(), expected);
}

}  // namespace
}  // namespace agent_access::service
