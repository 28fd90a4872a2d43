// Which revision of MCP a request uses, and what its fields of HTTP must repeat.
#include "mcp/message.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

namespace agent_access::mcp {
namespace {

constexpr std::string_view kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

/// A message and the body that it views.
struct Request {
  explicit Request(std::string text) : body(std::move(text)), message(*read_message(body)) {}
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  const std::string body;
  const Message message;
};
base::Result<Era, McpFault> era_of(const Request& request, const RequestFields& fields) {
  return mcp::era_of(request.message, fields);
}

Request request(const std::string& method, const std::string& params) {
  return Request(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + params + "}}");
}
Request current(const std::string& method = "tools/list", const std::string& more = "") {
  return request(method, more + std::string(kMeta));
}
RequestFields fields(std::optional<std::string_view> version, std::optional<std::string_view> method = "tools/list",
                     std::optional<std::string_view> name = std::nullopt) {
  return {.version = version, .method = method, .name = name};
}

TEST(McpRevision, IsTheCurrentOneIfFieldsAndMessageAgree) {
  EXPECT_EQ(era_of(current(), fields("2026-07-28")), Era::current);
}

TEST(McpRevision, RefusesFieldsThatAreMissingOrDiffer) {
  const auto mismatch = base::Result<Era, McpFault>(base::Failure(McpFault::header_mismatch));
  EXPECT_EQ(era_of(current(), fields(std::nullopt)), mismatch);
  EXPECT_EQ(era_of(current(), fields("2025-11-25")), mismatch);
  EXPECT_EQ(era_of(current(), fields("2026-07-28", std::nullopt)), mismatch);
  EXPECT_EQ(era_of(current(), fields("2026-07-28", "Tools/list")), mismatch) << "values have one case";
}

TEST(McpRevision, RefusesANameThatIsMissingOrDiffers) {
  const auto mismatch = base::Result<Era, McpFault>(base::Failure(McpFault::header_mismatch));
  const Request call = current("tools/call", R"("name":"get_faq",)");
  EXPECT_EQ(era_of(call, fields("2026-07-28", "tools/call", "get_faq")), Era::current);
  EXPECT_EQ(era_of(call, fields("2026-07-28", "tools/call", "=?base64?Z2V0X2ZhcQ==?=")), Era::current);
  EXPECT_EQ(era_of(call, fields("2026-07-28", "tools/call")), mismatch);
  EXPECT_EQ(era_of(call, fields("2026-07-28", "tools/call", "get_cv_summary")), mismatch);
  EXPECT_EQ(era_of(call, fields("2026-07-28", "tools/call", "get_faq, get_faq")), Era::current);
  EXPECT_EQ(era_of(call, fields("2026-07-28", "tools/call", "get_faq, get_cv_summary")), mismatch);
  const Request commas = current("resources/read", R"("uri":"a,a",)");
  EXPECT_EQ(era_of(commas, fields("2026-07-28", "resources/read", "a,a")), Era::current);
  EXPECT_EQ(era_of(commas, fields("2026-07-28", "resources/read", "a,a, a,a")), mismatch) << "is a list of four";
  const Request read = current("resources/read", R"("uri":"https://www.example.com/llms.txt",)");
  EXPECT_EQ(era_of(read, fields("2026-07-28", "resources/read", "https://www.example.com/llms.txt")), Era::current);
  EXPECT_EQ(era_of(read, fields("2026-07-28", "resources/read", "https://www.example.com/")), mismatch);
}

TEST(McpRevision, NeedsTheMetadataOfTheRequest) {
  const auto missing = base::Result<Era, McpFault>(base::Failure(McpFault::missing_meta));
  EXPECT_EQ(era_of(request("tools/list", ""), fields("2026-07-28")), missing);
  EXPECT_EQ(era_of(request("tools/list", R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})"),
                   fields("2026-07-28")),
            missing);
  EXPECT_EQ(era_of(request("tools/list", R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                         R"("io.modelcontextprotocol/clientCapabilities":[]})"),
                   fields("2026-07-28")),
            missing);
}

TEST(McpRevision, RefusesVersionsThatNobodyKnows) {
  const auto unsupported = base::Result<Era, McpFault>(base::Failure(McpFault::unsupported_version));
  const Request future = request("tools/list", R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"})");
  EXPECT_EQ(era_of(future, fields("2030-01-01")), unsupported);
  EXPECT_EQ(requested_version(future.message, fields("2030-01-01")), "2030-01-01");
  EXPECT_EQ(era_of(request("tools/list", ""), fields("1900-01-01")), unsupported);
}

TEST(McpRevision, IsALegacyOneWithoutMetadata) {
  for (const auto* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    EXPECT_EQ(era_of(request("tools/list", ""), fields(version, std::nullopt)), Era::legacy) << version;
  }
  EXPECT_EQ(era_of(request("initialize", ""), fields(std::nullopt, std::nullopt)), Era::legacy);
}

TEST(McpRevision, IsNegotiatedForInitialize) {
  EXPECT_EQ(negotiated("2025-03-26"), "2025-03-26");
  EXPECT_EQ(negotiated("2025-11-25"), "2025-11-25");
  EXPECT_EQ(negotiated("2026-07-28"), "2025-11-25") << "it has no initialize";
  EXPECT_EQ(negotiated("2024-11-05"), "2024-11-05");
  EXPECT_EQ(negotiated("2024-10-07"), "2025-11-25");
}

TEST(McpName, IsComparedAsItIsOrDecoded) {
  EXPECT_TRUE(names("get_faq", "get_faq"));
  EXPECT_FALSE(names("get_faq ", "get_faq"));
  EXPECT_TRUE(names("=?base64?SGVsbG8sIOS4lueVjA==?=", "Hello, 世界"));
  EXPECT_TRUE(names("=?base64?bGluZTEKbGluZTI=?=", "line1\nline2"));
  EXPECT_FALSE(names("=?base64?bGluZTEKbGluZTI?=", "line1\nline2")) << "without padding";
  EXPECT_FALSE(names("=?base64?literal?=", "=?base64?literal?=")) << "a name of this form must be encoded";
  EXPECT_TRUE(names("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", "=?base64?literal?="));
  EXPECT_FALSE(names("=?BASE64?Z2V0X2ZhcQ==?=", "get_faq"));
  EXPECT_TRUE(names("=?base64?=", "=?base64?=")) << "too short for the form";
  EXPECT_TRUE(
      names("=?base64?"
            "?=",
            ""));
}

}  // namespace
}  // namespace agent_access::mcp
