#include "gated/documents.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::gated {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class DocumentsTest : public testing::Test {
 protected:
  DocumentsTest() {
    fs::create_directories(at("papers/2024"));
    folder_.write("papers/b c.pdf", "two");
    folder_.write("papers/2024/a.md", "one");
    folder_.write("data.json", "{}");
  }

  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] content::GatedDocument papers() const {
    return {.path = "/api/agent/papers/", .source = at("papers"), .title = "", .description = ""};
  }
  [[nodiscard]] content::GatedDocument data(const std::string& name = "data.json") const {
    return {.path = "/api/agent/data", .source = at(name), .title = "", .description = ""};
  }
  [[nodiscard]] std::shared_ptr<const Documents> load(const std::vector<content::GatedDocument>& documents) {
    auto loaded = Documents::load(documents, confidential_);
    if (!loaded) ADD_FAILURE() << testing::PrintToString(loaded.error());
    return loaded ? *loaded : nullptr;
  }
  /// The problems, without the folder of the test.
  [[nodiscard]] std::vector<std::string> problems_of(const std::vector<content::GatedDocument>& documents) {
    const auto loaded = Documents::load(documents, confidential_);
    return loaded ? std::vector<std::string>{"none"} : without_folder(loaded.error());
  }
  [[nodiscard]] std::vector<std::string> without_folder(std::vector<std::string> texts) const {
    for (auto& text : texts) {
      const auto found = text.find(folder_.path().string());
      if (found != std::string::npos) text.replace(found, folder_.path().string().size(), "~");
    }
    return texts;
  }
  [[nodiscard]] static std::vector<std::string> paths_of(const Documents& documents, std::size_t index,
                                                         std::string_view folder) {
    std::vector<std::string> paths;
    for (const File& file : documents.files_below(index, folder)) paths.push_back(file.path);
    return paths;
  }
  /// The bytes that a request gets.
  [[nodiscard]] static std::string read(const Documents& documents, std::string_view path, std::size_t index = 0) {
    const File* const file = documents.file(index, path);
    if (file == nullptr) return "not in the list";
    auto opened = documents.open(*file);
    if (!opened) return opened.error() == FileFault::missing ? "missing" : "unavailable";
    const std::size_t size = opened->size();
    const auto body = documents.body_of(std::move(*opened), 0, size);
    std::string bytes(size, '?');
    return body->read(bytes) ? bytes : "ended early";
  }

  test::ScratchFolder folder_;
  Confidentiality confidential_ = [](const struct stat&) { return std::nullopt; };
};

TEST_F(DocumentsTest, ListTheFilesOfAFolderByTheirPaths) {
  const auto documents = load({papers(), data()});
  EXPECT_THAT(paths_of(*documents, 0, "/api/agent/papers/"),
              ElementsAre("/api/agent/papers/2024/a.md", "/api/agent/papers/b%20c.pdf"));
  EXPECT_THAT(paths_of(*documents, 0, "/api/agent/papers/2024/"), ElementsAre("/api/agent/papers/2024/a.md"));
  EXPECT_THAT(paths_of(*documents, 0, "/api/agent/papers/2025/"), IsEmpty());
  EXPECT_EQ(documents->file(0, "/api/agent/papers/b%20c.pdf")->media_type, "application/pdf");
  EXPECT_EQ(documents->file(0, "/api/agent/papers/2024/a.md")->media_type, "text/markdown; charset=utf-8");
  EXPECT_EQ(documents->file(1, "/api/agent/data")->media_type, "application/json");
}

TEST_F(DocumentsTest, AreSortedByPathAndNotByName) {
  fs::create_directories(at("papers/2024.5"));
  folder_.write("papers/2024.5/d", "between");
  const auto documents = load({papers()});
  EXPECT_THAT(paths_of(*documents, 0, "/api/agent/papers/"),
              ElementsAre("/api/agent/papers/2024.5/d", "/api/agent/papers/2024/a.md", "/api/agent/papers/b%20c.pdf"));
  EXPECT_EQ(read(*documents, "/api/agent/papers/2024.5/d"), "between");
  EXPECT_EQ(read(*documents, "/api/agent/papers/2024/a.md"), "one");
}

TEST_F(DocumentsTest, ReadWhatIsInTheFolderNow) {
  const auto documents = load({papers(), data()});
  EXPECT_EQ(read(*documents, "/api/agent/papers/b%20c.pdf"), "two");
  EXPECT_EQ(read(*documents, "/api/agent/data", 1), "{}");
  folder_.write("new", "replaced");
  fs::rename(at("new"), at("papers/b c.pdf"));
  EXPECT_EQ(read(*documents, "/api/agent/papers/b%20c.pdf"), "replaced");
  folder_.write("new.json", "[1]");
  fs::rename(at("new.json"), at("data.json"));
  EXPECT_EQ(read(*documents, "/api/agent/data", 1), "[1]");
}

