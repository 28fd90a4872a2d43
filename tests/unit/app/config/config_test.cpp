#include "app/config/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr const char* kSecret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

class ConfigTest : public testing::Test {
 protected:
  Config load(std::string_view toml, Environment environment = {}, std::vector<ConfigSources::Flag> flags = {}) {
    auto config = try_load(toml, std::move(environment), std::move(flags));
    if (!config) ADD_FAILURE() << testing::PrintToString(config.error());
    return config ? std::move(*config) : Config{};
  }

  Problems problems(std::string_view toml, Environment environment = {}) {
    const auto config = try_load(toml, std::move(environment), {});
    return config ? Problems{} : config.error();
  }

  /// "FILE:3: text" as the test expects it.
  [[nodiscard]] std::string at(int line, const std::string& text) const {
    return (folder_.path() / "a.toml").string() + ":" + std::to_string(line) + ": " + text;
  }

  base::Result<Config, Problems> try_load(std::string_view toml, Environment environment,
                                          std::vector<ConfigSources::Flag> flags) {
    return load_config({folder_.write("a.toml", toml), std::move(environment), std::move(flags)});
  }

  test::ScratchFolder folder_;
};

TEST_F(ConfigTest, HasTheDocumentedDefaults) {
  const auto config = load("");
  EXPECT_TRUE(config.base_urls.empty());
  EXPECT_EQ(config.listen_address, "127.0.0.1:8080");
  EXPECT_EQ(config.listen_admin, "127.0.0.1:9464");
  EXPECT_EQ(config.threads, 0U);
  EXPECT_EQ(config.secret_file, folder_.path() / "secret");
  EXPECT_EQ(config.profile, folder_.path() / "profile.json");
  EXPECT_EQ(config.site, folder_.path() / "site.json");
  EXPECT_EQ(config.faq, folder_.path() / "faq.json");
  EXPECT_EQ(config.root, folder_.path() / "public");
  EXPECT_TRUE(config.pages);
  EXPECT_EQ(config.key_rotation, 168h);
  EXPECT_EQ(config.key_generation, 1U);
  EXPECT_THAT(config.trusted_proxies, ElementsAre("127.0.0.0/8", "::1/128"));
  EXPECT_EQ(config.limits.header_block, 8192U);
  EXPECT_EQ(config.log_level, "info");
  EXPECT_EQ(config.log_format, "json");
  EXPECT_EQ(to_text(config.origin("listen.address")), "default");
}

TEST_F(ConfigTest, ReadsEveryTypeAndRemembersTheLine) {
  const auto config = load(
      "base_urls = [\"https://example.com\", \"https://www.example.com\"]\n"
      "[listen]\naddress = \"[::1]:80\"\nthreads = 4\n"
      "[keys]\nrotation = \"12h\"\npem_files = [\"a.pem\", \"/keys/b.pem\"]\n"
      "[limits]\nbody = \"4KiB\"\nrequest_line = 1024\nidle_deadline = \"500ms\"\n");
  EXPECT_THAT(config.base_urls, ElementsAre("https://example.com", "https://www.example.com"));
  EXPECT_EQ(config.listen_address, "[::1]:80");
  EXPECT_EQ(config.threads, 4U);
  EXPECT_EQ(config.key_rotation, 12h);
  EXPECT_THAT(config.pem_files, ElementsAre(folder_.path() / "a.pem", "/keys/b.pem"));
  EXPECT_EQ(config.limits.body, 4096U);
  EXPECT_EQ(config.limits.request_line, 1024U);
  EXPECT_EQ(config.limits.idle_deadline, 500ms);
  EXPECT_EQ(config.limits.memory, 64U * 1024 * 1024);
  EXPECT_EQ(to_text(config.origin("listen.threads")), (folder_.path() / "a.toml").string() + ":4");
}

