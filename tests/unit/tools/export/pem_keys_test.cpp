// Public keys as PEM: from the schedule, and from a key set of a service.
#include "tools/export/pem_keys.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/deployment/material.hpp"
#include "documents/metadata/metadata.hpp"

namespace agent_access::tools {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// RFC 7515 appendix A.3.
constexpr std::string_view kJwk = R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
                                  R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",)"
                                  R"("kid":"oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U","use":"sig","alg":"ES256"})";
constexpr std::string_view kPem = R"(-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
-----END PUBLIC KEY-----
)";

std::string set_of(std::string_view keys) { return R"({"keys":[)" + std::string(keys) + "]}"; }

TEST(PemKeys, OfAKeySetAreItsKeysByTheirThumbprint) {
  const auto keys = pem_keys_of(set_of(kJwk));
  ASSERT_TRUE(keys) << keys.error();
  ASSERT_EQ(keys->size(), 1U);
  EXPECT_EQ(keys->front().key_id, "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U");
  EXPECT_EQ(keys->front().pem, kPem);
  EXPECT_EQ(render_pem_keys(*keys), "kid: oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U\n" + std::string(kPem));
}

TEST(PemKeys, OfASetThatHasAKeyTwiceHaveItOnce) {
  const auto keys = pem_keys_of(set_of(std::string(kJwk) + "," + std::string(kJwk)));
  ASSERT_TRUE(keys) << keys.error();
  EXPECT_EQ(keys->size(), 1U);
}

TEST(PemKeys, OfTheScheduleAreThoseOfItsKeySet) {
  app::KeyPlan plan;
  for (const char filler : {'n', 'o'}) {
    plan.masters.push_back(*oauth::MasterSecret::parse(base::bytes_of(std::string(32, filler))));
  }
  plan.rotation = 24h;
  // Ten seconds after a boundary: of each master secret the key before, the key of this epoch and the next one.
  const auto schedule = app::make_schedule(plan, base::Seconds{1'767'225'610s});
  ASSERT_TRUE(schedule);
  const auto keys = pem_keys_of(*schedule);
  const auto published = pem_keys_of(documents::render_jwks(*schedule));
  ASSERT_TRUE(keys && published);
  EXPECT_EQ(keys->size(), 6U);
  EXPECT_EQ(render_pem_keys(*keys), render_pem_keys(*published));
}

TEST(PemKeys, AreNotTakenOfAnythingElse) {
  std::string renamed(kJwk);
  renamed.replace(renamed.find("oKIywv"), 6, "../../");
  std::string unnamed(kJwk);
  unnamed.erase(unnamed.find(R"("kid")"), 52);
  const std::vector<std::pair<std::string, std::string_view>> refused{
      {"<html>", "not a key set"},
      {R"({"keys":{}})", "not a key set"},
      {set_of(""), "has no ES256 key"},
      {set_of(R"({"kty":"OKP","crv":"Ed25519","x":"AA"})"), "has no ES256 key"},
      {set_of(renamed), "its thumbprint"},
      {set_of(unnamed), "its thumbprint"},
      {set_of(std::string(kJwk) + "," + renamed), "its thumbprint"},
  };
  for (const auto& [json, reason] : refused) {
    const auto keys = pem_keys_of(json);
    ASSERT_FALSE(keys) << json;
    EXPECT_THAT(keys.error(), HasSubstr(reason)) << json;
  }
}

TEST(FetchPemKeys, WantsHttpsExceptOfThisMachine) {
  for (const auto* url : {"http://example.com/.well-known/jwks.json", "http://192.0.2.1/keys"}) {
    const auto keys = fetch_pem_keys(url, "");
    ASSERT_FALSE(keys) << url;
    EXPECT_THAT(keys.error(), HasSubstr("use https")) << url;
  }
  EXPECT_THAT(fetch_pem_keys("example.com", "").error(), HasSubstr("http://"));
  // Port 1 of this machine has no listener.
  EXPECT_THAT(fetch_pem_keys("http://127.0.0.1:1/keys", "").error(), HasSubstr("cannot read the keys"));
}

}  // namespace
}  // namespace agent_access::tools
