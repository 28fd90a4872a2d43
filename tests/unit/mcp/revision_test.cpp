#include "mcp/revision.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::mcp {
namespace {

TEST(McpRevisedText, KeepsEqualTextsOnce) {
  const RevisedText text([](Revision revision) { return std::string(revision.is_current() ? "new" : "old"); });
  EXPECT_EQ(text.in(Revision::current()), "new");
  EXPECT_EQ(text.in(Revision::oldest()), "old");
  EXPECT_EQ(text.in(Revision::oldest()).data(), text.in(*Revision::named("2025-11-25")).data());
}

}  // namespace
}  // namespace agent_access::mcp
