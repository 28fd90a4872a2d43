#include "app/deployment/contained_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// Writes down what it is told, and ends the walk after `most` lines.
class Recorder final : public FolderVisitor {
 public:
  explicit Recorder(std::size_t most) : most_(most) {}
  bool visit(const OpenedEntry& /*entry*/, const std::string& relative, std::string url) override {
    lines_.push_back(relative + " at " + url);
    return lines_.size() < most_;
  }
  void leave_out(const std::string& relative, std::string_view reason) override {
    lines_.push_back(relative + " left out: " + std::string(reason));
  }
  void report(const std::string& relative, std::string_view problem) override {
    lines_.push_back(relative + " refused: " + std::string(problem));
  }
  void report_size(const std::string& problem) override { lines_.push_back("refused: " + problem); }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::size_t most_;
  std::vector<std::string> lines_;
};

class FolderWalkTest : public testing::Test {
 protected:
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::vector<std::string> walk(std::size_t most = std::numeric_limits<std::size_t>::max()) const {
    const auto folder = ContainedFolder::open(folder_.path());
    if (!folder) return {folder.error()};
    Recorder recorder(most);
    walk_folder(*folder, "/papers/", recorder);
    return recorder.lines();
  }

  test::ScratchFolder folder_;
};

TEST_F(FolderWalkTest, VisitsFilesInTheOrderOfTheirNamesWithTheirPaths) {
  fs::create_directories(at("a b/deep"));
  folder_.write("a b/deep/x", "");
  folder_.write("a b/%41", "");
  folder_.write("z", "");
  folder_.write("B", "");
  EXPECT_THAT(walk(), ElementsAre("B at /papers/B", "a b/%41 at /papers/a%20b/%2541",
                                  "a b/deep/x at /papers/a%20b/deep/x", "z at /papers/z"));
}

TEST_F(FolderWalkTest, EndsWhenTheVisitorHasEnough) {
  fs::create_directories(at("a"));
  folder_.write("a/1", "");
  folder_.write("a/2", "");
  folder_.write("b", "");
  EXPECT_THAT(walk(1), ElementsAre("a/1 at /papers/a/1"));
}

TEST_F(FolderWalkTest, LeavesOutWhatIsHiddenButWellKnown) {
  fs::create_directories(at(".well-known"));
  fs::create_directories(at(".git"));
  folder_.write(".well-known/x", "");
  folder_.write(".git/config", "");
  folder_.write(".htaccess", "");
  EXPECT_THAT(walk(), ElementsAre(".well-known/x at /papers/.well-known/x"));
}

TEST_F(FolderWalkTest, FollowsALinkToAFolderBesideButNoneBack) {
  fs::create_directories(at("a/b"));
  folder_.write("a/b/x", "");
  fs::create_directory_symlink("../..", at("a/b/up"));
  fs::create_directory_symlink("a/b", at("same"));
  EXPECT_THAT(walk(), ElementsAre("a/b/up left out: leads back to a folder above it", "a/b/x at /papers/a/b/x",
                                  // The link leads from "same" to the folder that holds both.
                                  "same/up left out: leads back to a folder above it", "same/x at /papers/same/x"));
}

TEST_F(FolderWalkTest, TellsWhyAnEntryIsNotVisited) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  fs::create_symlink("nowhere", at("dangling"));
  fs::create_symlink("/etc/passwd", at("outside"));
  EXPECT_THAT(walk(), ElementsAre("dangling left out: leads nowhere", "outside left out: leads out of the folder",
                                  "pipe refused: is neither a file nor a folder; remove it"));
}

TEST_F(FolderWalkTest, RefusesMoreThanTenThousandFolders) {
  for (int count = 1; count < 10'000; ++count) fs::create_directory(at(std::to_string(count)));
  EXPECT_THAT(walk(), IsEmpty());
  fs::create_directory(at("last"));
  folder_.write("m", "");
  EXPECT_THAT(walk(), ElementsAre("refused: holds more than 10000 folders"));
}

}  // namespace
}  // namespace agent_access::app