TEST_F(DocumentsTest, OpenNothingThatIsNotInTheList) {
  const auto documents = load({papers()});
  folder_.write("papers/later.txt", "later");
  folder_.write("papers/.hidden", "hidden");
  for (const char* const path :
       {"later.txt", ".hidden", "../data.json", "%2e%2e/data.json", "2024/../b%20c.pdf", "b c.pdf", "b%20C.pdf",
        "%62%20c.pdf", "2024", "2024/", "2024//a.md", "2024/a.md/", "./2024/a.md", "2024%2fa.md"}) {
    EXPECT_EQ(read(*documents, "/api/agent/papers/" + std::string(path)), "not in the list") << path;
  }
}

TEST_F(DocumentsTest, NeverLeaveTheFolderAlsoWhenItChanges) {
  const auto documents = load({papers()});
  const std::string path = "/api/agent/papers/2024/a.md";
  fs::remove(at("papers/2024/a.md"));
  EXPECT_EQ(read(*documents, path), "missing");
  fs::create_symlink(at("data.json"), at("papers/2024/a.md"));
  EXPECT_EQ(read(*documents, path), "missing");
  fs::remove(at("papers/2024/a.md"));
  fs::create_symlink("../../data.json", at("papers/2024/a.md"));
  EXPECT_EQ(read(*documents, path), "missing");
  fs::remove(at("papers/2024/a.md"));
  fs::create_directory(at("papers/2024/a.md"));
  EXPECT_EQ(read(*documents, path), "missing");
  fs::remove(at("papers/2024/a.md"));
  ASSERT_EQ(::mkfifo(at("papers/2024/a.md").c_str(), 0600), 0);
  EXPECT_EQ(read(*documents, path), "missing");
  fs::remove_all(at("papers/2024"));
  fs::create_directories(at("elsewhere"));
  folder_.write("elsewhere/a.md", "elsewhere");
  fs::create_directory_symlink("../elsewhere", at("papers/2024"));
  EXPECT_EQ(read(*documents, path), "missing");
}

TEST_F(DocumentsTest, LeaveOutHiddenFilesAndLinksThatLeadOut) {
  folder_.write("papers/.hidden", "hidden");
  fs::create_symlink("../data.json", at("papers/out.json"));
  fs::create_symlink("b c.pdf", at("papers/inside.pdf"));
  const auto documents = load({papers()});
  EXPECT_THAT(
      paths_of(*documents, 0, "/api/agent/papers/"),
      ElementsAre("/api/agent/papers/2024/a.md", "/api/agent/papers/b%20c.pdf", "/api/agent/papers/inside.pdf"));
  EXPECT_EQ(read(*documents, "/api/agent/papers/inside.pdf"), "two");
}

TEST_F(DocumentsTest, FollowALinkThatIsTheSourceOfADocument) {
  fs::create_directories(at("releases"));
  folder_.write("releases/1.json", "1");
  fs::create_symlink(at("releases/1.json"), at("latest.json"));
  fs::create_directory_symlink(at("papers"), at("linked"));
  auto linked = papers();
  linked.source = at("linked");
  const auto documents = load({data("latest.json"), linked});
  EXPECT_EQ(read(*documents, "/api/agent/data"), "1");
  EXPECT_EQ(read(*documents, "/api/agent/papers/2024/a.md", 1), "one");
}

TEST_F(DocumentsTest, UseTheMediaTypeOfTheOwnerButForFilesOfAFolder) {
  auto document = data();
  auto folder = papers();
  document.media_type = folder.media_type = "application/vnd.example+json";
  EXPECT_EQ(load({document})->file(0, "/api/agent/data")->media_type, "application/vnd.example+json");
  EXPECT_EQ(load({folder})->file(0, "/api/agent/papers/b%20c.pdf")->media_type, "application/pdf");
}

TEST_F(DocumentsTest, FollowALinkOfTheCurrentFolderAtEachRequest) {
  folder_.write("2.json", "[2]");
  fs::create_symlink("data.json", at("latest.json"));
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  auto document = data();
  document.source = "latest.json";
  const auto documents = load({document});
  fs::current_path(before);
  EXPECT_EQ(read(*documents, "/api/agent/data"), "{}");
  fs::remove(at("latest.json"));
  fs::create_symlink("2.json", at("latest.json"));
  EXPECT_EQ(read(*documents, "/api/agent/data"), "[2]");
}

