// POST /oauth/register.
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

TEST_F(ServiceTest, RegistersAClientWithTheseMembersInThisOrder) {
  const auto answer = post("/oauth/register", {{"Content-Type", kJsonType}}, R"({"client_name":"Example Agent"})");
  ASSERT_EQ(answer.status, 201);
  // The random source returns the bytes 0 to 15, in which version and variant are set.
  const std::string id = "00010203-0405-4607-8809-0a0b0c0d0e0f";
  const std::string secret(answer.json().at("client_secret").as_string());
  EXPECT_EQ(answer.body,
            R"({"client_id":")" + id + R"(","client_secret":")" + secret +
                R"(","client_id_issued_at":1790000000,"client_secret_expires_at":0,"client_name":"Example Agent",)"
                R"("redirect_uris":[],"grant_types":["client_credentials"],"response_types":[],)"
                R"("token_endpoint_auth_method":"client_secret_post",)"
                R"("token_endpoint":"https://example.com/oauth/token",)"
                R"("grant_types_supported":["client_credentials"],"scope":"read:extended",)"
                R"("note":"The server keeps no list of clients. Keep client_id and client_secret together; )"
                R"(if client_id is lost, register again. )"
                R"(Next: POST grant_type=client_credentials, client_id and client_secret to )"
                R"(https://example.com/oauth/token; then GET https://example.com/api/agent/full-profile )"
                R"(with the header Authorization: Bearer and the access_token."})");
  EXPECT_EQ(secret.size(), 43U);
  EXPECT_EQ(secret.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
  EXPECT_EQ(answer.field("Content-Type"), "application/json");
  EXPECT_EQ(answer.field("Pragma"), "no-cache");
  EXPECT_EQ(answer.trace.route, "register");
  EXPECT_EQ(answer.trace.client_id, id);
}

