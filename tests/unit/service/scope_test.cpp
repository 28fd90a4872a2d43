// Declared scopes at the endpoints: registration, token, profile.
#include "base/base64url.hpp"
#include "base/text.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

content::Access declared_access() {
  return {.scopes = {{"read:extended", "Read the extended CV and availability profile."},
                     {"read:papers", "Read the papers."}}};
}

std::string payload_of(std::string_view token) {
  const std::size_t start = token.find('.') + 1;
  const auto bytes = base::base64url_decode(token.substr(start, token.find('.', start) - start)).value();
  return std::string(base::text_of(bytes));
}

class ScopeTest : public ServiceTest {
 protected:
  ScopeTest() { declare(declared_access()); }

  void declare(const content::Access& access) { change_to({.access = access}); }
  Answer ask(const std::string& more) {
    return post("/oauth/token", {{"Content-Type", kFormType}}, with_client(kGoodForm + more, client_));
  }
  Answer ask_json(const std::string& more) {
    return post(
        "/oauth/token", {{"Content-Type", kJsonType}},
        with_client(R"({"grant_type":"client_credentials","client_id":"{id}","client_secret":"{secret}")" + more + "}",
                    client_));
  }
  static std::string text(const Answer& answer, std::string_view member) {
    return std::string(answer.json().at(member).as_string());
  }

  Client client_ = register_client();
};

TEST_F(ScopeTest, RegistrationListsAllScopes) {
  EXPECT_EQ(text(post("/oauth/register", {}, ""), "scope"), "read:extended read:papers");
  declare({});
  EXPECT_EQ(text(post("/oauth/register", {}, ""), "scope"), "read:extended");
}

TEST_F(ScopeTest, ATokenRequestWithoutScopeGetsReadExtended) {
  EXPECT_EQ(text(ask(""), "scope"), "read:extended");
  EXPECT_EQ(text(ask("&scope="), "scope"), "read:extended");
  EXPECT_EQ(text(ask_json(R"(,"scope":"")"), "scope"), "read:extended");
}

TEST_F(ScopeTest, ATokenHasTheScopesOfTheRequest) {
  EXPECT_EQ(text(ask("&scope=read%3Apapers"), "scope"), "read:papers");
  EXPECT_EQ(text(ask("&scope=read:papers+read:extended"), "scope"), "read:extended read:papers");
  const auto answer = ask_json(R"(,"scope":"read:papers")");
  EXPECT_EQ(text(answer, "scope"), "read:papers");
  EXPECT_EQ(text(ask("&scope=%20"), "scope"), "read:extended");
  EXPECT_EQ(text(ask_json(R"(,"scope":null)"), "scope"), "read:extended");
  const std::string token = text(answer, "access_token");
  EXPECT_EQ(boost::json::parse(payload_of(token)).at("scope"), "read:papers");
}

TEST_F(ScopeTest, AnUnknownScopeIsRefusedAfterTheCredentials) {
  for (const std::string more : {"&scope=read:all", "&scope=read:papers%20openid"}) {
    const auto answer = ask(more);
    EXPECT_EQ(answer.status, 400) << more;
    EXPECT_EQ(answer.error(), "invalid_scope") << more;
    EXPECT_EQ(answer.trace.reason, "invalid_scope") << more;
  }
  EXPECT_EQ(ask_json(R"(,"scope":["read:papers"])").error(), "invalid_scope");
  client_.secret.back() = client_.secret.back() == 'A' ? 'B' : 'A';
  EXPECT_EQ(ask("&scope=read:all").error(), "invalid_client");
}

TEST_F(ScopeTest, ScopeIsIgnoredIfNoneIsDeclared) {
  declare({});
  EXPECT_EQ(text(ask("&scope=read:papers"), "scope"), "read:extended");
  EXPECT_EQ(text(ask_json(R"(,"scope":["read:papers"])"), "scope"), "read:extended");
}

TEST_F(ScopeTest, TheProfileNeedsReadExtended) {
  EXPECT_EQ(profile(text(ask("&scope=read:papers"), "access_token")).status, 403);
  EXPECT_EQ(profile(text(ask("&scope=read:papers%20read:extended"), "access_token")).status, 200);
}

TEST_F(ScopeTest, TheProfileNeedsItAlsoOfATokenVerifiedBefore) {
  const std::string token = text(ask("&scope=read:papers"), "access_token");
  const std::string unknown = signed_token(example_schedule(), payload_of(token));
  EXPECT_EQ(profile(unknown).status, 403);
  EXPECT_EQ(profile(unknown).status, 403);
}

TEST_F(ScopeTest, AfterAReloadWithAnotherOrderATokenOpensWhatItNames) {
  content::Access access = declared_access();
  access.scopes.insert(access.scopes.begin() + 1, {"read:data", "Read the data."});
  const std::string token = text(ask("&scope=read:papers"), "access_token");
  declare(access);
  EXPECT_EQ(profile(token).status, 403);
  EXPECT_EQ(profile(text(ask(""), "access_token")).status, 200);
}

}  // namespace
}  // namespace agent_access::test