TEST_F(ConfigTest, NamesTheNearestKeyWithFileAndLine) {
  EXPECT_THAT(problems("[listen]\nadress = \"127.0.0.1:80\"\n"),
              ElementsAre(at(2, R"(unknown key "listen.adress"; did you mean "listen.address"?)")));
}

TEST_F(ConfigTest, FindsAKeyThatStandsInTheWrongSection) {
  EXPECT_THAT(problems("[listen]\nrotation = \"7d\"\n"),
              ElementsAre(at(2, R"(unknown key "listen.rotation"; did you mean "keys.rotation"?)")));
}

TEST_F(ConfigTest, SuggestsNothingForAKeyThatResemblesNone) {
  EXPECT_THAT(problems("favourite_colour = 1\n"), ElementsAre(at(1, R"(unknown key "favourite_colour")")));
}

TEST_F(ConfigTest, ReportsASectionWhoseNameBeginsWithNoNameCharacter) {
  for (const char* text : {"\n[\\u00e9]\n", "\n[[,]]\n", "\n[ =a]\n", "\n\\u00e9 = 1\n", "\n[a.!]\n"}) {
    EXPECT_THAT(problems(text), ElementsAre(HasSubstr("a.toml:2: not valid TOML: "))) << text;
  }
}

TEST_F(ConfigTest, ReportsLettersThatAreNoneOfANameWhereASpaceMightBe) {
  EXPECT_THAT(problems("\n[listen]\nthreads = -05\u024Da =\n"), ElementsAre(HasSubstr("a.toml:3: not valid TOML: ")));
  EXPECT_THAT(problems("\nthreads\u00E9 = 1\n"), ElementsAre(HasSubstr("a.toml:2: not valid TOML: ")));
}

TEST_F(ConfigTest, NamesTheNearestSection) {
  EXPECT_THAT(problems("\n[lisen]\naddress = \"127.0.0.1:80\"\n"),
              ElementsAre(at(2, "unknown section [lisen]; did you mean [listen]?")));
}

TEST_F(ConfigTest, TakesARedisForSharedLimits) {
  EXPECT_THAT(problems("[limits]\nshared = \"\"\n"), ElementsAre());
  EXPECT_THAT(problems("[limits]\nshared = \"redis://limits:secret@cache:6379/1\"\n"), ElementsAre());
}

TEST_F(ConfigTest, RefusesARedisWithoutRepeatingItsPassword) {
  EXPECT_THAT(problems("[limits]\nshared = \"rediss://limits:secret@cache\"\n"),
              ElementsAre(at(2,
                             "limits.shared: cannot be rediss://: TLS to Redis is not supported; use a unix socket, a "
                             "private network or a tunnel")));
  EXPECT_THAT(
      problems("", {{"AGENT_ACCESS_LIMITS_SHARED", "limits:secret@cache"}}),
      ElementsAre("environment AGENT_ACCESS_LIMITS_SHARED: limits.shared: must begin with redis:// or unix://, as in "
                  "redis://127.0.0.1:6379"));
}

TEST_F(ConfigTest, ReadsARedisFromAFileOfItsOwn) {
  folder_.write("redis", "redis://limits:secret@cache:6379/1\n");
  EXPECT_EQ(base::text_of(load("[limits]\nshared_file = \"redis\"\n").limit_shared.reveal()),
            "redis://limits:secret@cache:6379/1");
  const auto file = (folder_.path() / "redis").string();
  EXPECT_EQ(base::text_of(load("", {{"AGENT_ACCESS_LIMITS_SHARED_FILE", file}}).limit_shared.reveal()),
            "redis://limits:secret@cache:6379/1");
}

TEST_F(ConfigTest, ReadsARedisFromACredential) {
  folder_.write("limits-shared", "redis://cache\n");
  const Config config = load("", {{"CREDENTIALS_DIRECTORY", folder_.path().string()}});
  EXPECT_EQ(base::text_of(config.limit_shared.reveal()), "redis://cache");
  EXPECT_EQ(to_text(config.origin("limits.shared_file")), "credential limits-shared");
}

