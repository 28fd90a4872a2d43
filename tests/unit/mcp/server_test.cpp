// Whole responses of the MCP server of a small site, one or more of each method.
#include "mcp/server.hpp"

#include <gtest/gtest.h>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <map>
#include <string>

#include "site/documents/metadata.hpp"
#include "unit/mcp/small_site.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

/// What ends a result, up to the id.
const std::string kEnd =
    R"("resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"com.example/robin-example",)"
    R"("version":"1.0.0","websiteUrl":"https://example.com","title":"Robin Example"}}},"id":7})";
constexpr Revision kJune = Revision::at(2);
const std::string kFresh = R"("ttlMs":300000,"cacheScope":"public",)";

class McpServer : public testing::Test {
 protected:
  [[nodiscard]] Reply ask(std::string_view method, std::string_view params,
                          Revision revision = Revision::current()) const {
    const std::string body =
        R"({"jsonrpc":"2.0","id":7,"method":")" + std::string(method) + R"(","params":)" + std::string(params) + "}";
    return server_.answer(*read_message(body), revision);
  }
  /// The response; of a fault its name, of a missing token "token".
  [[nodiscard]] std::string answer(std::string_view method, std::string_view params = "{}",
                                   Revision revision = Revision::current()) const {
    const Reply reply = ask(method, params, revision);
    if (!reply.fault && reply.needs == Needs::nothing) return std::string(reply.constant) + reply.body;
    EXPECT_EQ(std::string(reply.constant) + reply.body, "");
    return reply.fault ? std::string(mcp_problem_of(*reply.fault).row.name) : "token";
  }
  [[nodiscard]] std::string profile(Needs needs, std::string_view id, Revision revision = Revision::current()) const {
    std::string body;
    const std::string_view constant = server_.profile_result(needs, {revision, id}, kSmallMeta, body);
    return std::string(constant) + body;
  }

  const publish::Catalogue documents_ = small_catalogue();
  const Site site_ = Site::read(documents_, std::string(kSmallUrl));
  const content::Profile profile_ = content::parse_profile(kSmallProfile).value();
  const Server server_{documents_, std::string(kSmallUrl), kSmallIdentity, profile_};
};

TEST_F(McpServer, Discovers) {
  EXPECT_EQ(
      answer("server/discover"),
      R"({"jsonrpc":"2.0","result":{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26"],)"
      R"("capabilities":{"tools":{},"resources":{},)"
      R"("extensions":{"io.modelcontextprotocol/oauth-client-credentials":{}}},)"
      R"("instructions":"Use get_site_overview first. Every tool only reads. get_full_profile and the profile as )"
      R"(a resource need an access token: register at the authorization server without an account, and use the )"
      R"(grant client_credentials.",)" +
          kFresh + kEnd);
}

TEST_F(McpServer, Initializes) {
  EXPECT_EQ(
      answer("initialize", R"({"protocolVersion":"2025-06-18"})", kJune),
      R"({"jsonrpc":"2.0","result":{"protocolVersion":"2025-06-18",)"
      R"("capabilities":{"tools":{},"resources":{}},)"
      R"("serverInfo":{"name":"com.example/robin-example","version":"1.0.0","title":"Robin Example"},)"
      R"("instructions":"Use get_site_overview first. Every tool only reads. get_full_profile and the profile as )"
      R"(a resource need an access token: register at the authorization server without an account, and use the )"
      R"(grant client_credentials."},"id":7})");
  EXPECT_EQ(answer("initialize", R"({"protocolVersion":1})", kJune), "invalid_params");
  EXPECT_EQ(answer("initialize", "{}", kJune), "invalid_params");
}

