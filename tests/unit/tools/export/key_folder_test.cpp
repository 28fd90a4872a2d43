// The folder of public keys: its files, their order in keys.cfg, and what is removed.
#include "tools/export/key_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

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