TEST_F(ConfigTest, RefusesAFileWithoutARedisWithoutRepeatingIt) {
  const auto file = folder_.write("redis", "secret@cache").string();
  EXPECT_THAT(problems("[limits]\nshared_file = \"redis\"\n"),
              ElementsAre(at(2, "limits.shared_file: " + file +
                                    ": must begin with redis:// or unix://, as in redis://127.0.0.1:6379")));
  EXPECT_THAT(problems("[limits]\nshared = \"redis://a\"\nshared_file = \"redis\"\n"),
              ElementsAre(at(3, "limits.shared_file: limits.shared is set too; keep one")));
  EXPECT_THAT(problems("[limits]\nshared_file = \"missing\"\n"), ElementsAre(HasSubstr("missing")));
}

TEST_F(ConfigTest, ReadsPairsOfCertificateAndKey) {
  const Config config = load("[tls]\ncertificate = \"a.pem\"\nkey = \"a.key\"\nmore = [\"b.pem:b.key\"]\n");
  EXPECT_EQ(config.tls_certificate.filename(), "a.pem");
  EXPECT_EQ(config.tls_more.size(), 1U);
  EXPECT_THAT(problems("[tls]\nmore = [\"b.pem\"]\n"),
              ElementsAre(at(2, "tls.more: \"b.pem\" is not CERTIFICATE:KEY; write for example \"www.pem:www.key\"")));
}

TEST_F(ConfigTest, ReadsAChoiceFromTheFileAndTheEnvironment) {
  EXPECT_FALSE(load("[content]\npages = false\n").pages);
  EXPECT_TRUE(load("[content]\npages = true\n").pages);
  EXPECT_FALSE(load("", {{"AGENT_ACCESS_CONTENT_PAGES", "false"}}).pages);
  EXPECT_TRUE(load("[content]\npages = false\n", {{"AGENT_ACCESS_CONTENT_PAGES", "true"}}).pages);
  EXPECT_THAT(problems("[content]\npages = \"false\"\n"), ElementsAre(at(2, "content.pages: must be true or false")));
  EXPECT_THAT(problems("[content]\npages = 0\n"), ElementsAre(at(2, "content.pages: must be true or false")));
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_CONTENT_PAGES", "no"}}),
              ElementsAre("environment AGENT_ACCESS_CONTENT_PAGES: content.pages: must be true or false"));
}

TEST_F(ConfigTest, TakesAnEmptyNameForOptionalContentAsOff) {
  const auto config = load("[content]\nsite = \"\"\nroot = \"\"\n", {{"AGENT_ACCESS_CONTENT_FAQ", ""}});
  EXPECT_TRUE(config.site.empty());
  EXPECT_TRUE(config.root.empty());
  EXPECT_TRUE(config.faq.empty());
  EXPECT_THAT(problems("[content]\nprofile = \"\"\n"), ElementsAre(at(2, "content.profile: must name a file")));
}

TEST_F(ConfigTest, RefusesWrongTypesWithFileAndLine) {
  EXPECT_THAT(problems("base_urls = \"https://example.com\"\n"),
              ElementsAre(at(1, "base_urls: must be a list of texts in quotes")));
  EXPECT_THAT(problems("base_urls = [1]\n"), ElementsAre(at(1, "base_urls: must be a list of texts in quotes")));
  EXPECT_THAT(problems("[listen]\nthreads = \"4\"\n"), ElementsAre(at(2, "listen.threads: must be a whole number")));
  EXPECT_THAT(problems("[listen]\nthreads = 4.0\n"), ElementsAre(at(2, "listen.threads: must be a whole number")));
  EXPECT_THAT(problems("[log]\nlevel = true\n"), ElementsAre(at(2, "log.level: must be a text in quotes")));
  EXPECT_THAT(problems("[keys]\nrotation = 7\n"),
              ElementsAre(at(2, R"(keys.rotation: must be a duration such as "60s", "12h" or "7d")")));
  EXPECT_THAT(problems("listen = 1\n"), ElementsAre(at(1, R"("listen" must be a section: write [listen])")));
}

