#include "app/deployment/secret_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::HasSubstr;

const std::string kThirtyTwo = "0123456789abcdef0123456789abcdef";
const std::string kLargest = [] {
  std::string text;
  while (text.size() < 65536) text += kThirtyTwo;
  return text;
}();

std::string fingerprint(const oauth::MasterSecret& secret) { return secret.fingerprint().value_or("none"); }

auto load(const std::filesystem::path& path, std::vector<std::string>&& warnings = {}) {
  return load_secret_file(path, warnings);
}

std::string error_of(const std::filesystem::path& path) {
  const auto loaded = load(path);
  return loaded ? "accepted" : loaded.error();
}

TEST(LoadSecretFile, ReadsTheBytesWithoutOneFinalNewline) {
  const test::ScratchFolder folder;
  const auto plain = load(folder.write("plain", kThirtyTwo));
  const auto with_newline = load(folder.write("newline", kThirtyTwo + "\n"));
  const auto with_two = load(folder.write("two", kThirtyTwo + "\n\n"));
  ASSERT_TRUE(plain && with_newline && with_two);
  EXPECT_EQ(fingerprint(*plain), fingerprint(*with_newline));
  EXPECT_NE(fingerprint(*plain), fingerprint(*with_two));
}

TEST(LoadSecretFile, RefusesFewerThan32Bytes) {
  const test::ScratchFolder folder;
  EXPECT_THAT(error_of(folder.write("short", std::string(31, 's'))), HasSubstr("holds 31 bytes"));
  EXPECT_THAT(error_of(folder.write("newline", std::string(31, 's') + "\n")), HasSubstr("holds 31 bytes"));
  EXPECT_THAT(error_of(folder.write("empty", "")), HasSubstr("holds 0 bytes"));
}

TEST(LoadSecretFile, RefusesMoreThan64KiB) {
  const test::ScratchFolder folder;
  EXPECT_EQ(error_of(folder.write("full", kLargest)), "accepted");
  EXPECT_THAT(error_of(folder.write("large", kLargest + "s")), HasSubstr("is larger than 64KiB"));
}

TEST(LoadSecretFile, RefusesAPipeAFolderADeviceAndAMissingFileWithoutWaiting) {
  const test::ScratchFolder folder;
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(error_of(pipe), HasSubstr("is not a regular file"));
  EXPECT_THAT(error_of(folder.path()), HasSubstr("is not a regular file"));
  EXPECT_THAT(error_of("/dev/zero"), HasSubstr("is not a regular file"));
  EXPECT_THAT(error_of(folder.path() / "none"), HasSubstr("No such file or directory"));
}

TEST(LoadSecretFile, WarnsWhenEverybodyMayReadIt) {
  const test::ScratchFolder folder;
  const auto file = folder.write("all", kThirtyTwo, 0604);
  ::chmod(folder.path().c_str(), 0755);
  std::vector<std::string> warnings;
  EXPECT_TRUE(load_secret_file(file, warnings));
  ::chmod(folder.path().c_str(), 0750);
  EXPECT_TRUE(load_secret_file(file, warnings));
  EXPECT_THAT(warnings, testing::ElementsAre(HasSubstr("all may be read by other users; run: chmod "))) << "once";
}

TEST(LoadSecretFile, WarnsOfWhatEditorsAndTemplatesAdd) {
  const test::ScratchFolder folder;
  const auto warning_of = [&folder](const std::string& text) {
    std::vector<std::string> warnings;
    EXPECT_TRUE(load_secret_file(folder.write("secret", text), warnings)) << text;
    return warnings.empty() ? "" : warnings.front();
  };
  EXPECT_THAT(warning_of(kThirtyTwo + "\r\n"), HasSubstr("secret ends with a carriage return"));
  EXPECT_THAT(warning_of("\xEF\xBB\xBF" + kThirtyTwo), HasSubstr("begins with a byte order mark"));
  EXPECT_THAT(warning_of(kThirtyTwo + " \n"), HasSubstr("ends with white space"));
  EXPECT_THAT(warning_of(kThirtyTwo + "\n\n"), HasSubstr("ends with white space"));
  EXPECT_THAT(warning_of(" " + kThirtyTwo), HasSubstr("begins with white space"));
  EXPECT_THAT(warning_of('"' + kThirtyTwo + "\"\n"), HasSubstr("is in quotes"));
  EXPECT_THAT(warning_of("'" + kThirtyTwo + "'"), HasSubstr("is in quotes"));
  EXPECT_THAT(warning_of("AGENT_ACCESS_SECRET=" + kThirtyTwo), HasSubstr("begins with the name of a variable and ="));
  for (const std::string& good : {kThirtyTwo, kThirtyTwo + "\n", kThirtyTwo + "==", "\xEF\xBB\xBF\x80" + kThirtyTwo,
                                  "\x01" + kThirtyTwo + "\r", "a=" + kThirtyTwo}) {
    EXPECT_EQ(warning_of(good), "") << good;
  }
}

