// What a configuration file may contain, and how mistakes in it are reported.
#include <gmock/gmock.h>

#include <set>
#include <string>

#include "app/config/setting_table.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

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
  EXPECT_TRUE(config.settings.has_pages);
  EXPECT_FALSE(config.settings.has_not_found_page);
  EXPECT_EQ(config.key_rotation, 168h);
  EXPECT_EQ(config.key_generation, 1U);
  EXPECT_EQ(config.policy.requests, 600);
  EXPECT_EQ(config.policy.trusted.field, base::ForwardedField::x_forwarded_for);
  EXPECT_TRUE(config.policy.trusted.contains(*base::IpAddress::parse("127.0.0.1")));
  EXPECT_TRUE(config.policy.trusted.contains(*base::IpAddress::parse("::1")));
  EXPECT_EQ(config.limits.header_block, 16384U);
  EXPECT_EQ(config.log_level, ops::Level::info);
  EXPECT_EQ(config.log_format, ops::LogFormat::json);
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

TEST_F(ConfigTest, NamesTheNearestKeyOrSectionWithFileAndLine) {
  EXPECT_THAT(problems("[listen]\nadress = \"127.0.0.1:80\"\n"),
              ElementsAre(at(2, R"(unknown key "listen.adress"; did you mean "listen.address"?)")));
  EXPECT_THAT(problems("[listen]\nrotation = \"7d\"\n"),
              ElementsAre(at(2, R"(unknown key "listen.rotation"; did you mean "keys.rotation"?)")));
  EXPECT_THAT(problems("[listen]\nport = 8080\n"),
              ElementsAre(at(2, R"(unknown key "listen.port"; did you mean "listen.address"?)")));
  EXPECT_THAT(problems("favourite_colour = 1\n"), ElementsAre(at(1, R"(unknown key "favourite_colour")")));
  EXPECT_THAT(problems("\n[lisen]\naddress = \"127.0.0.1:80\"\n"),
              ElementsAre(at(2, "unknown section [lisen]; did you mean [listen]?")));
}

TEST_F(ConfigTest, TellsWhereAKeyOfTheTopBelongs) {
  const std::string end = ", so it counts as a key of it; move it above the first [section]";
  EXPECT_THAT(problems("[listen]\nbase_urls = [\"https://port.test\"]\n"),
              ElementsAre(at(2, "\"base_urls\" stands below [listen]" + end)));
  EXPECT_THAT(problems("[[scopes]]\nname = \"read:a\"\nmeaning = \"A.\"\nbase_urls = [\"https://port.test\"]\n"),
              ElementsAre(at(4, "\"base_urls\" stands below [[scopes]]" + end)));
}

TEST_F(ConfigTest, TellsWhatASizeMayLookLike) {
  EXPECT_THAT(
      problems("[limits]\nmemory = \"64MB\"\n"),
      ElementsAre(at(2,
                     "limits.memory: must be a size such as \"64MiB\", \"512KiB\" or 8192 (bytes); found the text "
                     "\"64MB\"")));
}

TEST_F(ConfigTest, NamesTheLineOfTheFirstOfTwoSectionsAndOfABrokenList) {
  EXPECT_THAT(problems("[listen]\nthreads = 1\n[log]\n[listen]\n"),
              ElementsAre(HasSubstr(
                  ":4:1: not valid TOML: [listen] is there already, in line 1; keep one, with the keys of both")));
  EXPECT_THAT(problems("base_urls = [\n  \"https://port.test\",\n\n[listen]\nthreads = 1\n"),
              ElementsAre(HasSubstr(
                  ":4:2: not valid TOML: the list that begins in line 1 is not closed; add ] after its last text")));
}

TEST_F(ConfigTest, ReadsPairsOfCertificateAndKey) {
  const Config config = load("[tls]\ncertificate = \"a.pem\"\nkey = \"a.key\"\nmore = [\"b.pem:b.key\"]\n");
  EXPECT_EQ(config.tls_certificate.filename(), "a.pem");
  EXPECT_EQ(config.tls_more.size(), 1U);
  EXPECT_THAT(problems("[tls]\nmore = [\"b.pem\"]\n"),
              ElementsAre(at(2, "tls.more: \"b.pem\" is not CERTIFICATE:KEY; write for example \"www.pem:www.key\"")));
}

TEST_F(ConfigTest, ReadsABooleanFromTheFileAndTheEnvironment) {
  EXPECT_FALSE(load("[content]\npages = false\n").settings.has_pages);
  EXPECT_TRUE(load("[content]\npages = true\n").settings.has_pages);
  EXPECT_FALSE(load("", {{"AGENT_ACCESS_CONTENT_PAGES", "false"}}).settings.has_pages);
  EXPECT_TRUE(load("[content]\npages = false\n", {{"AGENT_ACCESS_CONTENT_PAGES", "true"}}).settings.has_pages);
  EXPECT_THAT(problems("[content]\npages = \"false\"\n"),
              ElementsAre(at(2, R"(content.pages: must be true or false; found the text "false")")));
  EXPECT_THAT(problems("[content]\npages = 0\n"),
              ElementsAre(at(2, "content.pages: must be true or false; found the number 0")));
  EXPECT_THAT(
      problems("", {{"AGENT_ACCESS_CONTENT_PAGES", "no"}}),
      ElementsAre("environment AGENT_ACCESS_CONTENT_PAGES: content.pages: must be true or false; found the text "
                  "\"no\""));
}

