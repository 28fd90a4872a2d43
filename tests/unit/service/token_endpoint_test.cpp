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
  for (const auto* coding : {"identity", "Identity, identity", ""}) {
    EXPECT_EQ(
        post("/oauth/token", {{"Content-Type", kFormType}, {"Content-Encoding", coding}}, good_form(client)).status,
        200)
        << coding;
  }
  for (const auto* coding : {"gzip", "identity, br", "identity;q=1"}) {
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

// Bodies of token requests at the edges of forms and JSON. What clients usually send, right or wrong, is in
// tests/conformance/token.test.mjs and token_refusals.test.mjs.

const std::string kMembers = R"("grant_type":"client_credentials","client_id":"{id}","client_secret":"{secret}")";
const std::string kCredentials = R"("client_id":"{id}","client_secret":"{secret}")";

TEST_F(TokenTableTest, ReadsForms) {
  check({
      {"media type with another charset", kFormType + ";charset=ISO-8859-1", kGoodForm, "", 200, ""},
      {"secret twice, first empty", kFormType, "client_secret=&" + kGoodForm, "", 400, "invalid_request"},
      {"scope twice", kFormType, kGoodForm + "&scope=a&scope=b", "", 400, "invalid_request"},
      {"resource and audience twice", kFormType,
       kGoodForm + "&resource=a&audience=b&resource=c&audience=b&resource=", "", 200, ""},
      {"a malformed resource", kFormType, kGoodForm + "&resource=%zz&resource=a", "", 400, "invalid_request"},
      {"duplicate before the grant", kFormType, "grant_type=password&x=1&x=2", "", 400, "invalid_request"},
      {"no body, no media type", "", "", "", 400, "invalid_request"},
      {"grant without value", kFormType, "grant_type&client_id={id}&client_secret={secret}", "", 400,
       "invalid_request"},
      {"separator of another kind", kFormType, kGrant + ";client_id={id};client_secret={secret}", "", 400,
       "unsupported_grant_type"},
      {"no secret of an unknown id", kFormType, kGrant + "&client_id=x", "", 400, "invalid_request"},
      {"secret decoded twice", kFormType, kGrant + "&client_id={id}&client_secret=%2541{secret}", "", 401,
       "invalid_client"},
      {"two media types in one field", kFormType + ", " + kJsonType, kGoodForm, "", 415, "unsupported_media_type"},
      {"text without body", "text/plain", "", "", 415, "unsupported_media_type"},
      {"media type before the grant", "text/plain", "grant_type=password", "", 415, "unsupported_media_type"},
  });
}

TEST_F(TokenTableTest, ReadsJson) {
  check({
      {"media type in capitals", "APPLICATION/JSON", "{" + kMembers + "}", "", 200, ""},
      {"unknown members", kJsonType, R"({"x":[1,{"y":null}],)" + kMembers + R"(,"scope":7})", "", 200, ""},
      {"escaped value", kJsonType, R"({"grant_type":"client\u005fcredentials",)" + kCredentials + "}", "", 200, ""},
      {"names in nested objects", kJsonType, "{" + kMembers + R"(,"x":{"client_id":"y"}})", "", 200, ""},
      {"grant is a number", kJsonType, R"({"grant_type":1,)" + kCredentials + "}", "", 400, "invalid_request"},
      {"grant is null", kJsonType, R"({"grant_type":null,)" + kCredentials + "}", "", 400, "invalid_request"},
      {"secret is false", kJsonType, R"({"grant_type":"client_credentials","client_id":"{id}","client_secret":false})",
       "", 400, "invalid_request"},
      {"id with a NUL", kJsonType,
       R"({"grant_type":"client_credentials","client_id":"{id}\u0000","client_secret":"{secret}"})", "", 401,
       "invalid_client"},
  });
}

TEST_F(ServiceTest, NamesTheFaultOfABodyInTheLog) {
  const auto reason_of = [this](const std::string& type, std::string_view body) {
    return post("/oauth/token", {{"Content-Type", type}}, body).trace.reason;
  };
  EXPECT_EQ(reason_of(kFormType, "a=%"), "malformed_form");
  EXPECT_EQ(reason_of(kFormType, "a=%FF"), "malformed_form");
  EXPECT_EQ(reason_of(kFormType, "a=1&a=1"), "duplicate_parameter");
  EXPECT_EQ(reason_of(kJsonType, "{"), "malformed_json");
  EXPECT_EQ(reason_of(kJsonType, R"({"a":1,"a":1})"), "duplicate_parameter");
  EXPECT_EQ(reason_of(kJsonType, R"({"grant_type":1})"), "wrong_type");
}

// HTTP Basic at the token endpoint, RFC 6749 section 2.3.1.

TEST_F(TokenTableTest, AcceptsBasic) {
  check({
      {"form", kFormType, kGrant, "Basic {basic}", 200, ""},
      {"scheme in lower case", kFormType, kGrant, "basic {basic}", 200, ""},
      {"scheme in capitals", kFormType, kGrant, "BASIC {basic}", 200, ""},
      {"JSON", kJsonType, R"({"grant_type":"client_credentials"})", "Basic {basic}", 200, ""},
      {"same id in the body", kFormType, kGrant + "&client_id={id}", "Basic {basic}", 200, ""},
      {"empty secret in the body", kFormType, kGrant + "&client_secret=", "Basic {basic}", 200, ""},
      {"several spaces", kFormType, kGrant, "Basic   {basic}", 200, ""},
      {"nulls in JSON", kJsonType, R"({"grant_type":"client_credentials","client_id":null,"client_secret":null})",
       "Basic {basic}", 200, ""},
  });
}

TEST_F(TokenTableTest, IgnoresABearerTokenBesideTheCredentials) {
  const std::string form = kGrant + "&client_id={id}&client_secret={secret}";
  check({
      {"Bearer", kFormType, form, "Bearer x", 200, ""},
      {"two spaces", kFormType, form, "bearer  x", 200, ""},
      {"scheme alone", kFormType, form, "Bearer", 200, ""},
      {"JSON", kJsonType, R"({"grant_type":"client_credentials","client_id":"{id}","client_secret":"{secret}"})",
       "Bearer x", 200, ""},
      {"wrong secret", kFormType, kGrant + "&client_id={id}&client_secret=x", "Bearer x", 401, "invalid_client"},
  });
  const auto client = register_client();
  const auto answer = post("/oauth/token", {{"Content-Type", kFormType}, {"Authorization", ""}},
                           kGrant + "&client_id=" + client.id + "&client_secret=" + client.secret);
  EXPECT_EQ(answer.status, 200) << "an empty field";
}

TEST_F(TokenTableTest, SaysThatASecretHasWhiteSpace) {
  const auto client = register_client();
  const auto text_of = [&](const std::string& secret) {
    const auto answer = post("/oauth/token", {{"Content-Type", kFormType}},
                             kGrant + "&client_id=" + client.id + "&client_secret=" + secret);
    EXPECT_EQ(answer.status, 401) << secret;
    EXPECT_EQ(answer.error(), "invalid_client") << secret;
    return answer.json().at("error_description");
  };
  for (const auto& secret : {client.secret + "%0A", client.secret + "%0D%0A", "+" + client.secret,
                             client.secret + "%09", client.secret + "\r\n"}) {
    EXPECT_EQ(text_of(secret),
              "The client credentials are not valid: client_secret begins or ends with a line break or a space");
  }
  EXPECT_EQ(text_of("x"), "The client credentials are not valid; register again if the secret was lost");
}

TEST_F(TokenTableTest, RefusesTwoMethodsAtOnce) {
  check({
      {"secret in the body", kFormType, kGrant + "&client_secret={secret}", "Basic {basic}", 400, "invalid_request"},
      {"all in the body", kFormType, kGrant + "&client_id={id}&client_secret={secret}", "Basic {basic}", 400,
       "invalid_request"},
      {"another id in the body", kFormType, kGrant + "&client_id=x", "Basic {basic}", 400, "invalid_request"},
      {"secret in JSON", kJsonType, R"({"grant_type":"client_credentials","client_secret":"{secret}"})",
       "Basic {basic}", 400, "invalid_request"},
      {"Bearer without credentials in the body", kFormType, kGrant, "Bearer x", 400, "invalid_request"},
      {"another scheme beside good credentials", kFormType, kGrant + "&client_id={id}&client_secret={secret}",
       "Digest x", 400, "invalid_request"},
      {"mixture before the grant", kFormType, "grant_type=password&client_secret=x", "Basic {basic}", 400,
       "invalid_request"},
  });
}

TEST_F(TokenTableTest, RefusesMalformedAuthorization) {
  const std::vector<std::pair<std::string, std::string>> values = {
      {"scheme alone", "Basic"},
      {"no credentials", "Basic "},
      {"several spaces alone", "Basic   "},
      {"tab", "Basic\t{basic}"},
      {"text behind", "Basic {basic} x"},
      {"two credentials", "Basic {basic}, Basic {basic}"},
      {"quotes", "Basic \"{basic}\""},
      {"credentials alone", "{basic}"},
      {"another scheme", "Digest {basic}"},
      {"scheme that begins alike", "Basicx {basic}"},
      {"no base64", "Basic ????"},
      {"no padding", "Basic eDp5eg"},
      {"too much padding", "Basic eDp5eno=="},
      {"base64url", "Basic " + std::string("-_-_")},
      {"stray bits", "Basic eDp5eh=="},
      {"no colon", "Basic " + base64("xyz")},
      {"broken escape", "Basic " + base64("x:%zz")},
      {"no UTF-8", "Basic " + base64("x:\xFF")},
  };
  std::vector<TokenRow> rows;
  for (const auto& [name, value] : values) rows.push_back({name, kFormType, kGrant, value, 400, "invalid_request"});
  check(rows);
}

TEST_F(TokenTableTest, SendsABasicChallengeWhenBasicFails) {
  check({
      {"wrong secret", kFormType, kGrant, "Basic " + base64("x:y"), 401, "invalid_client"},
      {"secret of the client, wrong id", kFormType, kGrant, "Basic " + base64("00000000-0000-4000-8000-000000000000:y"),
       401, "invalid_client"},
      {"secret with colons", kFormType, kGrant, "Basic " + base64("x:y:z"), 401, "invalid_client"},
      {"escaped", kFormType, kGrant, "Basic " + base64("x%41:y+z"), 401, "invalid_client"},
  });
  check({
      {"empty id", kFormType, kGrant, "Basic " + base64(":y"), 400, "invalid_request"},
      {"empty secret", kFormType, kGrant, "Basic " + base64("x:"), 400, "invalid_request"},
      {"no grant", kFormType, "", "Basic {basic}", 400, "invalid_request"},
      {"another grant", kFormType, "grant_type=password", "Basic " + base64("x:y"), 400, "unsupported_grant_type"},
      {"media type first", "text/plain", kGrant, "Basic " + base64("x:y"), 415, "unsupported_media_type"},
  });
}

TEST_F(ServiceTest, DecodesTheFormEncodingInsideBasic) {
  const Client client = register_client();
  std::string escaped;
  for (const char c : client.secret) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    escaped += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
  }
  const auto answer =
      post("/oauth/token",
           {{"Content-Type", kFormType}, {"Authorization", "Basic " + base64(client.id + ":" + escaped)}}, kGrant);
  EXPECT_EQ(answer.status, 200);
}

TEST_F(ServiceTest, RefusesTwoAuthorizationFieldsAtTheTokenEndpoint) {
  const Client client = register_client();
  const std::string good = with_client("Basic {basic}", client);
  for (const auto& [first, second] : {std::pair(good, good), {good, "Basic eDp5"}, {"Basic eDp5", good}}) {
    const auto answer = post(
        "/oauth/token", {{"Content-Type", kFormType}, {"Authorization", first}, {"authorization", second}}, kGrant);
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.error(), "invalid_request");
  }
}

}  // namespace
}  // namespace agent_access::test