TEST(LoadSecretFile, RefusesFewerThanTenDifferentBytes) {
  const test::ScratchFolder folder;
  const auto file = folder.write("weak", std::string(40, 'a') + "\n");
  EXPECT_EQ(error_of(file), "secret: " + file.string() +
                                " holds 1 different byte, which can be guessed; write 32 random bytes into a new file "
                                "(openssl rand -base64 32 does), and name this one in secret.previous_files if clients "
                                "that must stay have registered with it");
  EXPECT_THAT(error_of(folder.write("nine", "123456789" + std::string(30, '1'))),
              HasSubstr(" holds 9 different bytes,"));
  EXPECT_EQ(error_of(folder.write("ten", "0123456789" + std::string(30, '1'))), "accepted");
  EXPECT_THAT(error_of(folder.write("short", std::string(31, 'a'))), HasSubstr("holds 31 bytes"));
}

TEST(LoadSecrets, RefusesAWeakOneOfTheEnvironment) {
  const auto config = load_config({{}, {{"AGENT_ACCESS_SECRET", std::string(43, 'A')}}, {}});
  ASSERT_TRUE(config);
  const auto loaded = load_secrets(*config);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error(), testing::ElementsAre(testing::StartsWith(
                                  "secret: AGENT_ACCESS_SECRET holds 1 different byte, which can be guessed; write ")));
}

TEST(LoadSecrets, AcceptsAWeakPreviousOneWithAWarning) {
  const test::ScratchFolder folder;
  Config config;
  config.secret_file = folder.write("new", kThirtyTwo);
  const auto old = folder.write("old", std::string(40, 'a'));
  config.previous_secret_files = {old};
  const auto loaded = load_secrets(config);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->masters.size(), 2U);
  EXPECT_THAT(loaded->warnings, testing::ElementsAre("secret: " + old.string() +
                                                     " holds 1 different byte, which can be guessed, and is accepted "
                                                     "because secret.previous_files names it; remove it soon"));
}

TEST(LoadSecrets, PutsTheCurrentOneFirst) {
  const test::ScratchFolder folder;
  Config config;
  config.secret_file = folder.write("new", kThirtyTwo);
  config.previous_secret_files = {folder.write("old", std::string(32, 'o'))};
  const auto loaded = load_secrets(config);
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->masters.size(), 2U);
  EXPECT_EQ(loaded->masters[0].fingerprint(), load(config.secret_file)->fingerprint());
}

TEST(LoadSecrets, FailsWithoutASecretAndNamesTheRemedy) {
  const test::ScratchFolder folder;
  Config config;
  config.secret_file = folder.path() / "secret";
  const auto loaded = load_secrets(config);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error(), testing::ElementsAre(HasSubstr("agent-access init DIR")));
  EXPECT_FALSE(std::filesystem::exists(config.secret_file));
}

TEST(LoadSecrets, DoesNotSuggestANewSecretForOneThatExists) {
  const test::ScratchFolder folder;
  Config config;
  config.secret_file = folder.write("secret", "too short");
  const auto loaded = load_secrets(config);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error(), testing::ElementsAre(testing::Not(HasSubstr("init"))));
}

TEST(LoadSecrets, ReadsTheSameMasterFromTheFileAndTheEnvironment) {
  const test::ScratchFolder folder;
  const std::string text = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
  const auto from_file = load(folder.write("secret", text + "\n"));
  const auto config = load_config({{}, {{"AGENT_ACCESS_SECRET", text}}, {}});
  ASSERT_TRUE(from_file && config);
  const auto from_variable = load_secrets(*config);
  ASSERT_TRUE(from_variable);
  EXPECT_EQ(from_variable->masters.front().fingerprint(), from_file->fingerprint());
}

}  // namespace
}  // namespace agent_access::app