TEST_F(ConfigTest, HasNoPagesBesideASite) {
  const auto config = load("[content]\nbeside = true\nkeep_paths = [\"/llms.txt\"]\n");
  EXPECT_TRUE(config.settings.is_beside);
  EXPECT_FALSE(config.settings.has_pages);
  EXPECT_THAT(config.settings.kept_paths, ElementsAre("/llms.txt"));
  EXPECT_EQ(to_text(config.origin("content.pages")), (folder_.path() / "a.toml").string() + ":2");
  EXPECT_FALSE(load("[content]\nbeside = true\npages = false\n").settings.has_pages);
  EXPECT_THAT(problems("[content]\nbeside = true\npages = true\n"),
              ElementsAre(at(3,
                             "content.pages: with content.beside = true the pages are those of your own site; remove "
                             "one of the two")));
  EXPECT_THAT(problems("[content]\nkeep_paths = [\"/llms.txt\"]\n"),
              ElementsAre(at(2,
                             "content.keep_paths: with the generated pages this service has all paths; set "
                             "content.beside = true if it stands beside a site of your own")));
}

TEST_F(ConfigTest, DisablesOptionalContentWithAnEmptyName) {
  const auto config = load("[content]\nsite = \"\"\nroot = \"\"\n", {{"AGENT_ACCESS_CONTENT_FAQ", ""}});
  EXPECT_TRUE(config.site.empty());
  EXPECT_TRUE(config.root.empty());
  EXPECT_TRUE(config.faq.empty());
  EXPECT_THAT(problems("[content]\nprofile = \"\"\n"), ElementsAre(at(2, "content.profile: must name a file")));
}

TEST_F(ConfigTest, RefusesWrongTypesWithFileAndLine) {
  EXPECT_THAT(problems("base_urls = \"https://example.com\"\n"),
              ElementsAre(at(1,
                             "base_urls: must be a list of texts in quotes; found the text "
                             "\"https://example.com\"")));
  EXPECT_THAT(problems("base_urls = [\"https://example.com\", 1]\n"),
              ElementsAre(at(1, "base_urls: must be a list of texts in quotes; found a list with the number 1")));
  EXPECT_THAT(problems("[listen]\nthreads = \"4\"\n"),
              ElementsAre(at(2, R"(listen.threads: must be a whole number; found the text "4")")));
  EXPECT_THAT(problems("[listen]\nthreads = 4.5\n"),
              ElementsAre(at(2, "listen.threads: must be a whole number; found the number 4.5")));
  EXPECT_THAT(problems("[log]\nlevel = true\n"), ElementsAre(at(2, "log.level: must be a text in quotes; found true")));
  EXPECT_THAT(
      problems("[keys]\nrotation = 7\n"),
      ElementsAre(at(2, R"(keys.rotation: must be a duration such as "60s", "12h" or "7d"; found the number 7)")));
  EXPECT_THAT(problems("[content]\nsite = 2026-01-01\n"),
              ElementsAre(at(2, "content.site: must be a text in quotes; found a date or time")));
  EXPECT_THAT(problems("[content]\nsite = [\"a\"]\n"),
              ElementsAre(at(2, "content.site: must be a text in quotes; found a list")));
  EXPECT_THAT(problems("[content.site]\nx = 1\n"),
              ElementsAre(at(1, "content.site: must be a text in quotes; found a table")));
  EXPECT_THAT(problems("listen = 1\n"), ElementsAre(at(1, R"("listen" must be a section: write [listen])")));
}

TEST_F(ConfigTest, RefusesValuesOutOfRange) {
  EXPECT_THAT(problems("[keys]\nrotation = \"59m\"\n"), ElementsAre(at(2, R"(keys.rotation: must be at least "1h")")));
  EXPECT_THAT(problems("[listen]\nthreads = -1\n"), ElementsAre(at(2, "listen.threads: must be at least 0")));
  EXPECT_THAT(problems("[limits]\nbody = \"2MiB\"\n"), ElementsAre(at(2, R"(limits.body: must be at most "1MiB")")));
  EXPECT_THAT(problems("[limits]\nmemory = 0\n"), ElementsAre(at(2, R"(limits.memory: must be at least "1MiB")")));
  EXPECT_THAT(problems("[limits]\nheader_fields = 1001\n"),
              ElementsAre(at(2, "limits.header_fields: must be at most 1000")));
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
  EXPECT_THAT(problems("[robots]\nuse = \"yes\"\n"),
              ElementsAre(at(2, R"(robots.use: "yes" is not valid; write "immediate", "reference", "full" or "")")));
  EXPECT_THAT(problems("[robots]\ntraining = \"no\"\nsearch = \"yes\"\ninput = \"\"\nuse = \"reference\"\n"),
              IsEmpty());
  EXPECT_THAT(problems("[secret]\nfile = \"\"\n"), ElementsAre(at(2, "secret.file: must name a file")));
}

