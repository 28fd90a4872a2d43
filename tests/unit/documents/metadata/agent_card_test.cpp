#include "documents/metadata/metadata.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>
#include <chrono>

#include "base/bytes.hpp"
#include "jose/json_signature.hpp"
#include "oauth/key_schedule.hpp"
#include "unit/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

TEST(AgentCard, IsThisDocument) { expect_golden("agent-card.json", render_agent_card(example_site().view())); }

TEST(AgentCard, WithoutPagesNamesTheModule) {
  const auto card = bj::parse(render_agent_card(example_site(Pages::off).view()));
  EXPECT_EQ(card.at("supportedInterfaces").at(0).at("url"), "https://example.com/browser-tools.js");
  EXPECT_EQ(card.at("provider").at("url"), "https://example.com/AGENTS.md");
  EXPECT_FALSE(card.as_object().contains("iconUrl"));
}

oauth::KeySchedule keys_at(std::int64_t now) {
  const auto master = oauth::MasterSecret::parse(base::bytes_of("a master secret of thirty-two by")).value();
  const std::array masters = {master.duplicate()};
  return oauth::KeySchedule::derive(masters, 1, std::chrono::hours{24 * 7}, base::Seconds{std::chrono::seconds{now}})
      .value();
}

jose::JsonSignature signature_of(bj::object& card) {
  const auto signatures = card.at("signatures").as_array();
  card.erase("signatures");
  EXPECT_EQ(signatures.size(), 1U);
  EXPECT_EQ(signatures.at(0).as_object().size(), 2U);
  return {std::string(signatures.at(0).at("protected").as_string()),
          std::string(signatures.at(0).at("signature").as_string())};
}

TEST(SignedAgentCard, IsTheCardWithASignatureOfTheKeyThatSignsNow) {
  const auto keys = keys_at(1790000000);
  const auto view_owner = example_site();
  auto card = bj::parse(render_signed_agent_card(view_owner.view(1), keys)).as_object();
  const auto signature = signature_of(card);
  EXPECT_EQ(card, bj::parse(render_agent_card(view_owner.view(1))).as_object());
  const auto header = jose::read_signature_header(signature.protected_header);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->algorithm, "ES256");
  EXPECT_EQ(header->key_id, keys.signing_key().key_id.text());
  EXPECT_EQ(header->key_set_url, "https://www.example.com/.well-known/jwks.json");
  auto verifier = crypto::Verifier::create(keys.signing_key().key.public_key()).value();
  EXPECT_EQ(jose::verify_json(card, signature, verifier), crypto::SignatureVerdict::valid);
  card["name"] = "Another name";
  EXPECT_EQ(jose::verify_json(card, signature, verifier), crypto::SignatureVerdict::invalid);
}

TEST(SignedAgentCard, IsSignedByAnotherKeyAfterTheRotation) {
  const auto before = keys_at(1790000000);
  const auto after = keys_at(before.next_rotation().time_since_epoch().count());
  const auto view_owner = example_site();
  auto card = bj::parse(render_signed_agent_card(view_owner.view(), after)).as_object();
  const auto header = jose::read_signature_header(signature_of(card).protected_header);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->key_id, after.signing_key().key_id.text());
  EXPECT_NE(header->key_id, before.signing_key().key_id.text());
}

// A2A 1.0 section 8.4.1: members with default values are not signed, so the card must not have any but `optional` ones.
TEST(SignedAgentCard, HasNoEmptyMember) {
  std::string text = render_agent_card(example_site().view());
  for (const auto* const empty : {": \"\"", ": []", ": {}", "null"})
    EXPECT_EQ(text.find(empty), std::string::npos) << empty;
}

TEST(AgentManifest, IsThisDocument) { expect_golden("agent.json", render_agent_manifest(example_site().view())); }

}  // namespace
}  // namespace agent_access::documents
