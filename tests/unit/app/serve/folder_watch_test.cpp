#include "app/serve/folder_watch.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <vector>

#include "app/serve/signals.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A folder with site.json and public/deep/.
class FolderWatchTest : public testing::Test {
 protected:
  FolderWatchTest() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGIO);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    fs::create_directories(site_ / "public/deep");
    scratch_.write("site/site.json", "text");
  }

  test::ScratchFolder scratch_;
  const fs::path site_ = scratch_.path() / "site";
};

TEST_F(FolderWatchTest, NoticesEveryWayToChangeWhatIsServed) {
  scratch_.write("next", "text");
  const std::vector<std::function<void()>> changes = {
      [&] { scratch_.write("site/site.json", "text"); },
      [&] { fs::rename(scratch_.path() / "next", site_ / "site.json"); },
      [&] { scratch_.write("site/profile.json", "text"); },
      [&] { fs::remove(site_ / "profile.json"); },
      [&] { fs::permissions(site_ / "site.json", fs::perms::none); },
      [&] { scratch_.write("site/public/deep/a.txt", "text"); },
      [&] { fs::create_directory(site_ / "public/new"); },
      [&] { scratch_.write("site/public/new/b.txt", "text"); },
      [&] { fs::remove_all(site_ / "public"); },
      [&] { fs::rename(site_, scratch_.path() / "gone"); },
      [&] { fs::rename(scratch_.path() / "gone", site_); },
  };
  for (std::size_t at = 0; at < changes.size(); ++at) {
    FolderWatch watch(site_);
    EXPECT_EQ(watch.problem(), "");
    EXPECT_FALSE(watch.has_changed()) << at;
    changes[at]();
    EXPECT_EQ(wait_for_signal(10s), Signal::change) << at;
    EXPECT_TRUE(watch.has_changed()) << at;
    EXPECT_FALSE(watch.has_changed()) << at;
  }
}

TEST_F(FolderWatchTest, NoticesAChangeOfTheFileThatALinkNames) {
  scratch_.write("elsewhere.json", "text");
  fs::create_symlink(scratch_.path() / "elsewhere.json", site_ / "faq.json");
  FolderWatch watch(site_);
  scratch_.write("elsewhere.json", "text");
  EXPECT_TRUE(watch.has_changed());
}

TEST_F(FolderWatchTest, NoticesChangesOfSourcesInFoldersWithOtherFiles) {
  const std::vector<fs::path> sources = {scratch_.path() / "resume.json", scratch_.path() / "papers"};
  const std::vector<std::function<void()>> changes = {
      [&] { scratch_.write("resume.json", "text"); },
      [&] { fs::rename(scratch_.path() / "next", scratch_.path() / "resume.json"); },
      [&] { scratch_.write("papers/deep/a.bib", "text"); },
      [&] { scratch_.write("papers/b.bib", "text"); },
      [&] { fs::remove_all(scratch_.path() / "papers"); },
  };
  for (const auto& folder : {fs::path(), site_}) {
    for (std::size_t at = 0; at < changes.size(); ++at) {
      scratch_.write("papers/deep/a.bib", "text");
      scratch_.write("next", "text");
      FolderWatch watch(folder, sources);
      scratch_.write("other", "text");
      EXPECT_FALSE(watch.has_changed()) << at;
      changes[at]();
      EXPECT_TRUE(watch.has_changed()) << at;
    }
  }
}

TEST_F(FolderWatchTest, IgnoresReadersOtherFilesAndTemporaryFilesOfEditors) {
  FolderWatch watch(site_);
  EXPECT_EQ(scratch_.read("site/site.json"), "text");
  for (const std::string name : {"notes.txt", "site.json~", ".site.json.swp", "public/.a.swp"}) {
    scratch_.write("site/" + name, "text");
  }
  scratch_.write("other", "text");
  EXPECT_FALSE(watch.has_changed());
}

}  // namespace
}  // namespace agent_access::app