TEST_F(ConfigTest, ReportsAllProblemsAtOnce) {
  EXPECT_EQ(problems("[log]\nlevel = 1\nformat = 2\ncolour = 3\n", {{"AGENT_ACCESS_LISTEN_THREADS", "many"}}).size(),
            4U);
}

TEST_F(ConfigTest, GivesTheLineOfBrokenToml) {
  EXPECT_THAT(problems("[log]\nlevel = \n"), ElementsAre(testing::ContainsRegex("a.toml:2:[0-9]+: not valid TOML: ")));
  for (const char* text : {"\n[\\u00e9]\n", "\n[[,]]\n", "\n[ =a]\n", "\n\\u00e9 = 1\n", "\n[a.!]\n"}) {
    EXPECT_THAT(problems(text), ElementsAre(testing::ContainsRegex("a.toml:2:[0-9]+: not valid TOML: "))) << text;
  }
  EXPECT_THAT(problems("\n[listen]\nthreads = -05\u024Da =\n"),
              ElementsAre(testing::ContainsRegex("a.toml:3:[0-9]+: not valid TOML: ")));
  EXPECT_THAT(problems("\nthreads\u00E9 = 1\n"),
              ElementsAre(testing::ContainsRegex("a.toml:2:[0-9]+: not valid TOML: ")));
}

TEST_F(ConfigTest, RefusesDeepNesting) {
  EXPECT_THAT(problems("a = " + std::string(5000, '[') + std::string(5000, ']')),
              ElementsAre(HasSubstr("not valid TOML")));
}

TEST_F(ConfigTest, RefusesOneAddressForBothListenersAndADuplicateBaseUrl) {
  EXPECT_THAT(problems("[listen]\nadmin = \"127.0.0.1:8080\"\n"), ElementsAre(HasSubstr("must differ")));
  EXPECT_THAT(problems("base_urls = [\"https://example.com\", \"https://example.com:443/\"]\n"),
              ElementsAre(HasSubstr("is listed twice")));
}

TEST_F(ConfigTest, RefusesMoreThan16BaseUrls) {
  const auto with = [](int count) {
    std::string list;
    for (int i = 1; i <= count; ++i) list += "\"https://host-" + std::to_string(i) + ".example.com\", ";
    return "base_urls = [" + list + "]\n";
  };
  EXPECT_THAT(problems(with(16)), IsEmpty());
  EXPECT_THAT(problems(with(17)), ElementsAre(HasSubstr("base_urls: 17 addresses, at most 16; start another service")));
}

TEST_F(ConfigTest, TakesAnIssuerElsewhere) {
  EXPECT_TRUE(load("").settings.issues_tokens());
  EXPECT_FALSE(load("").settings.issuer);
  const auto config = load("[access]\nissuer = \"https://agents.example.com/\"\n");
  EXPECT_EQ(config.settings.issuer.value().text(), "https://agents.example.com");
  EXPECT_TRUE(config.settings.has_profile);
  EXPECT_FALSE(config.settings.issues_tokens());
  EXPECT_EQ(problems("[access]\nissuer = \"agents.example.com\"\n").size(), 1U);
}

TEST_F(ConfigTest, RefusesAnIssuerThatIsThisServiceOrHasNothingToIssue) {
  const std::string issuer = "[access]\nissuer = \"https://example.com\"\n";
  EXPECT_THAT(problems("base_urls = [\"https://example.com\"]\n" + issuer),
              ElementsAre(at(3,
                             "access.issuer: https://example.com is one of base_urls, where this service issues its "
                             "own tokens; remove it from one of the two")));
  EXPECT_THAT(problems(issuer + "enabled = false\n"),
              ElementsAre(at(2,
                             "access.issuer: with access.enabled = false no document names an issuer; remove one of "
                             "the two")));
}

TEST_F(ConfigTest, NeedsNoSecretAndNoProfileWhereNoTokensAreIssued) {
  const auto config = load("[access]\nenabled = false\n");
  std::set<std::string> unused;
  for (const auto& row : setting_rows(config)) {
    if (row.is_unused) unused.insert(row.name);
  }
  EXPECT_THAT(unused, ElementsAre("content.profile", "keys.generation", "keys.pem_files", "keys.rotation",
                                  "secret.file", "secret.previous_files"));
  // A file at their paths is not published.
  EXPECT_FALSE(secret_paths(config, setting_table()[find_setting("secret", "file").value()]).empty());
}

}  // namespace
}  // namespace agent_access::app
