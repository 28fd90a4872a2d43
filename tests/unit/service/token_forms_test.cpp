// Responses of the token endpoint to forms: one row for each class of request.
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kGood = kGrant + "&client_id={id}&client_secret={secret}";

TEST_F(TokenTableTest, ReadsForms) {
  check({
      {"good", kFormType, kGood, "", 200, ""},
      {"another order", kFormType, "client_secret={secret}&client_id={id}&" + kGrant, "", 200, ""},
      {"media type in capitals", "Application/X-WWW-Form-URLEncoded", kGood, "", 200, ""},
      {"media type with charset", kFormType + "; charset=utf-8", kGood, "", 200, ""},
      {"media type with another charset", kFormType + ";charset=ISO-8859-1", kGood, "", 200, ""},
      {"escaped name", kFormType, "grant%5Ftype=client_credentials&client_id={id}&client_secret={secret}", "", 200, ""},
      {"escaped value", kFormType, "grant_type=client%5Fcredentials&client_id={id}&client_secret={secret}", "", 200,
       ""},
      {"empty sequences", kFormType, "&&" + kGood + "&", "", 200, ""},
      {"unknown parameter", kFormType, kGood + "&x=y", "", 200, ""},
      {"unknown parameter in UTF-8", kFormType, kGood + "&n%C3%A4me=%F0%9F%98%80", "", 200, ""},
      {"scope admin", kFormType, kGood + "&scope=admin", "", 200, ""},
      {"scope empty", kFormType, kGood + "&scope=", "", 200, ""},
      {"scope twice in one value", kFormType, kGood + "&scope=read%3Aextended+read%3Aextended", "", 200, ""},
      {"resource", kFormType, kGood + "&resource=https%3A%2F%2Fexample.com", "", 200, ""},
      {"foreign resource", kFormType, kGood + "&resource=https%3A%2F%2Felsewhere.example", "", 200, ""},
      {"audience", kFormType, kGood + "&audience=x", "", 200, ""},
      {"assertion beside it", kFormType, kGood + "&client_assertion=x&client_assertion_type=y", "", 200, ""},
  });
}

TEST_F(TokenTableTest, RefusesAmbiguousForms) {
  check({
      {"broken escape", kFormType, kGood + "&x=%zz", "", 400, "invalid_request"},
      {"cut escape", kFormType, kGood + "&x=%4", "", 400, "invalid_request"},
      {"percent alone in the secret", kFormType, kGrant + "&client_id={id}&client_secret=%", "", 400,
       "invalid_request"},
      {"no UTF-8", kFormType, kGood + "&x=%FF", "", 400, "invalid_request"},
      {"raw byte that is no UTF-8", kFormType, kGood + "&x=\xFF", "", 400, "invalid_request"},
      {"surrogate", kFormType, kGood + "&x=%ED%A0%80", "", 400, "invalid_request"},
      {"grant twice", kFormType, kGood + "&" + kGrant, "", 400, "invalid_request"},
      {"id twice", kFormType, kGood + "&client_id={id}", "", 400, "invalid_request"},
      {"secret twice", kFormType, kGood + "&client_secret={secret}", "", 400, "invalid_request"},
      {"secret twice, first empty", kFormType, "client_secret=&" + kGood, "", 400, "invalid_request"},
      {"id twice by escape", kFormType, kGood + "&client%5Fid=x", "", 400, "invalid_request"},
      {"id twice by escaped letter", kFormType, kGood + "&%63lient_id={id}", "", 400, "invalid_request"},
      {"scope twice", kFormType, kGood + "&scope=a&scope=b", "", 400, "invalid_request"},
      {"unknown twice", kFormType, kGood + "&x=1&x=2", "", 400, "invalid_request"},
      {"duplicate goes before the grant", kFormType, "grant_type=password&x=1&x=2", "", 400, "invalid_request"},
  });
}

