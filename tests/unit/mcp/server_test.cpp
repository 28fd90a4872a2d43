// Texts with every kind of character. Each method and error is in tests/conformance/mcp_*.test.mjs.
#include "mcp/server.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>

#include "unit/mcp/small_site.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

TEST(McpServer, WritesTheProfileAsTextAndAsValue) {
  const content::Profile profile = content::parse_profile(kSmallProfile).value();
  const Server server{small_catalogue(), std::string(kSmallUrl), kSmallIdentity, profile};
  std::string rest;
  const std::string_view constant =
      server.profile_result(Needs::token_for_tool, {Revision::current(), "7"}, kSmallMeta, rest);
  const std::string text = std::string(constant) + rest;
  EXPECT_EQ(
      text,
      R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{\n\t\"about\": )"
      R"(\"a \\\"quoted\\\" back\\\\slash, \\u0007 and \\n, ä 漢 🙂\", \"n\": 1.50,)"
      R"(\"_meta\":{\"issued_to\":\"an id\",\"scope\":\"read:extended\"}}"}],"structuredContent":)"
      "{\n\t"
      R"("about": "a \"quoted\" back\\slash, \u0007 and \n, ä 漢 🙂", "n": 1.50,)"
      R"("_meta":{"issued_to":"an id","scope":"read:extended"}},)"
      R"("resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"com.example/robin-example",)"
      R"("version":"1.0.0","websiteUrl":"https://example.com","title":"Robin Example"}}},"id":7})");
  const bj::object result = bj::parse(text).at("result").as_object();
  EXPECT_EQ(bj::parse(result.at("content").at(0).at("text").as_string()), result.at("structuredContent"));
  EXPECT_EQ(result.at("structuredContent").at("about"), "a \"quoted\" back\\slash, \a and \n, ä 漢 🙂");
}

TEST(McpErrors, NameNoVersionThatIsNotUtf8) {
  const auto response = bj::parse(error_response(McpFault::unsupported_version, Revision::current(), "1", "2\xe0"));
  const auto& data = response.at("error").at("data");
  EXPECT_EQ(data.at("requested"), "");
}

}  // namespace
}  // namespace agent_access::mcp
