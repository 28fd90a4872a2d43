#include "site/publish/open_paths.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::publish {
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
}  // namespace agent_access::publish
