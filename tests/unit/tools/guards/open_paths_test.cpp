// The paths at which nothing may ask for a challenge.
#include "tools/guards/guard_table.hpp"

#include <gtest/gtest.h>

namespace agent_access::tools {
namespace {

TEST(OpenPaths, AreTheEndpointsAndEachDocumentOnceOrItsFolder) {
  EXPECT_EQ(line_of(open_paths({}, {})), "/oauth/* /api/agent/* /.well-known/*");
  EXPECT_EQ(line_of(open_paths({"/mcp", "/llms.txt", "/AGENTS.md", "/llms.txt"}, {})),
            "/oauth/* /api/agent/* /.well-known/* /AGENTS.md /llms.txt /mcp");
  EXPECT_EQ(line_of(open_paths({"/.well-known/jwks.json", "/api/agent/papers/", "/api/site.json"}, {})),
            "/oauth/* /api/agent/* /.well-known/* /api/site.json");
}

TEST(OpenPaths, HaveThePrefixesOfGates) {
  const std::vector<std::string> prefixes = {"/data/inbox/", "/data/", "/api/v1/", "/data/"};
  EXPECT_EQ(line_of(open_paths({"/data.json", "/data/x"}, prefixes)),
            "/oauth/* /api/agent/* /.well-known/* /api/v1/* /data/* /data.json");
}

}  // namespace
}  // namespace agent_access::tools