TEST_F(DocumentsTest, AreUnavailableWhileNoDescriptorIsLeft) {
  const auto documents = load({data()});
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit none{0, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const std::string meanwhile = read(*documents, "/api/agent/data");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(meanwhile, "unavailable");
  EXPECT_EQ(read(*documents, "/api/agent/data"), "{}");
}

TEST_F(DocumentsTest, ReportAllProblemsAtOnce) {
  ASSERT_EQ(::mkfifo(at("papers/pipe").c_str(), 0600), 0);
  auto folder_as_file = data("papers");
  auto file_as_folder = papers();
  file_as_folder.source = at("data.json");
  EXPECT_THAT(
      problems_of({papers(), data("none.json"), folder_as_file, file_as_folder, data("none/x.json")}),
      ElementsAre("documents: ~/papers/pipe: is neither a file nor a folder; remove it",
                  "documents: ~/none.json: does not exist",
                  "documents: ~/papers: is not a file; the path of a folder ends with a slash",
                  "documents: ~/data.json: is not a folder", "documents: ~/none/x.json: No such file or directory"));
}

TEST_F(DocumentsTest, RefuseWhatMustNotBePublished) {
  struct stat secret{};
  ASSERT_EQ(::stat(at("papers/b c.pdf").c_str(), &secret), 0);
  confidential_ = [&](const struct stat& status) {
    return status.st_ino == secret.st_ino ? std::optional<std::string>("the file that secret.file names")
                                          : std::nullopt;
  };
  EXPECT_THAT(problems_of({papers()}), ElementsAre("documents: ~/papers/b c.pdf: is the file that secret.file names, "
                                                   "which must never be published; move it to another folder"));
  EXPECT_THAT(problems_of({data("papers/b c.pdf")}),
              ElementsAre("documents: ~/papers/b c.pdf: is the file that secret.file names, which must never be "
                          "published; move it to another folder"));
}

TEST_F(DocumentsTest, NeverOpenAFileThatHasBecomeAnotherNameOfAConfidentialOne) {
  folder_.write("secret", "secret");
  struct stat secret{};
  ASSERT_EQ(::stat(at("secret").c_str(), &secret), 0);
  confidential_ = [&](const struct stat& status) {
    return status.st_ino == secret.st_ino ? std::optional<std::string>("the secret") : std::nullopt;
  };
  const auto documents = load({papers(), data()});
  fs::remove(at("papers/2024/a.md"));
  fs::create_hard_link(at("secret"), at("papers/2024/a.md"));
  fs::remove(at("data.json"));
  fs::create_hard_link(at("secret"), at("data.json"));
  EXPECT_EQ(read(*documents, "/api/agent/papers/2024/a.md"), "missing");
  EXPECT_EQ(read(*documents, "/api/agent/data", 1), "missing");
  EXPECT_EQ(read(*documents, "/api/agent/papers/b%20c.pdf"), "two");
}

TEST_F(DocumentsTest, RefuseMoreThanTenThousandFilesInAll) {
  fs::create_directories(at("many"));
  for (int count = 0; count < 9'999; ++count) folder_.write("many/" + std::to_string(count), "");
  auto many = papers();
  many.path = "/api/agent/many/";
  many.source = at("many");
  EXPECT_THAT(problems_of({many, data()}), ElementsAre("none"));
  EXPECT_THAT(problems_of({many, papers()}),
              ElementsAre("documents: ~/papers: holds more than 10000 files, with the other documents; more files "
                          "belong to a web server that asks this program ([[gates]])"));
}

TEST_F(DocumentsTest, HaveAnEtagOfTimeAndSize) {
  const auto documents = load({data()});
  const File& file = *documents->file(0, "/api/agent/data");
  const auto set_time = [&](std::time_t seconds, long nanoseconds) {
    const timespec times[] = {{seconds, nanoseconds}, {seconds, nanoseconds}};
    ASSERT_EQ(::utimensat(AT_FDCWD, at("data.json").c_str(), times, 0), 0);
  };
  set_time(784111777, 255);
  EXPECT_EQ(documents->open(file)->etag(), "\"ae1b981bc490aff-2\"");
  EXPECT_EQ(documents->open(file)->modified(), 784111777);
  set_time(784111777, 256);
  EXPECT_EQ(documents->open(file)->etag(), "\"ae1b981bc490b00-2\"");
  folder_.write("data.json", "{ }");
  set_time(784111777, 256);
  EXPECT_EQ(documents->open(file)->etag(), "\"ae1b981bc490b00-3\"");
}

TEST_F(DocumentsTest, OpenAtMostAQuarterOfTheDescriptors) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit small{8, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &small), 0);
  auto loaded = Documents::load(std::vector{papers(), data()}, confidential_);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  if (!loaded) GTEST_SKIP() << "this process has too many open files";
  const auto body = [&](std::size_t index, std::string_view path) {
    return (*loaded)->body_of(*(*loaded)->open(*(*loaded)->file(index, path)), 0, 1);
  };
  const auto first = body(0, "/api/agent/papers/2024/a.md");
  const auto second = body(0, "/api/agent/papers/b%20c.pdf");
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(body(1, "/api/agent/data"));
  EXPECT_TRUE(body(0, "/api/agent/papers/2024/a.md"));
}

}  // namespace
}  // namespace agent_access::gated
