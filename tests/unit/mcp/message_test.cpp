// JSON-RPC 2.0 messages as MCP narrows them: what is read, and the fault and id of what is refused.
#include "mcp/message.hpp"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "json/reader.hpp"
#include "support/vectors.hpp"

namespace agent_access::mcp {
namespace {

struct Refused {
  std::string body;
  McpFault fault;
  std::string id;
};

class RefusedMessage : public testing::TestWithParam<Refused> {};

TEST_P(RefusedMessage, HasItsFaultAndTheIdThatCouldBeRead) {
  const auto message = read_message(GetParam().body);
  ASSERT_FALSE(message.has_value()) << GetParam().body;
  EXPECT_EQ(message.error().fault, GetParam().fault) << GetParam().body;
  EXPECT_EQ(message.error().id, GetParam().id) << GetParam().body;
}

std::string nested(std::size_t depth) {
  return R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)" + std::string(depth, '[') + std::string(depth, ']') +
         "}";
}

INSTANTIATE_TEST_SUITE_P(
    Mcp, RefusedMessage,
    testing::Values(
        Refused{"", McpFault::not_json, ""}, Refused{"{", McpFault::not_json, ""},
        Refused{R"({"jsonrpc":"2.0","id":1,"method":"ping"} x)", McpFault::not_json, ""},
        Refused{"\xff", McpFault::not_json, ""}, Refused{R"({"id":1e400})", McpFault::not_json, ""},
        Refused{R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})", McpFault::duplicate_member, ""},
        Refused{R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":{"b":1,"\u0062":2}}})",
                McpFault::duplicate_member, ""},
        Refused{nested(kMostDepth), McpFault::too_deep, ""}, Refused{"[]", McpFault::batch, ""},
        Refused{R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", McpFault::batch, ""},
        Refused{"\"text\"", McpFault::invalid_request, ""}, Refused{"{}", McpFault::invalid_request, ""},
        Refused{R"({"jsonrpc":"2.0","id":null,"method":"ping"})", McpFault::invalid_request, ""},
        Refused{R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", McpFault::invalid_request, ""},
        Refused{R"({"jsonrpc":"2.0","id":true,"method":"ping"})", McpFault::invalid_request, ""},
        Refused{R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", McpFault::invalid_request, ""},
        Refused{R"({"jsonrpc":"1.0","id":3,"method":"ping"})", McpFault::invalid_request, "3"},
        Refused{R"({"jsonrpc":2.0,"id":3,"method":"ping"})", McpFault::invalid_request, "3"},
        Refused{R"({"id":3,"method":"ping"})", McpFault::invalid_request, "3"},
        Refused{R"({"jsonrpc":"2.0","id":3,"method":7})", McpFault::invalid_request, "3"},
        Refused{R"({"jsonrpc":"2.0","id":"a\"b"})", McpFault::invalid_request, R"("a\"b")"},
        Refused{R"({"jsonrpc":"2.0","id":3,"result":{}})", McpFault::client_response, "3"},
        Refused{R"({"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"x"}})", McpFault::client_response, "3"},
        Refused{R"({"jsonrpc":"2.0","id":3,"method":"ping","params":[1]})", McpFault::params_no_object, "3"},
        Refused{R"({"jsonrpc":"2.0","id":3,"method":"ping","params":[1]})", McpFault::params_no_object, "3"}));

TEST(McpMessage, IsARequestWithItsIdAsText) {
  const auto message = read_message(R"({"jsonrpc":"2.0","id":-7,"method":"tools/list","params":{"cursor":"a"}})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->id, "-7");
  EXPECT_EQ(message->method, "tools/list");
  EXPECT_EQ(*message->params.cursor, "a");
  EXPECT_FALSE(message->is_notification());
}

TEST(McpMessage, HasTheMembersOfParamsAndMeta) {
  const auto message = read_message(
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"name":"a","arguments":{"b":[1,"\u0063"]},"more":7,)"
      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"f","io.modelcontextprotocol/clientCapabilities":{}}}})");
  ASSERT_TRUE(message.has_value());
  const Params& params = message->params;
  EXPECT_EQ(*params.name, "a");
  EXPECT_EQ(boost::json::serialize(*params.arguments), R"({"b":[1,"c"]})");
  EXPECT_EQ(*message->meta.version, "f");
  EXPECT_EQ(boost::json::serialize(*message->meta.capabilities), "{}");
  EXPECT_EQ(params.uri, nullptr);
}