TEST_F(McpServer, HasNoProfileWhereThereIsNone) {
  documents::McpIdentity identity = kSmallIdentity;
  identity.has_profile = false;
  const Server server(documents_, std::string(kSmallUrl), identity, profile_);
  const auto ask_open = [&](const std::string& method, const std::string& params) {
    const std::string body = R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":)" + params + "}";
    return server.answer(*read_message(body), kJune);
  };
  EXPECT_EQ(ask_open("tools/call", R"({"name":"get_full_profile"})").fault, McpFault::unknown_tool);
  EXPECT_EQ(ask_open("resources/read", R"({"uri":"https://example.com/api/agent/full-profile"})").fault,
            McpFault::unknown_resource);
  for (const auto& [method, params] : std::map<std::string, std::string>{
           {"tools/list", "{}"}, {"resources/list", "{}"}, {"initialize", R"({"protocolVersion":"2025-06-18"})"}}) {
    const Reply reply = ask_open(method, params);
    const std::string text = std::string(reply.constant) + reply.body;
    for (const auto* word : {"profile", "oauth", "token"}) EXPECT_EQ(text.find(word), std::string::npos) << text;
  }
}

TEST_F(McpServer, Pings) { EXPECT_EQ(answer("ping", "{}", kJune), R"({"jsonrpc":"2.0","result":{},"id":7})"); }

TEST_F(McpServer, HasMethodsOfTheRevisionOnly) {
  EXPECT_EQ(answer("ping"), "unknown_method");
  EXPECT_EQ(answer("initialize", R"({"protocolVersion":"2025-06-18"})"), "unknown_method");
  EXPECT_EQ(answer("server/discover", "{}", kJune), "unknown_method");
  for (const auto* method : {"", "tools", "Tools/list", "prompts/list", "completion/complete", "logging/setLevel",
                             "notifications/initialized"}) {
    EXPECT_EQ(answer(method), "unknown_method") << method;
  }
}

TEST_F(McpServer, ListsTools) {
  // Each tool as mcp.json describes it; the golden file of that document has them in full.
  const std::string tools = bj::serialize(documents::tool_array(kSmallIdentity));
  EXPECT_EQ(answer("tools/list"), R"({"jsonrpc":"2.0","result":{"tools":)" + tools + "," + kFresh + kEnd);
  EXPECT_TRUE(tools.starts_with(
      R"([{"name":"get_site_overview","title":"Site overview","description":"Returns who the site owner is, which )"
      R"(collections exist and where machine-readable resources live.","inputSchema":{"type":"object",)"
      R"("properties":{},"additionalProperties":false},"outputSchema":{"type":"object",)"))
      << tools;
  EXPECT_EQ(answer("tools/list", R"({"cursor":"1"})"), "invalid_cursor");
}

TEST_F(McpServer, CallsATool) {
  const std::string expected =
      R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":)"
      R"("{\"name\":\"Robin Example\",\"url\":\"https://example.com/api/site.json\",\"email\":\"robin@example.com\"}"}],)"
      R"("structuredContent":{"name":"Robin Example","url":"https://example.com/api/site.json",)"
      R"("email":"robin@example.com"},)" +
      kEnd;
  EXPECT_EQ(answer("tools/call", R"({"name":"get_contact_info"})"), expected);
  EXPECT_EQ(answer("tools/call", R"({"name":"get_contact_info","arguments":{}})"), expected);
  EXPECT_EQ(answer("tools/call", R"({"name":"get_contact_info","arguments":null})"), expected);
  EXPECT_EQ(answer("tools/call", R"({"name":"get_contact_info","arguments":{"task_progress":"a"}})"), expected);
}

TEST_F(McpServer, HasTheResultOfAToolAsTextInRevisionsWithoutAValue) {
  const std::string text =
      R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":)"
      R"("{\"name\":\"Robin Example\",\"url\":\"https://example.com/api/site.json\",\"email\":\"robin@example.com\"}"}]},"id":7})";
  for (const Revision revision : {Revision::oldest(), Revision::at(1)}) {
    EXPECT_EQ(answer("tools/call", R"({"name":"get_contact_info"})", revision), text);
    EXPECT_EQ(answer("tools/call", R"({"name":"get_contact_info","arguments":{"x":1}})", revision), text);
    EXPECT_FALSE(profile(Needs::token_for_tool, "7", revision).contains("structuredContent"));
  }
  EXPECT_TRUE(
      answer("tools/call", R"({"name":"get_contact_info"})", kJune).contains(R"(,"structuredContent":{"name")"));
}

