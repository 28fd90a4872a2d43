// Which revision of MCP a request uses, what its fields of HTTP must repeat, and which members results may have.
#include "mcp/revision.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <optional>
#include <string>
#include <utility>

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

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
base::Result<Revision, McpFault> revision_of(const Request& request, const RequestFields& fields) {
  return mcp::revision_of(request.message, fields);
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
  EXPECT_EQ(revision_of(current(), fields("2026-07-28")), Revision::current());
}

TEST(McpRevision, RefusesFieldsThatAreMissingOrDiffer) {
  const auto mismatch = base::Result<Revision, McpFault>(base::Failure(McpFault::header_mismatch));
  EXPECT_EQ(revision_of(current(), fields(std::nullopt)), mismatch);
  EXPECT_EQ(revision_of(current(), fields("2025-11-25")), mismatch);
  EXPECT_EQ(revision_of(current(), fields("2026-07-28", std::nullopt)), mismatch);
  EXPECT_EQ(revision_of(current(), fields("2026-07-28", "Tools/list")), mismatch) << "values have one case";
}

TEST(McpRevision, RefusesANameThatIsMissingOrDiffers) {
  const auto mismatch = base::Result<Revision, McpFault>(base::Failure(McpFault::header_mismatch));
  const Request call = current("tools/call", R"("name":"get_faq",)");
  EXPECT_EQ(revision_of(call, fields("2026-07-28", "tools/call", "get_faq")), Revision::current());
  EXPECT_EQ(revision_of(call, fields("2026-07-28", "tools/call", "=?base64?Z2V0X2ZhcQ==?=")), Revision::current());
  EXPECT_EQ(revision_of(call, fields("2026-07-28", "tools/call")), mismatch);
  EXPECT_EQ(revision_of(call, fields("2026-07-28", "tools/call", "get_cv_summary")), mismatch);
  EXPECT_EQ(revision_of(call, fields("2026-07-28", "tools/call", "get_faq, get_faq")), Revision::current());
  EXPECT_EQ(revision_of(call, fields("2026-07-28", "tools/call", "get_faq, get_cv_summary")), mismatch);
  const Request commas = current("resources/read", R"("uri":"a,a",)");
  EXPECT_EQ(revision_of(commas, fields("2026-07-28", "resources/read", "a,a")), Revision::current());
  EXPECT_EQ(revision_of(commas, fields("2026-07-28", "resources/read", "a,a, a,a")), mismatch) << "is a list of four";
  const Request read = current("resources/read", R"("uri":"https://www.example.com/llms.txt",)");
  EXPECT_EQ(revision_of(read, fields("2026-07-28", "resources/read", "https://www.example.com/llms.txt")),
            Revision::current());
  EXPECT_EQ(revision_of(read, fields("2026-07-28", "resources/read", "https://www.example.com/")), mismatch);
}

TEST(McpRevision, NeedsTheMetadataOfTheRequest) {
  const auto missing = base::Result<Revision, McpFault>(base::Failure(McpFault::missing_meta));
  EXPECT_EQ(revision_of(request("tools/list", ""), fields("2026-07-28")), missing);
  EXPECT_EQ(revision_of(request("tools/list", R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})"),
                        fields("2026-07-28")),
            missing);
  EXPECT_EQ(revision_of(request("tools/list", R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                              R"("io.modelcontextprotocol/clientCapabilities":[]})"),
                        fields("2026-07-28")),
            missing);
}

TEST(McpRevision, RefusesVersionsThatNobodyKnows) {
  const auto unsupported = base::Result<Revision, McpFault>(base::Failure(McpFault::unsupported_version));
  const Request future = request("tools/list", R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"})");
  EXPECT_EQ(revision_of(future, fields("2030-01-01")), unsupported);
  EXPECT_EQ(requested_version(future.message, fields("2030-01-01")), "2030-01-01");
  EXPECT_EQ(revision_of(request("tools/list", ""), fields("1900-01-01")), unsupported);
}

TEST(McpRevision, IsThatOfTheFieldWithoutMetadata) {
  for (const auto* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    EXPECT_EQ(revision_of(request("tools/list", ""), fields(version, std::nullopt))->name(), version);
  }
}

TEST(McpRevision, IsTheOldestWhereNothingNamesOne) {
  EXPECT_EQ(revision_of(request("tools/list", ""), fields(std::nullopt, std::nullopt)), Revision::oldest());
  EXPECT_EQ(Revision::oldest().name(), "2024-11-05");
}

