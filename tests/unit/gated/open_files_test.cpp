#include "gated/open_files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::gated {
namespace {

class OpenFilesTest : public testing::Test {
 protected:
  OpenFilesTest() {
    for (const char* const name : {"a", "b", "c"}) folder_.write(name, name);
  }
  [[nodiscard]] std::optional<OpenFile> share(const char* name) {
    base::Descriptor file(::open((folder_.path() / name).c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status{};
    EXPECT_EQ(::fstat(file.number(), &status), 0);
    return files_->share(std::move(file), status);
  }

  test::ScratchFolder folder_;
  std::shared_ptr<OpenFiles> files_ = OpenFiles::create(2);
};

TEST_F(OpenFilesTest, ShareTheDescriptorOfAFile) {
  auto first = share("a");
  auto second = share("a");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->descriptor(), second->descriptor());
  EXPECT_EQ(files_->size(), 1U);
  first.reset();
  EXPECT_EQ(files_->size(), 1U);
  char byte = 0;
  EXPECT_EQ(::pread(second->descriptor(), &byte, 1, 0), 1);
  EXPECT_EQ(byte, 'a');
  second.reset();
  EXPECT_EQ(files_->size(), 0U);
}

TEST_F(OpenFilesTest, AreBounded) {
  const auto first = share("a");
  auto second = share("b");
  EXPECT_FALSE(share("c"));
  EXPECT_TRUE(share("a")) << "it is open already";
  second.reset();
  EXPECT_TRUE(share("c"));
}

TEST_F(OpenFilesTest, DistinguishAFileFromOneThatReplacedIt) {
  const auto old = share("a");
  std::filesystem::rename(folder_.path() / "b", folder_.path() / "a");
  const auto present = share("a");
  ASSERT_TRUE(old && present);
  EXPECT_NE(old->descriptor(), present->descriptor());
}

TEST_F(OpenFilesTest, DistinguishFilesOfTwoDevices) {
  const auto open = [&] { return base::Descriptor(::open((folder_.path() / "a").c_str(), O_RDONLY | O_CLOEXEC)); };
  struct stat status{};
  ASSERT_EQ(::stat((folder_.path() / "a").c_str(), &status), 0);
  const auto here = files_->share(open(), status);
  status.st_dev += 1;
  const auto there = files_->share(open(), status);
  ASSERT_TRUE(here && there);
  EXPECT_NE(here->descriptor(), there->descriptor());
}

TEST_F(OpenFilesTest, AreKeptByTheirShares) {
  const auto file = share("a");
  files_.reset();
  char byte = 0;
  ASSERT_TRUE(file);
  EXPECT_EQ(::pread(file->descriptor(), &byte, 1, 0), 1);
}

TEST_F(OpenFilesTest, AreSharedByThreads) {
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread] {
      for (int round = 0; round < 500; ++round) {
        const auto file = share(thread % 2 == 0 ? "a" : "b");
        ASSERT_TRUE(file);
        char byte = 0;
        ASSERT_EQ(::pread(file->descriptor(), &byte, 1, 0), 1);
        ASSERT_EQ(byte, thread % 2 == 0 ? 'a' : 'b');
      }
    });
  }
  threads.clear();
  EXPECT_EQ(files_->size(), 0U);
}

}  // namespace
}  // namespace agent_access::gated
