// Where settings come from beside the configuration file: environment, flags, credentials and files of their own.
#include <gmock/gmock.h>

#include <cstdlib>

#include "app/config/derived_values.hpp"
#include "base/ascii.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

constexpr const char* kSecret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

TEST_F(ConfigTest, LetsTheEnvironmentOverrideTheFile) {
  const auto config = load("[listen]\naddress = \"127.0.0.1:1\"\n[content]\nprofile = \"mine.json\"\n",
                           {{"AGENT_ACCESS_LISTEN_ADDRESS", "127.0.0.1:2"},
                            {"AGENT_ACCESS_BASE_URLS", "https://a.example, https://b.example"},
                            {"AGENT_ACCESS_LISTEN_THREADS", "3"},
                            {"AGENT_ACCESS_KEYS_ROTATION", "2d"},
                            {"AGENT_ACCESS_CONTENT_PROFILE", "here/p.json"},
                            {"PATH", "/bin"}});
  EXPECT_EQ(config.listen_address, "127.0.0.1:2");
  EXPECT_THAT(config.base_urls, ElementsAre("https://a.example", "https://b.example"));
  EXPECT_EQ(config.threads, 3U);
  EXPECT_EQ(config.key_rotation, 48h);
  EXPECT_EQ(config.profile, "here/p.json");  // relative to the working directory, not to the file
  EXPECT_EQ(to_text(config.origin("listen.address")), "environment AGENT_ACCESS_LISTEN_ADDRESS");
}

TEST_F(ConfigTest, LetsFlagsOverrideTheEnvironment) {
  const auto config =
      load("", {{"AGENT_ACCESS_LISTEN_ADDRESS", "127.0.0.1:2"}}, {{"listen.address", "127.0.0.1:3", "--listen"}});
  EXPECT_EQ(config.listen_address, "127.0.0.1:3");
  EXPECT_EQ(to_text(config.origin("listen.address")), "flag --listen");
}

TEST_F(ConfigTest, NamesTheVariableOfAWrongValueOrName) {
  EXPECT_THAT(
      problems("", {{"AGENT_ACCESS_LISTEN_THREADS", "many"}}),
      ElementsAre("environment AGENT_ACCESS_LISTEN_THREADS: listen.threads: must be a whole number; found the text "
                  "\"many\""));
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_LISTEN_ADRESS", "127.0.0.1:2"}}),
              ElementsAre("environment AGENT_ACCESS_LISTEN_ADRESS: no such setting; did you mean "
                          "AGENT_ACCESS_LISTEN_ADDRESS?"));
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_BASE_URL", "https://a.example"}}),
              ElementsAre("environment AGENT_ACCESS_BASE_URL: no such setting; did you mean AGENT_ACCESS_BASE_URLS?"));
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_LISTEN_PORT", "8080"}}),
              ElementsAre("environment AGENT_ACCESS_LISTEN_PORT: no such setting; did you mean "
                          "AGENT_ACCESS_LISTEN_ADDRESS?"));
}

TEST_F(ConfigTest, HasNoVariablesForRows) {
  for (const auto* table : {"SCOPES", "DOCUMENTS", "GATES"}) {
    const auto name = std::string("AGENT_ACCESS_") + table + "_0_NAME";
    EXPECT_THAT(
        problems("", {{name, "a"}}),
        ElementsAre("environment " + name + ": no such setting; only the configuration file can have rows of [[" +
                    base::lower_case(table) + "]]"));
  }
}

TEST_F(ConfigTest, IgnoresVariablesThatKubernetesSetsForAServiceOfThatName) {
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_SERVICE_HOST", "10.0.0.1"},
                            {"AGENT_ACCESS_SERVICE_PORT", "80"},
                            {"AGENT_ACCESS_PORT", "tcp://10.0.0.1:80"},
                            {"AGENT_ACCESS_PORT_80_TCP_ADDR", "10.0.0.1"}}),
              ElementsAre());
}

TEST_F(ConfigTest, ReadsTheSecretItselfFromTheEnvironment) {
  const auto config = load("", {{"AGENT_ACCESS_SECRET", kSecret}});
  ASSERT_TRUE(config.secret_text);
  EXPECT_EQ(base::text_of(config.secret_text->reveal()), kSecret);
  EXPECT_EQ(to_text(config.origin("secret.file")), "environment AGENT_ACCESS_SECRET");
}