TEST(McpRevision, OfInitializeIsThatOfTheBody) {
  for (const std::optional<std::string_view> field :
       {std::optional<std::string_view>(), {"2026-07-28"}, {"2025-11-25"}, {"2099-01-01"}, {""}, {"x, y"}}) {
    const auto of = [&](const std::string& params) {
      return revision_of(request("initialize", params), fields(field, std::nullopt)).value().name();
    };
    EXPECT_EQ(of(R"("protocolVersion":"2025-06-18")"), "2025-06-18");
    EXPECT_EQ(of(R"("protocolVersion":"2026-07-28")"), "2025-11-25") << "it has no initialize";
    EXPECT_EQ(of(R"("protocolVersion":"2099-01-01")"), "2025-11-25");
    EXPECT_EQ(of(R"("protocolVersion":"2025-06-18",)" + std::string(kMeta)), "2025-06-18");
    EXPECT_EQ(of(""), "2025-11-25") << "the method refuses it";
    EXPECT_EQ(of(std::string(kMeta)), "2026-07-28") << "which does not know the method";
  }
}

TEST(McpRevision, IsNegotiatedForInitialize) {
  EXPECT_EQ(negotiated("2025-03-26").name(), "2025-03-26");
  EXPECT_EQ(negotiated("2025-11-25").name(), "2025-11-25");
  EXPECT_EQ(negotiated("2026-07-28").name(), "2025-11-25") << "it has no initialize";
  EXPECT_EQ(negotiated("2024-11-05").name(), "2024-11-05");
  EXPECT_EQ(negotiated("2024-10-07").name(), "2025-11-25");
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

// What results of a revision may have.

std::string within(const char* result, std::string_view revision) {
  return bj::serialize(mcp::within(bj::parse(result).as_object(), *Revision::named(revision)));
}

TEST(McpMembers, LeaveWhereTheRevisionDoesNotKnowThem) {
  constexpr const char* kResult =
      R"({"tools":[{"name":"a","title":"A","annotations":{},"_meta":{},"icons":[]}],"ttlMs":1,"resultType":"complete"})";
  EXPECT_EQ(within(kResult, "2024-11-05"), R"({"tools":[{"name":"a"}]})");
  EXPECT_EQ(within(kResult, "2025-03-26"), R"({"tools":[{"name":"a","annotations":{}}]})");
  EXPECT_EQ(within(kResult, "2025-06-18"), R"({"tools":[{"name":"a","title":"A","annotations":{},"_meta":{}}]})");
  EXPECT_EQ(within(kResult, "2025-11-25"),
            R"({"tools":[{"name":"a","title":"A","annotations":{},"_meta":{},"icons":[]}]})");
  EXPECT_EQ(within(kResult, "2026-07-28"), kResult);
}

TEST(McpMembers, LeaveWithTheObjectOfWhichNothingIsLeft) {
  constexpr const char* kResult = R"({"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a"}}})";
  EXPECT_EQ(within(kResult, "2025-11-25"), "{}");
  EXPECT_EQ(within(kResult, "2026-07-28"), kResult);
  EXPECT_EQ(within(R"({"_meta":{"io.modelcontextprotocol/serverInfo":{},"x":1}})", "2025-11-25"),
            R"({"_meta":{"x":1}})");
}

TEST(McpMembers, AreNotThoseOfTheContent) {
  constexpr const char* kResult = R"({"content":[{"title":"a","icons":[]}],"contents":[{"ttlMs":1}],"tools":[]})";
  EXPECT_EQ(within(kResult, "2024-11-05"), kResult);
}

TEST(McpMembers, OfToolsHaveStructuredContentSince2025June) {
  EXPECT_FALSE(has_member("structuredContent", *Revision::named("2025-03-26")));
  EXPECT_TRUE(has_member("structuredContent", *Revision::named("2025-06-18")));
}

TEST(McpRevisedText, KeepsEqualTextsOnce) {
  const RevisedText text([](Revision revision) { return std::string(revision.is_current() ? "new" : "old"); });
  EXPECT_EQ(text.in(Revision::current()), "new");
  EXPECT_EQ(text.in(Revision::oldest()), "old");
  EXPECT_EQ(text.in(Revision::oldest()).data(), text.in(*Revision::named("2025-11-25")).data());
}

}  // namespace
}  // namespace agent_access::mcp
