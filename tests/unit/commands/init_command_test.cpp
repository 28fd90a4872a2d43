#include "commands/init_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "app/config/config.hpp"
#include "app/deployment/load.hpp"
#include "support/fixed_ports.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::commands {
namespace {

using testing::HasSubstr;

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

TEST(WriteFirstFiles, WritesASecretOf43CharactersThatOnlyTheOwnerMayRead) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  ASSERT_TRUE(write_first_files({folder.path() / "new" / "deep", {}}, random));
  EXPECT_EQ(folder.read("new/deep/secret"), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n");
  EXPECT_EQ(mode_of(folder.path() / "new/deep/secret"), 0600U);
}

TEST(WriteFirstFiles, LetsTheGroupReadTheSecretInAFolderOfRootForThatGroup) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root";
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  constexpr gid_t kGroup = 65534;
  ASSERT_EQ(::chown(folder.path().c_str(), 0, kGroup), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0750), 0);
  ASSERT_TRUE(write_first_files({folder.path(), {}}, random));
  struct stat status{};
  ASSERT_EQ(::stat((folder.path() / "secret").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  EXPECT_EQ(status.st_uid, 0U);
  EXPECT_EQ(status.st_gid, kGroup);
}

TEST(WriteFirstFiles, KeepsTheSecretToTheOwnerInAFolderThatOthersMayEnter) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root";
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  ASSERT_EQ(::chown(folder.path().c_str(), 0, 65534), 0);
  for (const mode_t mode : {0755U, 0770U}) {
    ASSERT_EQ(::chmod(folder.path().c_str(), mode), 0);
    ASSERT_TRUE(write_first_files({folder.path() / std::to_string(mode), {}}, random));
    EXPECT_EQ(mode_of(folder.path() / std::to_string(mode) / "secret"), 0600U);
  }
}

TEST(WriteFirstFiles, WritesFilesThatTheProgramAccepts) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  ASSERT_TRUE(write_first_files({folder.path(), {}}, random));
  const auto config = app::load_config({folder.path() / "agent-access.toml", {}, {}});
  ASSERT_TRUE(config) << testing::PrintToString(config.error());
  EXPECT_THAT(config->base_urls, testing::ElementsAre("https://example.com", "https://www.example.com"));
  app::Report report;
  ASSERT_TRUE(app::load_material(*config, report));
  EXPECT_THAT(report.problems(), testing::IsEmpty());
  EXPECT_THAT(report.warnings(), testing::Each(testing::AnyOf(testing::HasSubstr(" is a domain for examples"),
                                                              testing::HasSubstr(": is still the example"))));
}

TEST(WriteFirstFiles, WritesTheContentAndTheSchemaThatEachFileNames) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  ASSERT_TRUE(write_first_files({folder.path(), {}}, random));
  for (const auto* name : {"site", "faq"}) {
    EXPECT_THAT(folder.read(std::string(name) + ".json"), HasSubstr("\"./" + std::string(name) + ".schema.json\""));
    EXPECT_EQ(mode_of(folder.path() / (std::string(name) + ".schema.json")), 0644U);
  }
  for (const auto* name : {"profile.schema.json", "site.schema.json", "faq.schema.json"}) {
    EXPECT_THAT(folder.read(name), HasSubstr("\"$schema\": \"http://json-schema.org/"));
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 8);
}

TEST(WriteFirstFiles, KeepsTheDefaultsWhenEveryLineIsUncommented) {
  const test::ScratchFolder folder;
  auto text = render_first_config({.directory = {}, .base_urls = {"https://example.com"}});
  for (auto at = text.find("\n#"); at != std::string::npos; at = text.find("\n#", at + 1)) {
    if (text[at + 2] != ' ') text.erase(at + 1, 1);
  }
  const auto config = app::load_config({folder.write("all.toml", text), {}, {}});
  ASSERT_TRUE(config) << testing::PrintToString(config.error()) << text;
  EXPECT_EQ(config->origin("limits.idle_deadline").kind, app::OriginKind::file);
  EXPECT_EQ(config->listen_address, "127.0.0.1:8080");
  EXPECT_EQ(config->limits.idle_deadline, std::chrono::seconds{75});
  EXPECT_EQ(config->limits.body, 16384U);
  ASSERT_EQ(config->access.scopes.size(), 1U) << "the examples of rows are valid together";
  ASSERT_EQ(config->access.documents.size(), 1U);
  ASSERT_EQ(config->access.gates.size(), 1U);
  EXPECT_EQ(config->access.documents[0].scope, config->access.scopes[0].name);
}