TEST_F(McpServer, SaysWhatAMessageNeedsBeforeItIsAnswered) {
  const auto needs = [&](const std::string& method, const std::string& params) {
    return server_.needs(
        *read_message(R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":)" + params + "}"));
  };
  EXPECT_EQ(needs("tools/call", R"({"name":"get_full_profile"})"), Needs::token_for_tool);
  EXPECT_EQ(needs("tools/call", R"({"name":"get_faq"})"), Needs::nothing);
  EXPECT_EQ(needs("resources/read", R"({"uri":"HTTPS://example.com/api/agent/full-profile"})"),
            Needs::token_for_resource);
  EXPECT_EQ(needs("resources/read", R"({"uri":"https://example.com/llms.txt"})"), Needs::nothing);
  EXPECT_EQ(needs("tools/list", R"({"name":"get_full_profile"})"), Needs::nothing);
}

TEST_F(McpServer, HasErrorsOfToolsInTheirResult) {
  EXPECT_EQ(answer("tools/call", R"({"name":"get_content_item","arguments":{"collection":"pages","slug":"a\"b"}})"),
            R"({"jsonrpc":"2.0","result":{"content":[{"type":"text",)"
            R"("text":"pages has no \"a\"b\"; list_content names what exists"}],"isError":true,)" +
                kEnd);
  EXPECT_EQ(answer("tools/call", R"({"name":"list_content"})"),
            R"({"jsonrpc":"2.0","result":{"content":[{"type":"text",)"
            R"("text":"collection must be one of publications, projects, pages"}],"isError":true,)" +
                kEnd);
}

TEST_F(McpServer, RefusesCallsOfNoTool) {
  EXPECT_EQ(answer("tools/call", R"({"name":"get_nothing"})"), "unknown_tool");
  EXPECT_EQ(answer("tools/call", "{}"), "invalid_params");
  EXPECT_EQ(answer("tools/call", R"({"name":1})"), "invalid_params");
  EXPECT_EQ(answer("tools/call", R"({"name":"get_faq","arguments":[1]})"), "invalid_params");
}

TEST_F(McpServer, NeedsATokenForTheProfile) {
  EXPECT_EQ(ask("tools/call", R"({"name":"get_full_profile"})").needs, Needs::token_for_tool);
  EXPECT_EQ(ask("tools/call", R"({"name":"get_full_profile","arguments":{}})").needs, Needs::token_for_tool);
  EXPECT_EQ(ask("resources/read", R"({"uri":"https://example.com/api/agent/full-profile"})").needs,
            Needs::token_for_resource);
  EXPECT_EQ(ask("tools/call", R"({"name":"get_full_profile","arguments":{"x":1}})").needs, Needs::token_for_tool);
}

TEST_F(McpServer, ListsResources) {
  // Each entry is written out in resources_test.
  const Resources resources(documents_, site_);
  EXPECT_EQ(answer("resources/list"), R"({"jsonrpc":"2.0","result":{"resources":)" +
                                          bj::serialize(resources.pages()[0].entries) + "," + kFresh + kEnd);
  EXPECT_EQ(answer("resources/list", R"({"cursor":"100"})"), "invalid_cursor");
  EXPECT_EQ(answer("resources/list", R"({"cursor":100})"), "invalid_cursor");
}

TEST_F(McpServer, HasTheFirstPageWithoutACursor) {
  for (const auto* method : {"tools/list", "resources/list", "resources/templates/list"}) {
    const std::string first = answer(method);
    EXPECT_EQ(answer(method, "null"), first);
    EXPECT_EQ(answer(method, R"({"cursor":null})"), first);
    EXPECT_EQ(answer(method, R"({"cursor":""})"), first);
    EXPECT_EQ(answer(method, "[]"), first);
    EXPECT_EQ(answer(method, R"({"cursor":"1"})", kJune), "invalid_cursor");
  }
}

TEST_F(McpServer, ListsTheTemplate) {
  EXPECT_EQ(answer("resources/templates/list"),
            R"({"jsonrpc":"2.0","result":{"resourceTemplates":[{"uriTemplate":"content:///{collection}/{slug}",)"
            R"("name":"item","title":"Item of a collection","description":"One publication, project or page as JSON. )"
            R"(collection is publications, projects or pages; slug is one of list_content or search_content.",)"
            R"("mimeType":"application/json"}],)" +
                kFresh + kEnd);
  EXPECT_EQ(answer("resources/templates/list", R"({"cursor":"1"})"), "invalid_cursor");
}

TEST_F(McpServer, ReadsADocument) {
  EXPECT_EQ(answer("resources/read", R"({"uri":"https://example.com/llms.txt"})"),
            R"({"jsonrpc":"2.0","result":{"contents":[{"uri":"https://example.com/llms.txt","mimeType":"text/plain",)"
            R"("text":"# \"Robin\"\n"}],)" +
                kFresh + kEnd);
}

TEST_F(McpServer, ReadsAnItem) {
  EXPECT_EQ(answer("resources/read", R"({"uri":"content:///projects/tide-table"})"),
            R"({"jsonrpc":"2.0","result":{"contents":[{"uri":"content:///projects/tide-table",)"
            R"("mimeType":"application/json","text":"{\"collection\":\"projects\",\"slug\":\"tide-table\",)"
            R"(\"title\":\"Tide table\",\"url\":\"https://tides.example/\"}"}],)" +
                kFresh + kEnd);
}

