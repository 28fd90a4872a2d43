// The faults of MCP: names in the log, codes of JSON-RPC and statuses of HTTP, written out.
#include "mcp/message.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <set>
#include <string_view>

namespace agent_access::mcp {
namespace {

struct Row {
  McpFault fault;
  std::string_view name;
  int code;
  int status;
  int legacy_status;
};

constexpr std::array kRows = std::to_array<Row>({
    {McpFault::foreign_origin, "foreign_origin", 403, 403, 403},
    {McpFault::not_acceptable, "not_acceptable", 406, 406, 406},
    {McpFault::unsupported_media_type, "unsupported_media_type", 415, 415, 415},
    {McpFault::content_encoding, "content_encoding", 415, 415, 415},
    {McpFault::not_json, "malformed_json", -32700, 400, 400},
    {McpFault::duplicate_member, "duplicate_parameter", -32600, 400, 400},
    {McpFault::too_deep, "too_deep", -32600, 400, 400},
    {McpFault::batch, "batch", -32600, 400, 400},
    {McpFault::invalid_request, "invalid_message", -32600, 400, 400},
    {McpFault::client_response, "client_response", -32600, 400, 400},
    {McpFault::params_no_object, "params_no_object", -32602, 400, 400},
    {McpFault::refused_notification, "refused_notification", -32600, 400, 400},
    {McpFault::header_mismatch, "header_mismatch", -32020, 400, 400},
    {McpFault::unsupported_version, "unsupported_version", -32022, 400, 400},
    {McpFault::missing_meta, "missing_meta", -32602, 400, 400},
    {McpFault::unknown_method, "unknown_method", -32601, 404, 200},
    {McpFault::invalid_params, "invalid_params", -32602, 200, 200},
    {McpFault::unknown_tool, "unknown_tool", -32602, 200, 200},
    {McpFault::unknown_resource, "unknown_resource", -32602, 200, 200},
    {McpFault::large_resource, "large_resource", -32602, 200, 200},
    {McpFault::invalid_cursor, "invalid_cursor", -32602, 200, 200},
});

TEST(McpFaults, HaveTheseNamesCodesAndStatuses) {
  ASSERT_EQ(mcp_problems().size(), kRows.size());
  for (std::size_t at = 0; at < kRows.size(); ++at) {
    const McpProblem& problem = mcp_problem_of(kRows[at].fault);
    SCOPED_TRACE(kRows[at].name);
    EXPECT_EQ(&problem, &mcp_problems()[at]);
    EXPECT_EQ(problem.fault, kRows[at].fault);
    EXPECT_EQ(problem.row.name, kRows[at].name);
    EXPECT_EQ(problem.code, kRows[at].code);
    EXPECT_EQ(problem.row.status, kRows[at].status);
    EXPECT_EQ(problem.legacy_status, kRows[at].legacy_status);
  }
}

TEST(McpFaults, HaveDifferentNamesAndSentences) {
  std::set<std::string_view> names;
  std::set<std::string_view> sentences;
  for (const McpProblem& problem : mcp_problems()) {
    EXPECT_TRUE(names.insert(problem.row.name).second) << problem.row.name;
    EXPECT_TRUE(sentences.insert(problem.row.sentence).second) << problem.row.sentence;
    EXPECT_EQ(problem.row.sentence.find_first_of("\r\n"), std::string_view::npos);
  }
}

}  // namespace
}  // namespace agent_access::mcp