TEST_F(ConfigTest, RefusesValuesOutOfRange) {
  EXPECT_THAT(problems("[keys]\nrotation = \"59m\"\n"), ElementsAre(at(2, R"(keys.rotation: must be at least "1h")")));
  EXPECT_THAT(problems("[listen]\nthreads = -1\n"), ElementsAre(at(2, "listen.threads: must be at least 0")));
  EXPECT_THAT(problems("[limits]\nbody = \"2MiB\"\n"), ElementsAre(at(2, R"(limits.body: must be at most "1MiB")")));
  EXPECT_THAT(problems("[limits]\nmemory = 0\n"), ElementsAre(at(2, R"(limits.memory: must be at least "1MiB")")));
  EXPECT_THAT(problems("[limits]\naddress_share = 0\n"),
              ElementsAre(at(2, "limits.address_share: must be at least 1")));
  EXPECT_THAT(problems("[limits]\nnetwork_share = 101\n"),
              ElementsAre(at(2, "limits.network_share: must be at most 100")));
  EXPECT_THAT(problems("[limits]\nwide_network_share = 0\n"),
              ElementsAre(at(2, "limits.wide_network_share: must be at least 1")));
}

TEST_F(ConfigTest, ChecksTheFormOfTexts) {
  EXPECT_THAT(problems("[log]\nlevel = \"loud\"\n"),
              ElementsAre(at(2, R"(log.level: "loud" is not a log level; choose debug, info, warn or error)")));
  EXPECT_THAT(problems("[listen]\naddress = \"localhost:80\"\n"),
              ElementsAre(HasSubstr(R"("localhost:80" is not ADDRESS:PORT)")));
  EXPECT_THAT(problems("base_urls = [\"http://example.com\"]\n"),
              ElementsAre(HasSubstr(":1: base_urls: \"http://example.com\": ")));
  EXPECT_THAT(problems("[limits]\ntrusted_proxies = [\"10.0.0.0/33\"]\n"), ElementsAre(HasSubstr("is not a network")));
  EXPECT_THAT(problems("[limits]\nforwarded_field = \"X-Real-IP\"\n"),
              ElementsAre(at(2, R"(limits.forwarded_field: "X-Real-IP" is not supported; write "X-Forwarded-For" or )"
                                R"("Forwarded")")));
  EXPECT_THAT(problems("[robots]\ntraining = \"never\"\n"),
              ElementsAre(at(2, R"(robots.training: "never" is not valid; write "yes", "no" or "")")));
  EXPECT_THAT(problems("[robots]\ntraining = \"no\"\nsearch = \"yes\"\ninput = \"\"\n"), IsEmpty());
  EXPECT_THAT(problems("[secret]\nfile = \"\"\n"), ElementsAre(at(2, "secret.file: must name a file")));
}

TEST_F(ConfigTest, ReportsAllProblemsAtOnce) {
  EXPECT_EQ(problems("[log]\nlevel = 1\nformat = 2\ncolour = 3\n", {{"AGENT_ACCESS_LISTEN_THREADS", "many"}}).size(),
            4U);
}

TEST_F(ConfigTest, GivesTheLineOfBrokenToml) {
  EXPECT_THAT(problems("[log]\nlevel = \n"), ElementsAre(HasSubstr("a.toml:2: not valid TOML: ")));
}