TEST(McpMessage, HasNoMemberForWhatClientsFillIn) {
  const auto read = [](const std::string& params) {
    return read_message(R"({"jsonrpc":"2.0","id":1,"method":"x","params":)" + params + "}");
  };
  for (const auto* filler : {"null", R"("")", "[]", " [ ] "}) {
    EXPECT_TRUE(read(filler).has_value()) << filler;
    EXPECT_EQ(read(R"({"arguments":)" + std::string(filler) + "}")->params.arguments, nullptr) << filler;
    EXPECT_EQ(read(R"({"_meta":)" + std::string(filler) + "}")->params.meta, nullptr) << filler;
  }
  EXPECT_EQ(read(R"({"cursor":null})")->params.cursor, nullptr);
  EXPECT_EQ(read(R"({"cursor":""})")->params.cursor, nullptr);
  EXPECT_NE(read(R"({"cursor":[]})")->params.cursor, nullptr) << "it is no object";
  const auto message = read(R"({"name":"","uri":"","protocolVersion":""})");
  EXPECT_EQ(*message->params.name, "");
  EXPECT_EQ(*message->params.uri, "");
  EXPECT_EQ(*message->params.protocol_version, "");
}

TEST(McpMessage, ReadsMembersOnlyAtTheirPlaces) {
  const auto message = read_message(
      R"({"name":"a","id":1,"jsonrpc":"2.0","_meta":{"io.modelcontextprotocol/protocolVersion":"b"},"method":"x",)"
      R"("more":{"method":"c","params":{"cursor":"d"}},"params":{"more":{"name":"e","_meta":{"name":"f"}},)"
      R"("params":{"uri":"g"},"arguments":{"cursor":"h"},"_meta":[{"io.modelcontextprotocol/protocolVersion":"i"}],)"
      R"("io.modelcontextprotocol/protocolVersion":"j"},"last":["k",{"params":{"name":"l"}}]})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->method, "x");
  EXPECT_EQ(message->params.name, nullptr);
  EXPECT_EQ(message->params.uri, nullptr);
  EXPECT_EQ(message->params.cursor, nullptr);
  EXPECT_EQ(message->meta.version, nullptr) << "_meta is a list";
}

TEST(McpMessage, UnescapesNamesAndTexts) {
  const std::string body =
      R"({"\u006asonrpc":"\u0032.0","id":1,"meth\u006fd":"a\/b","par\u0061ms":{"n\u0061me":"\u00e4",)"
      R"("uri":"\"x\"","cursor":")" +
      std::string(3000, 'c') + R"(\u0063"}})";
  const auto message = read_message(body);
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->method, "a/b");
  EXPECT_EQ(*message->params.name, "ä");
  EXPECT_EQ(*message->params.uri, "\"x\"");
  EXPECT_EQ(message->params.cursor->as_string(), std::string(3001, 'c'));
}

TEST(McpMessage, IsStrictJson) {
  const auto folder = test::vectors_root() / "JSONTestSuite" / "test_parsing";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no vectors at " << folder;
  std::size_t refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string text = test::read_file(entry.path()).value();
    const auto message = read_message(text);
    ASSERT_FALSE(message.has_value()) << entry.path();
    const McpFault fault = message.error().fault;
    const bool is_broken =
        fault == McpFault::not_json || fault == McpFault::duplicate_member || fault == McpFault::too_deep;
    EXPECT_EQ(!is_broken, json::read_json(text, {.max_depth = kMostDepth}).has_value()) << entry.path();
    if (is_broken) ++refused;
  }
  EXPECT_GT(refused, 180U);
}

TEST(McpMessage, KeepsTheLargestIntegersAndEscapesStrings) {
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"x"})")->id, "18446744073709551615");
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":"\u000a\u00e4","method":"x"})")->id, "\"\\nä\"");
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":"","method":"x"})")->id, R"("")");
}

TEST(McpMessage, IsANotificationWithoutAnId) {
  const auto message =
      read_message(R"({"jsonrpc":"2.0","method":"notifications/initialized","more":1,"params":{"name":7}})");
  ASSERT_TRUE(message.has_value());
  EXPECT_TRUE(message->is_notification());
  EXPECT_EQ(*message->params.name, 7);
}

TEST(McpMessage, MayBeAsDeepAsTheLimit) {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":)" +
                           std::string(kMostDepth - 2, '[') + std::string(kMostDepth - 2, ']') + "}}";
  EXPECT_TRUE(read_message(body).has_value());
}

}  // namespace
}  // namespace agent_access::mcp
