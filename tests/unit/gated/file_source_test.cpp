#include "gated/open_files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::gated {
namespace {

namespace fs = std::filesystem;

class FileSourceTest : public testing::Test {
 protected:
  [[nodiscard]] FileSource source(std::size_t first, std::size_t size) {
    base::Descriptor file(::open(path().c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status{};
    EXPECT_EQ(::fstat(file.number(), &status), 0);
    return {*files_->share(std::move(file), status), first, size};
  }
  [[nodiscard]] fs::path path() const { return folder_.path() / "file"; }
  static std::string next(FileSource& source, std::size_t size) {
    std::string bytes(size, '?');
    return source.read(bytes) ? bytes : "failed";
  }

  test::ScratchFolder folder_;
  std::shared_ptr<OpenFiles> files_ = OpenFiles::create(4);
};

TEST_F(FileSourceTest, ReadsAPart) {
  folder_.write("file", "0123456789");
  FileSource part = source(2, 7);
  EXPECT_EQ(part.size(), 7U);
  EXPECT_EQ(next(part, 3), "234");
  EXPECT_EQ(next(part, 4), "5678");
  EXPECT_EQ(part.size(), 7U);
}

TEST_F(FileSourceTest, PartsOfOneFileAreIndependent) {
  folder_.write("file", "0123456789");
  FileSource one = source(0, 10);
  FileSource other = source(5, 5);
  EXPECT_EQ(next(one, 2), "01");
  EXPECT_EQ(next(other, 5), "56789");
  EXPECT_EQ(next(one, 8), "23456789");
}

TEST_F(FileSourceTest, ReadsPlacesFarIntoALargeFile) {
  folder_.write("file", "");
  constexpr std::size_t kSize = std::size_t{5} << 30U;
  fs::resize_file(path(), kSize);  // sparse
  FileSource end = source(kSize - 3'000'000, 3'000'000);
  for (int piece = 0; piece < 3; ++piece) EXPECT_EQ(next(end, 1'000'000), std::string(1'000'000, '\0'));
}

TEST_F(FileSourceTest, FailsWhenTheFileBecameShorter) {
  folder_.write("file", "0123456789");
  FileSource whole = source(0, 10);
  EXPECT_EQ(next(whole, 4), "0123");
  fs::resize_file(path(), 6);
  EXPECT_EQ(next(whole, 4), "failed");
}

TEST_F(FileSourceTest, EndsWhereTheFileEndedBefore) {
  folder_.write("file", "0123456789");
  FileSource whole = source(0, 10);
  fs::resize_file(path(), 20);
  EXPECT_EQ(next(whole, 10), "0123456789");
}

TEST_F(FileSourceTest, ReadsTheFileThatWasOpened) {
  folder_.write("file", "0123456789");
  FileSource whole = source(0, 10);
  folder_.write("new", "replacement");
  fs::rename(folder_.path() / "new", path());
  EXPECT_EQ(next(whole, 10), "0123456789");
  fs::remove(path());
  FileSource again = [&] {
    folder_.write("file", "abc");
    return source(0, 3);
  }();
  EXPECT_EQ(next(again, 3), "abc");
}

}  // namespace
}  // namespace agent_access::gated
