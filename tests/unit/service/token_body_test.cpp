// Bodies of token requests at the edges of forms and JSON. What clients usually send, right or wrong, is in
// tests/conformance/token.test.mjs and token_refusals.test.mjs.
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

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

}  // namespace
}  // namespace agent_access::test
