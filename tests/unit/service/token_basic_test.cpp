// HTTP Basic at the token endpoint, RFC 6749 section 2.3.1.
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

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