TEST_F(ConfigTest, SurvivesDeepNesting) {
  EXPECT_THAT(problems("a = " + std::string(5000, '[') + std::string(5000, ']')),
              ElementsAre(HasSubstr("not valid TOML")));
}

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
  EXPECT_EQ(config.profile, "here/p.json");  // the working directory's, not the file's
  EXPECT_EQ(to_text(config.origin("listen.address")), "environment AGENT_ACCESS_LISTEN_ADDRESS");
}

TEST_F(ConfigTest, LetsFlagsOverrideTheEnvironment) {
  const auto config =
      load("", {{"AGENT_ACCESS_LISTEN_ADDRESS", "127.0.0.1:2"}}, {{"listen.address", "127.0.0.1:3", "--listen"}});
  EXPECT_EQ(config.listen_address, "127.0.0.1:3");
  EXPECT_EQ(to_text(config.origin("listen.address")), "flag --listen");
}

TEST_F(ConfigTest, NamesTheVariableOfAWrongValue) {
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_LISTEN_THREADS", "many"}}),
              ElementsAre("environment AGENT_ACCESS_LISTEN_THREADS: listen.threads: must be a whole number"));
}

TEST_F(ConfigTest, RefusesMisspeltVariables) {
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_LISTEN_ADRESS", "127.0.0.1:2"}}),
              ElementsAre("environment AGENT_ACCESS_LISTEN_ADRESS: no such setting; did you mean "
                          "AGENT_ACCESS_LISTEN_ADDRESS?"));
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_BASE_URL", "https://a.example"}}),
              ElementsAre("environment AGENT_ACCESS_BASE_URL: no such setting; did you mean AGENT_ACCESS_BASE_URLS?"));
}

TEST_F(ConfigTest, IgnoresWhatAnOrchestratorSetsForAServiceOfThatName) {
  EXPECT_THAT(problems("", {{"AGENT_ACCESS_SERVICE_HOST", "10.0.0.1"},
                            {"AGENT_ACCESS_SERVICE_PORT", "80"},
                            {"AGENT_ACCESS_PORT", "tcp://10.0.0.1:80"},
                            {"AGENT_ACCESS_PORT_80_TCP_ADDR", "10.0.0.1"}}),
              ElementsAre());
}

TEST_F(ConfigTest, TakesTheSecretItselfFromTheEnvironment) {
  const auto config = load("", {{"AGENT_ACCESS_SECRET", kSecret}});
  ASSERT_TRUE(config.secret_text);
  EXPECT_EQ(base::text_of(config.secret_text->reveal()), kSecret);
  EXPECT_EQ(to_text(config.origin("secret.file")), "environment AGENT_ACCESS_SECRET");
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

TEST_F(ConfigTest, TakesTheServiceManagersCredentialOnlyWhenNoFileIsSet) {
  folder_.write("secret", kSecret);
  const Environment environment{{"CREDENTIALS_DIRECTORY", folder_.path().string()}};
  const auto by_default = load("", environment);
  EXPECT_EQ(by_default.secret_file, folder_.path() / "secret");
  EXPECT_EQ(to_text(by_default.origin("secret.file")), "credential secret");
  EXPECT_EQ(load("[secret]\nfile = \"/mine\"\n", environment).secret_file, "/mine");
}

TEST_F(ConfigTest, RefusesOneAddressForBothListeners) {
  EXPECT_THAT(problems("[listen]\nadmin = \"127.0.0.1:8080\"\n"), ElementsAre(HasSubstr("must differ")));
}

TEST_F(ConfigTest, RefusesABaseUrlThatIsThereTwice) {
  EXPECT_THAT(problems("base_urls = [\"https://example.com\", \"https://example.com:443/\"]\n"),
              ElementsAre(HasSubstr("is listed twice")));
}

TEST_F(ConfigTest, SaysHowToGetAFileThatIsMissing) {
  const auto config = load_config({folder_.path() / "none.toml", {}, {}});
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error(), ElementsAre(HasSubstr("none.toml: No such file or directory; `agent-access init DIR`")));
}

}  // namespace
}  // namespace agent_access::app