TEST_F(TokenTableTest, ChecksTheGrantFirst) {
  check({
      {"no body", kFormType, "", "", 400, "invalid_request"},
      {"no body, no media type", "", "", "", 400, "invalid_request"},
      {"no grant", kFormType, "client_id={id}&client_secret={secret}", "", 400, "invalid_request"},
      {"empty grant", kFormType, "grant_type=&client_id={id}&client_secret={secret}", "", 400, "invalid_request"},
      {"grant without value", kFormType, "grant_type&client_id={id}&client_secret={secret}", "", 400,
       "invalid_request"},
      {"grant in capitals", kFormType, "grant_type=CLIENT_CREDENTIALS&client_id={id}&client_secret={secret}", "", 400,
       "unsupported_grant_type"},
      {"name of the grant in capitals", kFormType,
       "GRANT_TYPE=client_credentials&client_id={id}&client_secret={secret}", "", 400, "invalid_request"},
      {"grant with a space", kFormType, "grant_type=client_credentials+&client_id={id}&client_secret={secret}", "", 400,
       "unsupported_grant_type"},
      {"grant with a NUL", kFormType, "grant_type=client_credentials%00&client_id={id}&client_secret={secret}", "", 400,
       "unsupported_grant_type"},
      {"password", kFormType, "grant_type=password&client_id={id}&client_secret={secret}", "", 400,
       "unsupported_grant_type"},
      {"authorization_code", kFormType, "grant_type=authorization_code&code=x", "", 400, "unsupported_grant_type"},
      {"refresh_token", kFormType, "grant_type=refresh_token&refresh_token=x", "", 400, "unsupported_grant_type"},
      {"jwt-bearer", kFormType, "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=x", "", 400,
       "unsupported_grant_type"},
      {"wrong grant before missing id", kFormType, "grant_type=password", "", 400, "unsupported_grant_type"},
      {"wrong grant before wrong secret", kFormType, "grant_type=x&client_id={id}&client_secret=y", "", 400,
       "unsupported_grant_type"},
      {"separator of another kind", kFormType, kGrant + ";client_id={id};client_secret={secret}", "", 400,
       "unsupported_grant_type"},
  });
}

TEST_F(TokenTableTest, ChecksThePresenceOfCredentialsNext) {
  check({
      {"grant alone", kFormType, kGrant, "", 400, "invalid_request"},
      {"no id", kFormType, kGrant + "&client_secret={secret}", "", 400, "invalid_request"},
      {"empty id", kFormType, kGrant + "&client_id=&client_secret={secret}", "", 400, "invalid_request"},
      {"no secret", kFormType, kGrant + "&client_id={id}", "", 400, "invalid_request"},
      {"empty secret", kFormType, kGrant + "&client_id={id}&client_secret=", "", 400, "invalid_request"},
      {"no secret of an unknown id", kFormType, kGrant + "&client_id=x", "", 400, "invalid_request"},
      {"wrong secret", kFormType, kGrant + "&client_id={id}&client_secret=wrong", "", 401, "invalid_client"},
      {"secret with a character more", kFormType, kGood + "A", "", 401, "invalid_client"},
      {"secret with padding", kFormType, kGood + "%3D", "", 401, "invalid_client"},
      {"secret with a space", kFormType, kGood + "+", "", 401, "invalid_client"},
      {"secret decoded twice", kFormType, kGrant + "&client_id={id}&client_secret=%2541{secret}", "", 401,
       "invalid_client"},
      {"id of nobody", kFormType, kGrant + "&client_id=00000000-0000-4000-8000-000000000000&client_secret={secret}", "",
       401, "invalid_client"},
      {"id that is no UUID", kFormType, kGrant + "&client_id=x&client_secret={secret}", "", 401, "invalid_client"},
      {"id in braces", kFormType, kGrant + "&client_id=%7B{id}%7D&client_secret={secret}", "", 401, "invalid_client"},
      {"long id", kFormType, kGrant + "&client_id=" + std::string(10000, 'a') + "&client_secret={secret}", "", 401,
       "invalid_client"},
      {"long secret", kFormType, kGrant + "&client_id={id}&client_secret=" + std::string(15000, 'a'), "", 401,
       "invalid_client"},
      {"id and secret exchanged", kFormType, kGrant + "&client_id={secret}&client_secret={id}", "", 401,
       "invalid_client"},
  });
}

TEST_F(TokenTableTest, RefusesOtherMediaTypes) {
  check({
      {"none", "", kGood, "", 415, "unsupported_media_type"},
      {"text", "text/plain", kGood, "", 415, "unsupported_media_type"},
      {"multipart", "multipart/form-data; boundary=x", kGood, "", 415, "unsupported_media_type"},
      {"neighbour of JSON", "application/jsonx", "{}", "", 415, "unsupported_media_type"},
      {"JSON with a suffix", "application/ld+json", "{}", "", 415, "unsupported_media_type"},
      {"XML", "application/xml", "<a/>", "", 415, "unsupported_media_type"},
      {"two in one field", kFormType + ", " + kJsonType, kGood, "", 415, "unsupported_media_type"},
      {"text without body", "text/plain", "", "", 415, "unsupported_media_type"},
      {"media type before the grant", "text/plain", "grant_type=password", "", 415, "unsupported_media_type"},
  });
}

}  // namespace
}  // namespace agent_access::test
