#include "content/access.hpp"

#include <gtest/gtest.h>

namespace agent_access::content {
namespace {

Access papers_and_data() {
  return {.scopes = {},
          .documents = {{.path = "/api/agent/papers/", .source = "papers", .title = "Papers", .description = "Papers."},
                        {.path = "/api/agent/data", .source = "data.json", .title = "Data", .description = "Data."}},
          .gates = {{.prefix = "/files/", .title = "Files", .description = "Files."}}};
}

TEST(DocumentAt, IsThatOfThePathWhetherOrNotTheFileExists) {
  const Access access = papers_and_data();
  EXPECT_EQ(access.document_at("/api/agent/papers/"), 0U);
  EXPECT_EQ(access.document_at("/api/agent/papers/none"), 0U);
  EXPECT_EQ(access.document_at("/api/agent/papers/../x"), 0U);
  EXPECT_EQ(access.document_at("/api/agent/data"), 1U);
  for (const char* const path :
       {"/api/agent/papers", "/api/agent/data/", "/api/agent/datax", "/api/agent/", "/", "/files/a"}) {
    EXPECT_EQ(access.document_at(path), std::nullopt) << path;
  }
}

TEST(PathOf, CountsTheDocumentsAndThenTheGates) {
  const Access access = papers_and_data();
  EXPECT_EQ(access.path_of(0), "/api/agent/papers/");
  EXPECT_EQ(access.path_of(1), "/api/agent/data");
  EXPECT_EQ(access.path_of(2), "/files/");
  EXPECT_EQ(access.path_of(3), "");
}

}  // namespace
}  // namespace agent_access::content