TEST_F(McpServer, NeedsATokenForGatedDocuments) {
  const content::GatedDocument paper{"/api/agent/paper.pdf", "Paper", "A paper", ""};
  const std::vector<documents::GatedResource> gated = {
      {paper.path, paper.title, paper.description, "read:papers", &paper, nullptr}};
  const Server server{documents_, std::string(kSmallUrl), kSmallIdentity, profile_, gated};
  const auto reply_at = [&](std::string_view uri) {
    const std::string body =
        R"({"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":")" + std::string(uri) + "\"}}";
    return server.answer(*read_message(body), Revision::current());
  };
  const Reply reply = reply_at("https://example.com/api/agent/paper.pdf");
  EXPECT_EQ(reply.needs, Needs::token_for_document);
  EXPECT_FALSE(reply.fault);
  EXPECT_EQ(std::string(reply.constant) + reply.body, "");
  for (const auto* path : {"paper.pdf?page=2", "paper.pdf/", "other.pdf"}) {
    EXPECT_EQ(reply_at("https://example.com/api/agent/" + std::string(path)).fault, McpFault::unknown_resource) << path;
  }
}

TEST_F(McpServer, SaysInItsInstructionsThatGatedDocumentsNeedScopes) {
  const content::GatedDocument file{"/api/agent/a.txt", "a.txt", "A", ""};
  const content::Gate gate{"/data/", "Data", ""};
  const auto instructions_with = [&](const documents::GatedResource& resource) {
    const Server server{documents_, std::string(kSmallUrl), kSmallIdentity, profile_, std::span(&resource, 1)};
    const Reply reply =
        server.answer(*read_message(R"({"jsonrpc":"2.0","id":7,"method":"server/discover"})"), Revision::current());
    const auto response = bj::parse(std::string(reply.constant) + reply.body);
    return std::string(response.at("result").at("instructions").as_string());
  };
  EXPECT_TRUE(
      instructions_with({file.path, file.title, "", "read:extended", &file, nullptr})
          .ends_with("the grant client_credentials. Resources whose description names a scope need a token with "
                     "that scope; the refusal without one names it, too."));
  EXPECT_TRUE(instructions_with({gate.prefix, gate.title, "", "read:extended", nullptr, &gate})
                  .ends_with("the grant client_credentials."));
}

TEST_F(McpServer, WritesAGatedDocument) {
  EXPECT_EQ(server_.document_result({Revision::current(), "7"}, "https://example.com/api/agent/a.txt?x=\"",
                                    {"text/plain", "a \"b\""}),
            R"({"jsonrpc":"2.0","result":{"contents":[)"
            R"({"uri":"https://example.com/api/agent/a.txt?x=\"","mimeType":"text/plain","text":"a \"b\""}],)"
            R"("ttlMs":0,"cacheScope":"private",)" +
                kEnd);
}

TEST_F(McpServer, RefusesToReadWhatIsNoResource) {
  for (const auto* uri : {"", "/llms.txt", "https://www.example.com/llms.txt", "https://example.com/style.css",
                          "https://example.com/own.txt", "https://example.com/404.html", "content:///projects/x"}) {
    EXPECT_EQ(answer("resources/read", R"({"uri":")" + std::string(uri) + "\"}"), "unknown_resource") << uri;
  }
  EXPECT_EQ(answer("resources/read"), "invalid_params");
  EXPECT_EQ(answer("resources/read", R"({"uri":1})"), "invalid_params");
}

TEST_F(McpServer, WritesTheProfileAsTextAndAsValue) {
  const std::string text = profile(Needs::token_for_tool, "7");
  EXPECT_EQ(text, R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{\u000a\u0009\"about\": )"
                  R"(\"a \\\"quoted\\\" back\\\\slash, \\u0007 and \\n, ä 漢 🙂\", \"n\": 1.50,)"
                  R"(\"_meta\":{\"issued_to\":\"an id\",\"scope\":\"read:extended\"}}"}],"structuredContent":)"
                  "{\n\t"
                  R"("about": "a \"quoted\" back\\slash, \u0007 and \n, ä 漢 🙂", "n": 1.50,)"
                  R"("_meta":{"issued_to":"an id","scope":"read:extended"}},)" +
                      kEnd);
  const bj::object result = bj::parse(text).at("result").as_object();
  EXPECT_EQ(bj::parse(result.at("content").at(0).at("text").as_string()), result.at("structuredContent"));
  EXPECT_EQ(result.at("structuredContent").at("about"), "a \"quoted\" back\\slash, \a and \n, ä 漢 🙂");
}

