// Complete responses of the token endpoint.
#include <set>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

std::string good_form(const Client& client) { return with_client(kGoodForm, client); }

TEST_F(ServiceTest, IssuesATokenWithFourMembersAndNoStore) {
  const Client client = register_client();
  const auto answer = post("/oauth/token", {{"Content-Type", kFormType}}, good_form(client));
  ASSERT_EQ(answer.status, 200);
  const auto members = answer.json();
  EXPECT_EQ(answer.body, R"({"access_token":")" + std::string(members.at("access_token").as_string()) +
                             R"(","token_type":"Bearer","expires_in":900,"scope":"read:extended"})");
  EXPECT_EQ(answer.field("Content-Type"), "application/json");
  EXPECT_EQ(answer.field("Pragma"), "no-cache");
  EXPECT_EQ(answer.trace.client_id, client.id);
  EXPECT_EQ(answer.trace.key_id.size(), 43U);
  EXPECT_EQ(answer.trace.token_id.size(), 36U);
}

// The response must not show whether an id exists: the same bytes for every wrong pair.
TEST_F(ServiceTest, RefusesEveryWrongClientWithTheSameBytes) {
  const Client client = register_client();
  const Client other = register_client();
  std::set<std::string> bodies;
  std::set<std::string> field_blocks;
  for (const auto& [id, secret] :
       std::vector<std::pair<std::string, std::string>>{{client.id, other.secret},
                                                        {client.id, "x"},
                                                        {client.id, client.secret.substr(1)},
                                                        {client.id, "A" + client.secret.substr(1)},
                                                        {"00000000-0000-4000-8000-000000000000", client.secret},
                                                        {"x", client.secret},
                                                        {"6F1C2A0E-3B1D-4A57-9C8E-2D4B7F0A9E31", client.secret},
                                                        {client.id + "0", client.secret},
                                                        {client.id.substr(1), client.secret}}) {
    const auto answer = post("/oauth/token", {{"Content-Type", kFormType}},
                             "grant_type=client_credentials&client_id=" + id + "&client_secret=" + secret);
    EXPECT_EQ(answer.status, 401);
    bodies.insert(answer.body);
    field_blocks.insert(answer.field_text);
  }
  EXPECT_EQ(bodies, (std::set<std::string>{
                        R"({"error":"invalid_client","error_description":"The client credentials are not valid; )"
                        R"(register again if the secret was lost"})"}));
  EXPECT_EQ(field_blocks.size(), 1U);
}

TEST_F(ServiceTest, NeverReadsCredentialsFromTheQuery) {
  const Client client = register_client();
  EXPECT_EQ(post("/oauth/token?" + good_form(client), {}, "").status, 400);
  EXPECT_EQ(post("/oauth/token?" + good_form(client), {{"Content-Type", kFormType}}, "").error(), "invalid_request");
  EXPECT_EQ(post("/oauth/token?x=y", {{"Content-Type", kFormType}}, good_form(client)).status, 200);
}

TEST_F(ServiceTest, RefusesContentCodingsAndSeveralMediaTypes) {
  const Client client = register_client();
  for (const auto* coding : {"gzip", "identity", ""}) {
    const auto answer =
        post("/oauth/token", {{"Content-Type", kFormType}, {"Content-Encoding", coding}}, good_form(client));
    EXPECT_EQ(answer.status, 415) << coding;
    EXPECT_EQ(answer.error(), "unsupported_media_type");
  }
  EXPECT_EQ(post("/oauth/token", {{"Content-Type", kFormType}, {"content-type", kJsonType}}, good_form(client)).status,
            415);
  EXPECT_EQ(post("/oauth/token", {{"Content-Type", kFormType}, {"content-type", kFormType}}, good_form(client)).status,
            200);
}

TEST_F(ServiceTest, Returns503WithoutEntropy) {
  const Client client = register_client();
  ScriptedRandom dry(0, 0);
  handler_ =
      service::Handler::create(example_snapshot(), {clock_, monotonic_, dry, verified_tokens_, limiter_}).value();
  for (const auto& answer :
       {post("/oauth/token", {{"Content-Type", kFormType}}, good_form(client)), post("/oauth/register", {}, "")}) {
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.error(), "temporarily_unavailable");
    EXPECT_EQ(answer.field("Retry-After"), "1");
  }
}

}  // namespace
}  // namespace agent_access::test
