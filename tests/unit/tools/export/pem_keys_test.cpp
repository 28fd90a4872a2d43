// Public keys as PEM: from the schedule, and from a key set of a service; the folder of keys, their order in keys.cfg,
// and what is removed.
#include "tools/export/pem_keys.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/deployment/material.hpp"
#include "documents/metadata/metadata.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

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

const std::string kOne(43, 'A');
const std::string kTwo = std::string(42, 'B') + "A";
const std::string kThree = std::string(42, 'C') + "A";

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

TEST(KeyFolder, HasAFileForEachKeyAndTheListForHaproxy) {
  const test::ScratchFolder scratch;
  const auto folder = scratch.path() / "new" / "keys";
  const auto change = write_key_folder({{kOne, "one\n"}, {kTwo, "two\n"}}, folder);
  ASSERT_TRUE(change) << change.error();
  EXPECT_EQ(change->written, 3U);
  EXPECT_EQ(change->removed, 0U);
  EXPECT_THAT(names_in(folder), UnorderedElementsAre(kOne + ".pem", kTwo + ".pem", "keys.cfg"));
  EXPECT_EQ(scratch.read("new/keys/" + kOne + ".pem"), "one\n");
  EXPECT_EQ(scratch.read("new/keys/" + kTwo + ".pem"), "two\n");
  EXPECT_EQ(scratch.read("new/keys/keys.cfg"),
            "# Written by agent-access keys. HAProxy loads these keys when it is started with -f and this file.\n"
            "backend agent_access_keys\n"
            "  mode http\n"
            "  http-request set-var(txn.loaded) str(x),jwt_verify(ES256," +
                folder.string() + "/" + kOne +
                ".pem)\n"
                "  http-request set-var(txn.loaded) str(x),jwt_verify(ES256," +
                folder.string() + "/" + kTwo + ".pem)\n");
  EXPECT_EQ(fs::status(folder / "keys.cfg").permissions(), static_cast<fs::perms>(0644));
}

TEST(KeyFolder, RemovesFilesOfOtherKeysAndNothingElse) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(write_key_folder({{kOne, "one\n"}, {kTwo, "two\n"}}, scratch.path()));
  const std::vector<std::string> kept{"loaded", "site.pem", kOne + ".txt", std::string(44, 'A') + ".pem",
                                      std::string(43, '!') + ".pem"};
  for (const auto& name : kept) scratch.write(name, "kept");
  const auto change = write_key_folder({{kTwo, "two\n"}, {kThree, "three\n"}}, scratch.path());
  ASSERT_TRUE(change) << change.error();
  EXPECT_EQ(change->written, 2U);  // the third key, and the list
  EXPECT_EQ(change->removed, 1U);
  EXPECT_FALSE(fs::exists(scratch.path() / (kOne + ".pem")));
  for (const auto& name : kept) EXPECT_EQ(scratch.read(name), "kept") << name;
}

TEST(KeyFolder, IsNotTouchedWhenNothingChanged) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(write_key_folder({{kOne, "one\n"}}, scratch.path()));
  const auto list = scratch.path() / "keys.cfg";
  const auto long_ago = fs::last_write_time(list) - std::chrono::hours(24);
  fs::last_write_time(list, long_ago);
  const auto change = write_key_folder({{kOne, "one\n"}}, scratch.path());
  ASSERT_TRUE(change) << change.error();
  EXPECT_EQ(change->written, 0U);
  EXPECT_EQ(change->removed, 0U);
  EXPECT_EQ(fs::last_write_time(list), long_ago);
}

TEST(KeyFolder, IsRefusedIfHaproxyCouldNotReadItsName) {
  const test::ScratchFolder scratch;
  for (const auto* name : {"a b", "a,b", "a)b", "a\"b", "a$b", "a#b", "a\\b"}) {
    const auto change = write_key_folder({{kOne, "one\n"}}, scratch.path() / name);
    ASSERT_FALSE(change) << name;
    EXPECT_THAT(change.error(), HasSubstr("use letters, digits")) << name;
  }
  EXPECT_THAT(names_in(scratch.path()), testing::IsEmpty());
}

TEST(KeyFolder, NamesAFileThatIsInTheWay) {
  const test::ScratchFolder scratch;
  const auto file = scratch.write("keys", "a file");
  EXPECT_FALSE(write_key_folder({{kOne, "one\n"}}, file));
  fs::create_directory(scratch.path() / (kOne + ".pem"));
  const auto change = write_key_folder({{kOne, "one\n"}}, scratch.path());
  ASSERT_FALSE(change);
  EXPECT_THAT(change.error(), HasSubstr(kOne + ".pem is in the way"));
}

}  // namespace
}  // namespace agent_access::tools