TEST(WriteFirstFiles, CopiesSourcesInsteadOfExamples) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  const auto papers = folder.write("papers.bib", "@misc{a, title = {A}}");
  const auto here = folder.write("new/resume.json", "{}");
  const auto written = write_first_files(
      {.directory = folder.path() / "new", .base_urls = {}, .sources = {papers, here}, .site = "site"}, random);
  ASSERT_TRUE(written) << testing::PrintToString(written.error());
  EXPECT_EQ(folder.read("new/papers.bib"), "@misc{a, title = {A}}");
  EXPECT_EQ(folder.read("new/site.json"), "site");
  EXPECT_EQ(folder.read("new/profile.json"), "{}\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "new/faq.json"));
  EXPECT_THAT(folder.read("new/agent-access.toml"), HasSubstr("\nsources = [\"papers.bib\", \"resume.json\"]\n"));
}

class WriteFirstFilesOver : public testing::TestWithParam<const char*> {};

TEST_P(WriteFirstFilesOver, NeverOverwritesAndWritesNothingElse) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  folder.write(GetParam(), "mine");
  const auto written = write_first_files({folder.path(), {}}, random);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error(), testing::ElementsAre(HasSubstr("exists already; nothing was written")));
  EXPECT_EQ(folder.read(GetParam()), "mine");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

INSTANTIATE_TEST_SUITE_P(EachFile, WriteFirstFilesOver,
                         testing::Values("agent-access.toml", "profile.json", "site.json", "faq.json",
                                         "profile.schema.json", "site.schema.json", "faq.schema.json"),
                         [](const auto& parameter) { return "File" + std::to_string(parameter.index); });

constexpr std::string_view kSecret = "0123456789abcdef0123456789abcdef";

TEST(WriteFirstFiles, KeepsASecretThatIsThereAndWritesTheRest) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  folder.write("secret", kSecret, 0640);
  const auto written = write_first_files({folder.path(), {}}, random);
  ASSERT_TRUE(written) << testing::PrintToString(written.error());
  EXPECT_EQ(*written, FirstSecret::kept);
  EXPECT_EQ(folder.read("secret"), kSecret);
  EXPECT_EQ(mode_of(folder.path() / "secret"), 0640U);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "agent-access.toml"));
  EXPECT_EQ(*write_first_files({folder.path() / "new", {}}, random), FirstSecret::written);
}

TEST(WriteFirstFiles, KeepsASecretThatIsNoSecretAndWritesNothing) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  const auto secret = folder.write("secret", "mine");
  const auto written = write_first_files({folder.path(), {}}, random);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error(),
              testing::ElementsAre(HasSubstr("secret holds 4 bytes"),
                                   secret.string() + " is there already and was kept; nothing was written"));
  EXPECT_EQ(folder.read("secret"), "mine");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(WriteFirstFiles, KeepsASecretAlsoIfAnotherFileCannotBeWritten) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  folder.write("secret", kSecret);
  folder.write("faq.json", "mine");
  EXPECT_FALSE(write_first_files({folder.path(), {}}, random));
  EXPECT_EQ(folder.read("secret"), kSecret);
}

TEST(WriteFirstFiles, KeepsNoFileIfOneCannotBeWritten) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  // The secret is smaller, all others are larger.
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{.rlim_cur = 100, .rlim_max = before.rlim_max};
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = write_first_files({folder.path(), {}}, random);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error(),
              testing::ElementsAre("cannot write " + (folder.path() / "profile.json").string() +
                                   ": File too large; no file was kept, remove the cause and try again"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_TRUE(write_first_files({folder.path(), {}}, random));
}

TEST(WriteFirstFiles, DoesNotFollowADanglingLink) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random;
  std::filesystem::create_symlink(folder.path() / "elsewhere", folder.path() / "secret");
  EXPECT_FALSE(write_first_files({folder.path(), {}}, random));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "elsewhere"));
}

TEST(WriteFirstFiles, FailsWithoutRandomness) {
  const test::ScratchFolder folder;
  test::ScriptedRandom random(0, 0);
  EXPECT_FALSE(write_first_files({folder.path(), {}}, random));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace agent_access::commands