TEST_F(ConfigTest, OverwritesTheSecretInTheEnvironmentOfTheProcess) {
  ::setenv("AGENT_ACCESS_SECRET", kSecret, 1);
  ::setenv("AGENT_ACCESS_LOG_LEVEL", "warn", 1);
  const Environment environment = take_process_environment();
  EXPECT_STREQ(::getenv("AGENT_ACCESS_SECRET"), "");
  EXPECT_STREQ(::getenv("AGENT_ACCESS_LOG_LEVEL"), "warn");
  EXPECT_FALSE(environment.contains("AGENT_ACCESS_SECRET"));
  for (int reload = 0; reload < 2; ++reload) {
    const auto config = load("", environment);
    ASSERT_TRUE(config.secret_text);
    EXPECT_EQ(base::text_of(config.secret_text->reveal()), kSecret);
    EXPECT_EQ(config.log_level, ops::Level::warn);
  }
  for (const auto* name : {"AGENT_ACCESS_SECRET", "AGENT_ACCESS_LOG_LEVEL"}) ::unsetenv(name);
}

TEST_F(ConfigTest, RefusesAGuessableSecretWithoutRepeatingIt) {
  for (const auto* secret :
       {"", "correct horse battery staple, correct horse", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg"}) {
    const auto found = problems("", {{"AGENT_ACCESS_SECRET", secret}});
    ASSERT_EQ(found.size(), 1U) << secret;
    EXPECT_THAT(found[0], HasSubstr("environment AGENT_ACCESS_SECRET: must be base64url"));
    EXPECT_THAT(found[0], testing::Not(HasSubstr("horse")));
  }
}

TEST_F(ConfigTest, RefusesTwoSecretsFromTheEnvironment) {
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_SECRET", kSecret}, {"AGENT_ACCESS_SECRET_FILE", "/s"}}),
              ElementsAre(HasSubstr("both set")));
}

TEST_F(ConfigTest, ReadsTheCredentialOnlyWhenNoFileIsSet) {
  folder_.write("secret", kSecret);
  const Environment environment{{"CREDENTIALS_DIRECTORY", folder_.path().string()}};
  const auto by_default = load("", environment);
  EXPECT_EQ(by_default.secret_file, folder_.path() / "secret");
  EXPECT_EQ(to_text(by_default.origin("secret.file")), "credential secret");
  EXPECT_EQ(load("[secret]\nfile = \"/mine\"\n", environment).secret_file, "/mine");
}

TEST_F(ConfigTest, ReadsEverySecretFromItsCredential) {
  for (const auto* name : {"secret", "secret-previous", "secret-previous-2", "secretary", "keys-pem-2", "keys-pem-1",
                           "tls-certificate", "tls-key"}) {
    folder_.write(name, kSecret);
  }
  const auto config = load("", {{"CREDENTIALS_DIRECTORY", folder_.path().string()}});
  EXPECT_THAT(config.previous_secret_files,
              ElementsAre(folder_.path() / "secret-previous", folder_.path() / "secret-previous-2"));
  EXPECT_THAT(config.pem_files, ElementsAre(folder_.path() / "keys-pem-1", folder_.path() / "keys-pem-2"));
  EXPECT_EQ(config.tls_certificate, folder_.path() / "tls-certificate");
  EXPECT_EQ(config.tls_key, folder_.path() / "tls-key");
  EXPECT_EQ(to_text(config.origin("secret.previous_files")), "credential secret-previous");
  EXPECT_THAT(settings_from_credentials(config),
              ElementsAre("secret.file", "secret.previous_files", "keys.pem_files", "tls.certificate", "tls.key"));
}

TEST_F(ConfigTest, UsesNoCredentialForAListThatIsSet) {
  folder_.write("secret-previous", kSecret);
  const Environment environment{{"CREDENTIALS_DIRECTORY", folder_.path().string()}};
  EXPECT_THAT(load("[secret]\nprevious_files = [\"/mine\"]\n", environment).previous_secret_files,
              ElementsAre("/mine"));
  EXPECT_THAT(load("[secret]\nprevious_files = []\n", environment).previous_secret_files, ElementsAre());
}

TEST_F(ConfigTest, NamesTheCommandThatWritesAMissingFile) {
  const auto config = load_config({folder_.path() / "none.toml", {}, {}});
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error(), ElementsAre(HasSubstr("none.toml: No such file or directory; `agent-access init DIR`")));
}

}  // namespace
}  // namespace agent_access::app
