#include "app/files/file_access.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::HasSubstr;

struct stat owned_by(uid_t user, mode_t mode) {
  struct stat status{};
  status.st_uid = user;
  status.st_mode = S_IFREG | mode;
  return status;
}

class Exposure : public testing::Test {
 protected:
  Exposure() { ::chmod(folder_.path().c_str(), 0755); }
  [[nodiscard]] std::string of(uid_t user, mode_t mode) const { return exposure(file_, owned_by(user, mode)); }
  test::ScratchFolder folder_;
  std::filesystem::path file_ = folder_.write("secret", "x");
};

TEST_F(Exposure, IsNoneForTheOwnerAloneAndForRootsGroup) {
  EXPECT_EQ(of(0, 0600), "");
  EXPECT_EQ(of(1000, 0400), "");
  EXPECT_EQ(of(0, 0640), "");
  EXPECT_EQ(of(1000, 0640), file_.string() + " may be read by other users; run: chmod 600 " + file_.string());
  EXPECT_EQ(of(0, 0644), file_.string() + " may be read by other users; run: chmod o= " + file_.string());
}

TEST_F(Exposure, DependsOnTheFoldersAbove) {
  ::chmod(folder_.path().c_str(), 0750);
  EXPECT_EQ(of(0, 0644), "");
  EXPECT_NE(of(1000, 0644), "");
}

TEST(ExplainRefusal, NamesOwnerModeAndTheCommandThatPermits) {
  const test::ScratchFolder folder;
  const auto file = folder.write("secret", "x", 0600);
  const auto text = explain_refusal(file);
  EXPECT_THAT(text, HasSubstr(" with mode 600 and the program runs as "));
  EXPECT_THAT(text, HasSubstr("; run: chgrp "));
  EXPECT_THAT(text, HasSubstr(" " + file.string() + " && chmod g+r " + file.string()));
}

TEST(ExplainRefusal, NamesTheCommandThatShowsAClosedFolder) {
  EXPECT_THAT(explain_refusal("/no-such-folder/secret"), HasSubstr("`namei -l /no-such-folder/secret`"));
}

}  // namespace
}  // namespace agent_access::app
