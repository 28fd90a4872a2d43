// JSON-RPC 2.0 messages as MCP narrows them: what is read, and the fault and id of what is refused.
#include "mcp/message.hpp"

#include <gtest/gtest.h>

#include <string>

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
        Refused{R"({"jsonrpc":"2.0","id":3,"method":"ping","params":null})", McpFault::params_no_object, "3"}));

TEST(McpMessage, IsARequestWithItsIdAsText) {
  const auto message = read_message(R"({"jsonrpc":"2.0","id":-7,"method":"tools/list","params":{"cursor":"a"}})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->id, "-7");
  EXPECT_EQ(message->method, "tools/list");
  EXPECT_EQ(message->params.at("cursor"), "a");
  EXPECT_FALSE(message->is_notification());
}

TEST(McpMessage, KeepsTheLargestIntegersAndEscapesStrings) {
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"x"})")->id, "18446744073709551615");
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":"\u000a\u00e4","method":"x"})")->id, "\"\\u000aä\"");
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":"","method":"x"})")->id, R"("")");
}

TEST(McpMessage, IsANotificationWithoutAnId) {
  const auto message = read_message(R"({"jsonrpc":"2.0","method":"notifications/initialized","more":1})");
  ASSERT_TRUE(message.has_value());
  EXPECT_TRUE(message->is_notification());
  EXPECT_TRUE(message->params.empty());
}

TEST(McpMessage, MayBeAsDeepAsTheLimit) {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":)" +
                           std::string(kMostDepth - 2, '[') + std::string(kMostDepth - 2, ']') + "}}";
  EXPECT_TRUE(read_message(body).has_value());
}

}  // namespace
}  // namespace agent_access::mcp