TEST_F(ServiceTest, IgnoresEveryMemberOfARegistrationButNameMethodAndAddresses) {
  const auto answer = post("/oauth/register", {{"Content-Type", kJsonType}},
                           R"({"client_id":"00000000-0000-4000-8000-000000000000","client_secret":"x","scope":"admin",)"
                           R"("token_endpoint":"https://evil.test","redirect_uris":["https://other.test"],)"
                           R"("grant_types":["password"],"response_types":["code"],"type":"anonymous"})");
  ASSERT_EQ(answer.status, 201);
  const auto members = answer.json();
  EXPECT_EQ(members.at("client_id"), "00010203-0405-4607-8809-0a0b0c0d0e0f");
  EXPECT_EQ(members.at("client_secret").as_string().size(), 43U);
  EXPECT_EQ(members.at("scope"), "read:extended");
  EXPECT_EQ(members.at("token_endpoint"), "https://example.com/oauth/token");
  EXPECT_EQ(members.at("redirect_uris"), boost::json::parse(R"(["https://other.test"])"));
  EXPECT_EQ(members.at("grant_types"), boost::json::parse(R"(["client_credentials"])"));
}

TEST_F(ServiceTest, ReturnsNoNullsToARequestOfRfc7591) {
  const auto members_of = [this](const std::string& body) {
    const auto answer = post("/oauth/register", {{"Content-Type", kJsonType}}, body);
    EXPECT_EQ(answer.status, 201) << body;
    return answer.json();
  };
  const auto sent = members_of(R"({"redirect_uris":["http://127.0.0.1:7/a","x:\u0022\\"],"client_name":null})");
  EXPECT_FALSE(sent.contains("client_name"));
  EXPECT_EQ(sent.at("redirect_uris"), boost::json::parse(R"(["http://127.0.0.1:7/a","x:\"\\"])"));
  EXPECT_EQ(members_of(R"({"redirect_uris":[],"client_name":"A"})").at("client_name"), "A");
  for (const std::string member :
       {R"("grant_types":["client_credentials"])", R"("token_endpoint_auth_method":null)", R"("redirect_uris":null)",
        R"("redirect_uris":"x")", R"("redirect_uris":["a",1])", R"("software_id":7)"}) {
    const auto without = members_of("{" + member + "}");
    EXPECT_FALSE(without.contains("client_name")) << member;
    EXPECT_FALSE(without.contains("redirect_uris")) << member;
  }
  const auto plain = members_of(R"({"type":"anonymous"})");
  EXPECT_TRUE(plain.at("client_name").is_null());
  EXPECT_EQ(plain.at("redirect_uris"), boost::json::array());
}

TEST_F(ServiceTest, ReturnsTheSupportedAuthenticationMethod) {
  const std::vector<std::pair<std::string, std::string>> rows = {{R"("client_secret_basic")", "client_secret_basic"},
                                                                 {R"("client_secret_post")", "client_secret_post"},
                                                                 {R"("none")", "client_secret_post"},
                                                                 {R"("Client_Secret_Basic")", "client_secret_post"},
                                                                 {"1", "client_secret_post"},
                                                                 {"null", "client_secret_post"}};
  for (const auto& [sent, answered] : rows) {
    const auto answer =
        post("/oauth/register", {{"Content-Type", kJsonType}}, R"({"token_endpoint_auth_method":)" + sent + "}");
    ASSERT_EQ(answer.status, 201) << sent;
    EXPECT_EQ(answer.json().at("token_endpoint_auth_method"), answered.c_str()) << sent;
  }
}

TEST_F(ServiceTest, ReturnsAnAcceptedNameUnchanged) {
  const std::string longest(200, 'x');
  std::string longest_wide;
  for (int i = 0; i < 200; ++i) longest_wide += "\xF0\x9F\x98\x80";
  for (const std::string& name :
       {std::string("a"), std::string("Example \"Agent\" \\ / '"), std::string("\xE2\x80\xAE</script>"),
        std::string("\xE2\x80\xA8\xEF\xBB\xBF"), longest, longest_wide, std::string(" ")}) {
    boost::json::object request;
    request["client_name"] = name;
    const auto answer = post("/oauth/register", {{"Content-Type", kJsonType}}, boost::json::serialize(request));
    ASSERT_EQ(answer.status, 201) << name;
    EXPECT_EQ(answer.json().at("client_name").as_string(), boost::json::string_view(name));
  }
}

struct RegistrationRow {
  std::string name;
  Fields fields;
  std::string body;
  int status;
  std::string error;
};

TEST_F(ServiceTest, HandlesEveryKindOfRegistrationRequest) {
  const Fields json = {{"Content-Type", kJsonType}};
  const std::vector<RegistrationRow> rows = {
      {"no body", {}, "", 201, ""},
      {"empty JSON body", json, "", 201, ""},
      {"empty body of another type", {{"Content-Type", "text/plain"}}, "", 201, ""},
      {"empty object", json, "{}", 201, ""},
      {"unknown members", json, R"({"x":{"y":[1,2]}})", 201, ""},
      {"charset", {{"Content-Type", "application/json; charset=utf-8"}}, R"({"client_name":"a"})", 201, ""},
      {"type in capitals", {{"Content-Type", "Application/Json"}}, R"({"client_name":"a"})", 201, ""},
      {"name null", json, R"({"client_name":null})", 201, ""},
      {"name nested elsewhere", json, R"({"x":{"client_name":1}})", 201, ""},
      {"string", json, "\"a\"", 400, "invalid_request"},
      {"cut", json, "{\"client_name\":\"a", 400, "invalid_request"},
      {"name twice", json, R"({"client_name":"a","client_name":"b"})", 400, "invalid_request"},
      {"name number", json, R"({"client_name":1})", 400, "invalid_client_metadata"},
      {"name array", json, R"({"client_name":["a"]})", 400, "invalid_client_metadata"},
      {"name object", json, R"({"client_name":{}})", 400, "invalid_client_metadata"},
      {"name with line feed", json, R"({"client_name":"a\nb"})", 400, "invalid_client_metadata"},
      {"name that would split a header", json, R"({"client_name":"</script>\r\nSet-Cookie: a=b"})", 400,
       "invalid_client_metadata"},
      {"form", {{"Content-Type", kFormType}}, "client_name=a", 415, "unsupported_media_type"},
      {"no type", {}, "{}", 415, "unsupported_media_type"},
      {"two types", {{"Content-Type", kJsonType}, {"Content-Type", kFormType}}, "{}", 415, "unsupported_media_type"},
      {"a type twice", {{"Content-Type", kJsonType}, {"Content-Type", kJsonType}}, "{}", 201, ""},
      {"a type joined", {{"Content-Type", kJsonType + ", " + kJsonType}}, "{}", 201, ""},
      {"coding", {{"Content-Type", kJsonType}, {"Content-Encoding", "gzip"}}, "{}", 415, "unsupported_media_type"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    const auto answer = post("/oauth/register", row.fields, row.body);
    EXPECT_EQ(answer.status, row.status);
    EXPECT_EQ(answer.trace.route, "register");
    if (row.status != 201) {
      EXPECT_EQ(answer.error(), row.error);
    }
  }
}

TEST_F(ServiceTest, IgnoresAuthorizationAtRegistration) {
  EXPECT_EQ(post("/oauth/register", {{"Authorization", "Bearer x"}}, "").status, 201);
  const auto unnamed = post("/oauth/register?client_name=evil", {}, "");
  EXPECT_EQ(unnamed.status, 201);
  EXPECT_TRUE(unnamed.json().at("client_name").is_null());
}

}  // namespace
}  // namespace agent_access::test
