// JSON-RPC 2.0 messages as MCP narrows them: what is read, and the fault and id of what is refused.
#include "mcp/message.hpp"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "json/strict_reader.hpp"
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
  EXPECT_EQ(message->params.cursor.text, "a");
  EXPECT_FALSE(message->is_notification());
}

TEST(McpMessage, HasTheMembersOfParamsAndMeta) {
  const auto message = read_message(
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"name":"a","uri":"b","cursor":"c","protocolVersion":"d",)"
      R"("arguments":{"e":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"f",)"
      R"("io.modelcontextprotocol/clientCapabilities":{}}}})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->params.name.text, "a");
  EXPECT_EQ(message->params.uri.text, "b");
  EXPECT_EQ(message->params.cursor.text, "c");
  EXPECT_EQ(message->params.protocol_version.text, "d");
  EXPECT_EQ(message->params.arguments.type, Member::Type::object);
  EXPECT_EQ(message->params.version.text, "f");
  EXPECT_EQ(message->params.capabilities.type, Member::Type::empty_object);
}

TEST(McpMessage, KnowsTheTypeOfAMember) {
  const auto type_of = [](const std::string& value) {
    const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"arguments":)" + value + "}}";
    return read_message(body)->params.arguments.type;
  };
  EXPECT_EQ(type_of("{}"), Member::Type::empty_object);
  EXPECT_EQ(type_of(" { } "), Member::Type::empty_object);
  EXPECT_EQ(type_of(R"({"a":{}})"), Member::Type::object);
  EXPECT_EQ(type_of(R"({"a":[{}]})"), Member::Type::object);
  EXPECT_EQ(type_of(R"("a")"), Member::Type::text);
  for (const auto* other : {"true", "0", "1", "-1", "18446744073709551615", "1.5", "[{}]", R"(["a"])", "[[]]"}) {
    EXPECT_EQ(type_of(other), Member::Type::other) << other;
  }
  const auto none = read_message(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{}})");
  EXPECT_EQ(none->params.arguments.type, Member::Type::missing);
}

TEST(McpMessage, HasNoMemberForWhatClientsFillIn) {
  const auto read = [](const std::string& params) {
    return read_message(R"({"jsonrpc":"2.0","id":1,"method":"x","params":)" + params + "}");
  };
  for (const auto* filler : {"null", R"("")", "[]", " [ ] "}) {
    EXPECT_TRUE(read(filler).has_value()) << filler;
    EXPECT_TRUE(read(R"({"arguments":)" + std::string(filler) + "}")->params.arguments.is_missing()) << filler;
    EXPECT_TRUE(read(R"({"_meta":)" + std::string(filler) + "}")->params.meta.is_missing()) << filler;
  }
  EXPECT_TRUE(read(R"({"cursor":null})")->params.cursor.is_missing());
  EXPECT_TRUE(read(R"({"cursor":""})")->params.cursor.is_missing());
  EXPECT_FALSE(read(R"({"cursor":[]})")->params.cursor.is_missing()) << "it is no object";
  for (const auto* required : {"name", "uri", "protocolVersion"}) {
    const auto message = read("{\"" + std::string(required) + R"(":""})");
    const Params& params = message->params;
    EXPECT_TRUE(params.name.is_text() || params.uri.is_text() || params.protocol_version.is_text()) << required;
  }
  EXPECT_FALSE(read(R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":[]}})")->params.capabilities.is_object())
      << "it is required";
}

TEST(McpMessage, ReadsMembersOnlyAtTheirPlaces) {
  const auto message = read_message(
      R"({"name":"a","id":1,"jsonrpc":"2.0","_meta":{"io.modelcontextprotocol/protocolVersion":"b"},"method":"x",)"
      R"("more":{"method":"c","params":{"cursor":"d"}},"params":{"more":{"name":"e","_meta":{"name":"f"}},)"
      R"("params":{"uri":"g"},"arguments":{"cursor":"h"},"_meta":[{"io.modelcontextprotocol/protocolVersion":"i"}],)"
      R"("io.modelcontextprotocol/protocolVersion":"j"},"last":["k",{"params":{"name":"l"}}]})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->method, "x");
  EXPECT_TRUE(message->params.name.is_missing());
  EXPECT_TRUE(message->params.uri.is_missing());
  EXPECT_TRUE(message->params.cursor.is_missing());
  EXPECT_TRUE(message->params.version.is_missing());
  EXPECT_EQ(message->params.meta.type, Member::Type::other);
}

TEST(McpMessage, ReadsMembersAfterAnObject) {
  const auto message = read_message(
      R"({"params":{"_meta":{"a":{},"io.modelcontextprotocol/protocolVersion":"b"},"arguments":{"c":{}},"name":"d"},)"
      R"("method":"x","id":"e","jsonrpc":"2.0"})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->params.version.text, "b");
  EXPECT_EQ(message->params.arguments.type, Member::Type::object);
  EXPECT_EQ(message->params.name.text, "d");
  EXPECT_EQ(message->method, "x");
  EXPECT_EQ(message->id, R"("e")");
}

TEST(McpMessage, UnescapesNamesAndTexts) {
  const std::string body =
      R"({"\u006asonrpc":"\u0032.0","id":1,"meth\u006fd":"a\/b","par\u0061ms":{"n\u0061me":"\u00e4",)"
      R"("uri":"\"x\"","cursor":")" +
      std::string(3000, 'c') + R"(\u0063"}})";
  const auto message = read_message(body);
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->method, "a/b");
  EXPECT_EQ(message->params.name.text, "ä");
  EXPECT_EQ(message->params.uri.text, "\"x\"");
  EXPECT_EQ(message->params.cursor.text, std::string(3001, 'c'));
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
    EXPECT_EQ(!is_broken, json::parse_strict_json(text, kMostDepth).has_value()) << entry.path();
    if (is_broken) ++refused;
  }
  EXPECT_GT(refused, 180U);
}

TEST(McpMessage, ReadsParamsAsAWhole) {
  const auto message = read_message(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"a":{"b":[1,"\u0063"]}}})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(boost::json::serialize(message->read_params()), R"({"a":{"b":[1,"c"]}})");
  EXPECT_TRUE(read_message(R"({"jsonrpc":"2.0","id":1,"method":"x"})")->read_params().empty());
}

TEST(McpMessage, KeepsTheLargestIntegersAndEscapesStrings) {
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"x"})")->id, "18446744073709551615");
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":"\u000a\u00e4","method":"x"})")->id, "\"\\u000aä\"");
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":"","method":"x"})")->id, R"("")");
}

TEST(McpMessage, IsANotificationWithoutAnId) {
  const auto message =
      read_message(R"({"jsonrpc":"2.0","method":"notifications/initialized","more":1,"params":{"name":7}})");
  ASSERT_TRUE(message.has_value());
  EXPECT_TRUE(message->is_notification());
  EXPECT_EQ(message->params.name.type, Member::Type::other);
}

TEST(McpMessage, MayBeAsDeepAsTheLimit) {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":)" +
                           std::string(kMostDepth - 2, '[') + std::string(kMostDepth - 2, ']') + "}}";
  EXPECT_TRUE(read_message(body).has_value());
}

}  // namespace
}  // namespace agent_access::mcp