TEST_F(McpServer, WritesTheProfileAsAResource) {
  const bj::object response = bj::parse(profile(Needs::token_for_resource, R"("an id")")).as_object();
  EXPECT_EQ(response.at("id"), "an id");
  const bj::object& result = response.at("result").as_object();
  EXPECT_EQ(result.at("ttlMs"), 0);
  EXPECT_EQ(result.at("cacheScope"), "private");
  EXPECT_EQ(result.at("resultType"), "complete");
  ASSERT_EQ(result.at("contents").as_array().size(), 1U);
  const bj::object& contents = result.at("contents").at(0).as_object();
  EXPECT_EQ(contents.size(), 3U);
  EXPECT_EQ(contents.at("uri"), "https://example.com/api/agent/full-profile");
  EXPECT_EQ(contents.at("mimeType"), "application/json");
  EXPECT_EQ(std::string_view(contents.at("text").as_string()), profile_.prefix + std::string(kSmallMeta))
      << "the bytes of the owner";
}

TEST_F(McpServer, WritesAChallengeAsAResult) {
  EXPECT_EQ(server_.challenge_result({Revision::current(), "7"}, "say \"please\"", R"(Bearer scope="a")"),
            R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"say \"please\""}],"isError":true,)"
            R"("resultType":"complete","_meta":{"mcp/www_authenticate":["Bearer scope=\"a\""],)"
            R"("io.modelcontextprotocol/serverInfo":{"name":"com.example/robin-example","version":"1.0.0",)"
            R"("websiteUrl":"https://example.com","title":"Robin Example"}}},"id":7})");
}

TEST(McpErrors, HaveACodeASentenceAndTheErrorOfTheService) {
  EXPECT_EQ(error_response(McpFault::unknown_method, Revision::current(), "\"a\""),
            R"({"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"Method not found","data":)"
            R"({"error":"invalid_request","error_description":"Method not found"}}})");
  EXPECT_EQ(
      error_response(McpFault::batch, Revision::current(), ""),
      R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Send one message in a request; batches are not )"
      R"(supported","data":{"error":"invalid_request","error_description":"Send one message in a request; batches )"
      R"(are not supported"}}})");
}

TEST(McpErrors, NameTheVersionsThatAreSupported) {
  EXPECT_EQ(error_response(McpFault::unsupported_version, Revision::current(), "1", "2030-\"x\""),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":)"
            R"({"error":"invalid_request","error_description":"Unsupported protocol version",)"
            R"("supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26"],"requested":"2030-\"x\""}}})");
}

TEST(McpErrors, NameNoVersionThatIsNotUtf8) {
  const auto response = bj::parse(error_response(McpFault::unsupported_version, Revision::current(), "1", "2\xe0"));
  const auto& data = response.at("error").at("data");
  EXPECT_EQ(data.at("requested"), "");
}

TEST(McpErrors, HaveACodeOfTheirOwnForAMissingResourceInOlderRevisions) {
  const auto code_in = [](Revision revision) {
    return bj::parse(error_response(McpFault::unknown_resource, revision, "1")).at("error").at("code").as_int64();
  };
  EXPECT_EQ(code_in(kJune), -32002);
  EXPECT_EQ(code_in(Revision::current()), -32602);
}

TEST(McpErrors, HaveTheStatusOfARefusal) {
  EXPECT_EQ(refusal_response(401, "7", "invalid_token", "A \"token\" is needed"),
            R"({"jsonrpc":"2.0","id":7,"error":{"code":401,"message":"A \"token\" is needed","data":)"
            R"({"error":"invalid_token","error_description":"A \"token\" is needed"}}})");
  EXPECT_EQ(refusal_response(429, "", "rate_limited", "Slower"),
            R"({"jsonrpc":"2.0","error":{"code":429,"message":"Slower","data":)"
            R"({"error":"rate_limited","error_description":"Slower"}}})");
}

}  // namespace
}  // namespace agent_access::mcp
