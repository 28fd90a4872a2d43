// Responses of the token endpoint to JSON.
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kMembers = R"("grant_type":"client_credentials","client_id":"{id}","client_secret":"{secret}")";
const std::string kCredentials = R"("client_id":"{id}","client_secret":"{secret}")";

TEST_F(TokenTableTest, ReadsJson) {
  check({
      {"good", kJsonType, "{" + kMembers + "}", "", 200, ""},
      {"white space", kJsonType, " \r\n\t{ " + kMembers + " }\n", "", 200, ""},
      {"media type with charset", "application/json; charset=utf-8", "{" + kMembers + "}", "", 200, ""},
      {"media type in capitals", "APPLICATION/JSON", "{" + kMembers + "}", "", 200, ""},
      {"unknown members", kJsonType, R"({"x":[1,{"y":null}],)" + kMembers + R"(,"scope":7})", "", 200, ""},
      {"escaped name", kJsonType, R"({"grant\u005ftype":"client_credentials",)" + kCredentials + "}", "", 200, ""},
      {"escaped value", kJsonType, R"({"grant_type":"client\u005fcredentials",)" + kCredentials + "}", "", 200, ""},
      {"eight levels", kJsonType, "{" + kMembers + R"(,"x":[[[[[[[]]]]]]]})", "", 200, ""},
      {"names in nested objects", kJsonType, "{" + kMembers + R"(,"x":{"client_id":"y"}})", "", 200, ""},
  });
}

TEST_F(TokenTableTest, RefusesAmbiguousJson) {
  check({
      {"empty", kJsonType, "", "", 400, "invalid_request"},
      {"array", kJsonType, "[{" + kMembers + "}]", "", 400, "invalid_request"},
      {"string", kJsonType, R"("grant_type")", "", 400, "invalid_request"},
      {"null", kJsonType, "null", "", 400, "invalid_request"},
      {"cut", kJsonType, "{" + kMembers, "", 400, "invalid_request"},
      {"trailing comma", kJsonType, "{" + kMembers + ",}", "", 400, "invalid_request"},
      {"trailing text", kJsonType, "{" + kMembers + "}x", "", 400, "invalid_request"},
      {"two objects", kJsonType, "{" + kMembers + "}{}", "", 400, "invalid_request"},
      {"comment", kJsonType, "/**/{" + kMembers + "}", "", 400, "invalid_request"},
      {"byte order mark", kJsonType, "\xEF\xBB\xBF{" + kMembers + "}", "", 400, "invalid_request"},
      {"no UTF-8", kJsonType, "{" + kMembers + ",\"x\":\"\xFF\"}", "", 400, "invalid_request"},
      {"lone surrogate", kJsonType, "{" + kMembers + R"(,"x":"\ud800"})", "", 400, "invalid_request"},
      {"infinite number", kJsonType, "{" + kMembers + R"(,"x":1e400})", "", 400, "invalid_request"},
      {"NaN", kJsonType, "{" + kMembers + R"(,"x":NaN})", "", 400, "invalid_request"},
      {"nine levels", kJsonType, "{" + kMembers + R"(,"x":[[[[[[[[]]]]]]]]})", "", 400, "invalid_request"},
      {"very deep", kJsonType, "{\"x\":" + std::string(10000, '['), "", 400, "invalid_request"},
      {"id twice", kJsonType, "{" + kMembers + R"(,"client_id":"{id}"})", "", 400, "invalid_request"},
      {"id twice by escape", kJsonType, "{" + kMembers + R"(,"client\u005fid":"x"})", "", 400, "invalid_request"},
      {"unknown twice", kJsonType, "{" + kMembers + R"(,"x":1,"x":1})", "", 400, "invalid_request"},
      {"unknown twice inside", kJsonType, "{" + kMembers + R"(,"x":[{"y":1,"y":1}]})", "", 400, "invalid_request"},
      {"form as JSON", kJsonType, "grant_type=client_credentials", "", 400, "invalid_request"},
      {"JSON as form", kFormType, "{" + kMembers + "}", "", 400, "invalid_request"},
  });
}

TEST_F(TokenTableTest, ChecksJsonInTheSameOrder) {
  check({
      {"empty object", kJsonType, "{}", "", 400, "invalid_request"},
      {"grant is a number", kJsonType, R"({"grant_type":1,)" + kCredentials + "}", "", 400, "invalid_request"},
      {"grant is null", kJsonType, R"({"grant_type":null,)" + kCredentials + "}", "", 400, "invalid_request"},
      {"grant is an array", kJsonType, R"({"grant_type":["client_credentials"],)" + kCredentials + "}", "", 400,
       "invalid_request"},
      {"grant is empty", kJsonType, R"({"grant_type":"",)" + kCredentials + "}", "", 400, "invalid_request"},
      {"grant is another", kJsonType, R"({"grant_type":"password",)" + kCredentials + "}", "", 400,
       "unsupported_grant_type"},
      {"grant in capitals", kJsonType, R"({"grant_type":"Client_Credentials",)" + kCredentials + "}", "", 400,
       "unsupported_grant_type"},
      {"id is a number", kJsonType, R"({"grant_type":"client_credentials","client_id":1,"client_secret":"x"})", "", 400,
       "invalid_request"},
      {"secret is false", kJsonType, R"({"grant_type":"client_credentials","client_id":"{id}","client_secret":false})",
       "", 400, "invalid_request"},
      {"secret is an object", kJsonType, R"({"grant_type":"client_credentials","client_id":"{id}","client_secret":{}})",
       "", 400, "invalid_request"},
      {"no secret", kJsonType, R"({"grant_type":"client_credentials","client_id":"{id}"})", "", 400, "invalid_request"},
      {"no id", kJsonType, R"({"grant_type":"client_credentials","client_secret":"{secret}"})", "", 400,
       "invalid_request"},
      {"empty id", kJsonType, R"({"grant_type":"client_credentials","client_id":"","client_secret":"x"})", "", 400,
       "invalid_request"},
      {"wrong secret", kJsonType, R"({"grant_type":"client_credentials","client_id":"{id}","client_secret":"x"})", "",
       401, "invalid_client"},
      {"secret with a NUL", kJsonType,
       R"({"grant_type":"client_credentials","client_id":"{id}","client_secret":"{secret}\u0000"})", "", 401,
       "invalid_client"},
      {"id with a NUL", kJsonType,
       R"({"grant_type":"client_credentials","client_id":"{id}\u0000","client_secret":"{secret}"})", "", 401,
       "invalid_client"},
  });
}

}  // namespace
}  // namespace agent_access::test
