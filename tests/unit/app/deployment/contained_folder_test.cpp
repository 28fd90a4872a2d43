#include "app/deployment/contained_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "app/deployment/folder_walk.hpp"
#include "app/files/file_access.hpp"
#include "base/text.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

using test::ScratchFolder;

class ContainedFolderTest : public testing::Test {
 protected:
  ContainedFolderTest() {
    fs::create_directories(root() / "a" / "b");
    folder_.write("outside.txt", "outside");
    folder_.write("root/a/b/file.txt", "inside");
  }

  [[nodiscard]] fs::path root() const { return folder_.path() / "root"; }

  /// The content that was read, or the reason why not.
  [[nodiscard]] std::string read(const std::string& relative) const {
    const auto folder = ContainedFolder::open(root());
    if (!folder) return folder.error();
    const auto entry = folder->open_entry(relative);
    if (!entry) return name_of(entry.error());
    if (!S_ISREG(entry->status.st_mode)) return "no regular file";
    const auto content = read_descriptor(entry->file.number(), relative, 1024);
    return content ? std::string(base::text_of(content->bytes.reveal())) : content.error();
  }

  static std::string name_of(EntryFault fault) {
    switch (fault) {
      case EntryFault::leads_out: return "leads out";
      case EntryFault::leads_nowhere: return "leads nowhere";
      case EntryFault::link_refused: return "link refused";
      case EntryFault::no_file: return "no file";
      case EntryFault::vanished: return "vanished";
      case EntryFault::unreadable: return "unreadable";
    }
    return "?";
  }

  test::ScratchFolder folder_;
};

TEST_F(ContainedFolderTest, OpensFilesBelowTheFolder) {
  EXPECT_EQ(read("a/b/file.txt"), "inside");
  EXPECT_EQ(read("a/b"), "no regular file");
  EXPECT_EQ(read("a/none"), "vanished");
}

TEST_F(ContainedFolderTest, FollowsALinkWithinTheFolder) {
  fs::create_symlink("../a/b/file.txt", root() / "a" / "link.txt");
  fs::create_directory_symlink("a/b", root() / "same");
  EXPECT_EQ(read("a/link.txt"), "inside");
  EXPECT_EQ(read("same/file.txt"), "inside");
}

TEST_F(ContainedFolderTest, OpensNothingOutsideTheFolder) {
  fs::create_symlink("../outside.txt", root() / "out.txt");
  fs::create_symlink(folder_.path() / "outside.txt", root() / "absolute.txt");
  fs::create_directory_symlink("..", root() / "up");
  fs::create_symlink("/proc/self/root/etc/hostname", root() / "magic");
  fs::create_symlink("nowhere", root() / "dangling");
  fs::create_symlink("self", root() / "self");
  fs::create_symlink("a/b/file.txt/below", root() / "through");
  EXPECT_EQ(read("out.txt"), "leads out");
  EXPECT_EQ(read("absolute.txt"), "leads out");
  EXPECT_EQ(read("up/outside.txt"), "leads out");
  EXPECT_EQ(read("../outside.txt"), "leads out");
  EXPECT_EQ(read("magic"), "leads out");
  EXPECT_EQ(read("dangling"), "leads nowhere");
  EXPECT_EQ(read("self"), "leads nowhere");
  EXPECT_EQ(read("through"), "leads nowhere");
}

TEST_F(ContainedFolderTest, DoesNotWaitForAPipeOrOpenASocket) {
  ASSERT_EQ(::mkfifo((root() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(read("pipe"), "no regular file");
  const base::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto path = (root() / "socket").string();
  ASSERT_LT(path.size(), sizeof address.sun_path);
  std::memcpy(address.sun_path, path.c_str(), path.size());
  ASSERT_EQ(::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(read("socket"), "no file");
}

TEST_F(ContainedFolderTest, ReadsTheFileThatItCheckedAfterARename) {
  const auto folder = ContainedFolder::open(root());
  ASSERT_TRUE(folder);
  const auto entry = folder->open_entry("a/b/file.txt");
  ASSERT_TRUE(entry);
  fs::remove(root() / "a/b/file.txt");
  fs::create_symlink(folder_.path() / "outside.txt", root() / "a/b/file.txt");
  const auto content = read_descriptor(entry->file.number(), "file.txt", 1024);
  ASSERT_TRUE(content);
  EXPECT_EQ(base::text_of(content->bytes.reveal()), "inside");
}

TEST_F(ContainedFolderTest, StaysInsideWhileAFolderIsReplacedByALink) {
  fs::create_directory(folder_.path() / "else");
  folder_.write("else/file.txt", "outside");
  std::atomic<bool> is_done{false};
  std::thread exchanger([&] {
    const auto inside = root() / "a" / "b";
    const auto aside = folder_.path() / "aside";
    while (!is_done) {
      fs::rename(inside, aside);
      fs::create_directory_symlink(folder_.path() / "else", inside);
      fs::remove(inside);
      fs::rename(aside, inside);
    }
  });
  std::string found;
  for (int i = 0; i < 2000; ++i) found = read("a/b/file.txt") == "outside" ? "outside" : found;
  is_done = true;
  exchanger.join();
  EXPECT_EQ(found, "");
}

/// From now on openat2 fails in this thread with that error, as where the kernel or a system call filter lacks it.
/// False if this process must not filter its own calls.
bool forbid_openat2(int error) {
  std::array<sock_filter, 4> program{{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
                                      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_openat2},
                                      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)},
                                      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}}};
  const sock_fprog filter{program.size(), program.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

TEST_F(ContainedFolderTest, FollowsNoLinkWithoutOpenat2) {
  fs::create_symlink("../a/b/file.txt", root() / "a" / "link.txt");
  fs::create_directory_symlink("a/b", root() / "same");
  fs::create_symlink("../outside.txt", root() / "out.txt");
  fs::create_symlink("nowhere", root() / "dangling");
  ASSERT_EQ(::mkfifo((root() / "pipe").c_str(), 0600), 0);
  for (const int error : {ENOSYS, EPERM}) {
    std::vector<std::string> found;
    bool is_forbidden = false;
    std::thread([&] {
      is_forbidden = forbid_openat2(error);
      for (const char* const name : {"a/b/file.txt", "a/link.txt", "same/file.txt", "out.txt", "../outside.txt",
                                     "dangling", "none", "a/b", "pipe"}) {
        found.push_back(read(name));
      }
    }).join();
    if (!is_forbidden) GTEST_SKIP() << "this process must not filter its system calls";
    EXPECT_THAT(found, ElementsAre("inside", "link refused", "unreadable", "link refused", "leads out", "link refused",
                                   "vanished", "no regular file", "no regular file"));
  }
}

TEST_F(ContainedFolderTest, ListsTheFolder) {
  folder_.write("root/z.txt", "");
  folder_.write("root/.hidden", "");
  const auto folder = ContainedFolder::open(root());
  ASSERT_TRUE(folder);
  auto entry = folder->open_entry(".");
  ASSERT_TRUE(entry);
  const auto names = names_in(std::move(entry->file));
  ASSERT_TRUE(names);
  EXPECT_THAT(*names, ElementsAre(".hidden", "a", "z.txt"));
}

TEST_F(ContainedFolderTest, RefusesAPathThatIsNotAFolder) {
  const auto file = ContainedFolder::open(folder_.path() / "outside.txt");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error(), "is not a folder");
  const auto none = ContainedFolder::open(folder_.path() / "none");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error(), "No such file or directory");
}

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
