// The lists of gated folders, and documents while descriptors run out.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "gated/documents.hpp"
#include "unit/service/gated_document_fixture.hpp"

namespace agent_access::test {
namespace {

namespace fs = std::filesystem;

using GatedListTest = GatedDocumentTest;
using GatedDescriptorsTest = GatedDocumentTest;

TEST_F(GatedListTest, ListsAFolder) {
  const Answer list = ask("/api/agent/papers/");
  EXPECT_EQ(list.status, 200);
  EXPECT_EQ(list.field("Content-Type"), "application/json");
  EXPECT_EQ(list.body, R"({"path":"/api/agent/papers/","count":3,"files":[)"
                       R"({"path":"/api/agent/papers/2024/c.html","size":3,"media_type":"text/html; charset=utf-8",)"
                       R"("modified":"1994-11-06T08:49:37Z"},)"
                       R"({"path":"/api/agent/papers/a%20b.pdf","size":10,"media_type":"application/pdf",)"
                       R"("modified":"1994-11-06T08:49:37Z"},)"
                       R"({"path":"/api/agent/papers/empty.txt","size":0,"media_type":"text/plain; charset=utf-8",)"
                       R"("modified":"1994-11-06T08:49:37Z"}]})");
  EXPECT_EQ(ask("/api/agent/papers/2024/").json().at("count"), 1);
  EXPECT_EQ(ask("/api/agent/papers/2025/").status, 404);
  EXPECT_EQ(ask("/api/agent/papers/?sort=size").body, list.body);
  EXPECT_EQ(ask("/api/agent/papers/", {}, http::Method::head).status, 200);
}

TEST_F(GatedListTest, ListsALargeFolderPageByPage) {
  for (int count = 100; count < 350; ++count) write("papers/2024/" + std::to_string(count), "x");
  declare({});
  const std::string folder = "/api/agent/papers/2024/";
  const auto first = ask(folder).json();
  EXPECT_EQ(first.at("count"), 251);
  EXPECT_EQ(first.at("files").as_array().size(), 100U);
  EXPECT_EQ(first.at("next"), "https://example.com/api/agent/papers/2024/?page=2");
  EXPECT_EQ(ask(folder + "?page=1").json(), first);
  const auto last = ask(folder + "?page=3").json();
  EXPECT_EQ(last.at("files").as_array().size(), 51U);
  EXPECT_EQ(last.at("files").as_array().back().as_object().at("path"), boost::json::value(folder + "c.html"));
  EXPECT_FALSE(last.contains("next"));
  for (const char* const page : {"0", "4", "-1", "1x", "", "99999999999999999999", "184467440737095518"}) {
    EXPECT_EQ(ask(folder + "?page=" + page).status, 404) << page;
  }
}

TEST_F(GatedListTest, ListsAnEmptyFolder) {
  fs::remove_all(folder_.path() / "papers");
  fs::create_directory(folder_.path() / "papers");
  declare({});
  EXPECT_EQ(ask("/api/agent/papers/").body, R"({"path":"/api/agent/papers/","count":0,"files":[]})");
  EXPECT_EQ(ask("/api/agent/papers/?page=2").status, 404);
}

TEST_F(GatedListTest, ListsNoFileThatIsGone) {
  fs::remove(folder_.path() / "papers/a b.pdf");
  const Answer list = ask("/api/agent/papers/");
  EXPECT_THAT(list.body, testing::EndsWith(R"("modified":"1994-11-06T08:49:37Z"}]})"));
  EXPECT_EQ(list.json().at("files").as_array().size(), 2U);
}

TEST_F(GatedDescriptorsTest, IsUnavailableWhileNoDescriptorIsLeft) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit none{0, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const Answer file = ask(kPaper);
  const Answer list = ask("/api/agent/papers/");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(file.status, 503);
  EXPECT_EQ(file.trace.reason, "document_unavailable");
  EXPECT_EQ(list.body, R"({"path":"/api/agent/papers/","count":3,"files":[]})");
  EXPECT_EQ(ask(kPaper).body, "0123456789");
}

TEST_F(GatedDescriptorsTest, IsUnavailableWhileTooManyOthersAreSent) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const base::Descriptor next(::open("/", O_RDONLY | O_CLOEXEC));
  // Enough for the load; a quarter of them for files that are sent.
  const rlimit few{static_cast<rlim_t>(next.number()) + 8, limit.rlim_max};
  for (rlim_t count = 0; count < few.rlim_cur / 4; ++count) write("papers/2024/" + std::to_string(count), "x");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  declare({});
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  std::vector<std::unique_ptr<http::BodySource>> sent;
  const gated::Documents& documents = *snapshot_->gated_documents;
  for (rlim_t count = 0; count < few.rlim_cur / 4; ++count) {
    auto opened = documents.open(*documents.file(0, "/api/agent/papers/2024/" + std::to_string(count)));
    ASSERT_TRUE(opened);
    sent.push_back(documents.body_of(std::move(*opened), 0, 1));
    ASSERT_TRUE(sent.back());
  }
  EXPECT_EQ(ask(kPaper).trace.reason, "document_unavailable");
  EXPECT_EQ(ask("/api/agent/papers/2024/0").body, "x") << "it is open already";
  sent.clear();
  EXPECT_EQ(ask(kPaper).body, "0123456789");
}

}  // namespace
}  // namespace agent_access::test
