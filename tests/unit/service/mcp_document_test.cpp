// Gated documents read by resources/read: token and scope, text and bytes, lists, limits, and what the log has of it.
#include <filesystem>
#include <string>

#include "mcp/resources.hpp"
#include "unit/app/scratch_folder.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

const std::string kPapersUrl = "https://example.com/api/agent/papers/";

class McpDocumentTest : public ServiceTest {
 protected:
  McpDocumentTest() {
    fs::create_directories(folder_.path() / "papers" / "2024");
    folder_.write("papers/a b.txt", "line \"one\"\n");
    folder_.write("papers/2024/c.pdf", "%PDF\xff");
    folder_.write("data.json", "{}");
    declare({});
  }

  void declare(const limit::Policy& limits) {
    const content::Access access{
        .scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read the papers."}},
        .documents = {{.path = "/api/agent/papers/",
                       .source = folder_.path() / "papers",
                       .title = "Papers",
                       .description = "All papers.",
                       .scope = 1},
                      {.path = "/api/agent/data",
                       .source = folder_.path() / "data.json",
                       .title = "",
                       .description = "",
                       .media_type = "application/json"}}};
    change_to({.mcp = {.is_enabled = true}, .access = access, .limits = limits});
  }
  /// Requests in a minute.
  void limit_to(std::int64_t requests) {
    limit::Policy limits;
    limits.requests = requests;
    declare(limits);
  }
  std::string new_token(const std::string& scope) { return token_for_scopes(client_, scope); }
  /// `token` empty: without the field.
  Answer read(const std::string& uri, const std::string& token) {
    Fields fields = {{"Content-Type", "application/json"}};
    if (!token.empty()) fields.emplace_back("Authorization", "Bearer " + token);
    return post("/mcp", fields,
                R"({"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":")" + uri + "\"}}");
  }
  Answer read_paper(const std::string& name) { return read(kPapersUrl + name, token_); }
  static boost::json::object contents_of(const Answer& answer) {
    EXPECT_EQ(answer.status, 200);
    const auto result = answer.json().at("result").as_object();
    EXPECT_EQ(result.at("ttlMs"), 0);
    EXPECT_EQ(result.at("cacheScope"), "private");
    EXPECT_EQ(result.at("contents").as_array().size(), 1U);
    return result.at("contents").at(0).as_object();
  }
  static void expect_fault(const Answer& answer, std::string_view reason) {
    EXPECT_EQ(answer.status, 200) << reason;
    EXPECT_EQ(answer.json().at("error").at("code"), reason == "unknown_resource" ? -32002 : -32602);
    EXPECT_EQ(answer.trace.reason, reason);
    EXPECT_EQ(answer.trace.resource, "/api/agent/papers/");
  }

  ScratchFolder folder_;
  Client client_ = register_client();
  std::string token_ = (declare({}), new_token("read:papers"));
};

TEST_F(McpDocumentTest, IsReadAsText) {
  const Answer answer = read_paper("a%20b.txt");
  EXPECT_EQ(boost::json::serialize(contents_of(answer)),
            R"({"uri":"https://example.com/api/agent/papers/a%20b.txt","mimeType":"text/plain",)"
            R"("text":"line \"one\"\n"})");
  EXPECT_EQ(answer.trace.route, "mcp");
  EXPECT_EQ(answer.trace.resource, "/api/agent/papers/");
  EXPECT_EQ(answer.trace.client_id, client_.id);
  EXPECT_EQ(answer.trace.token_id.size(), 36U);
  EXPECT_EQ(answer.trace.reason, "");
}

TEST_F(McpDocumentTest, IsReadAsBytes) {
  EXPECT_EQ(boost::json::serialize(contents_of(read_paper("2024/c.pdf"))),
            R"({"uri":"https://example.com/api/agent/papers/2024/c.pdf","mimeType":"application/pdf",)"
            R"("blob":"JVBERv8="})");
}

TEST_F(McpDocumentTest, IsTheFileAsItIsNow) {
  folder_.write("papers/a b.txt", "");
  EXPECT_EQ(contents_of(read_paper("a%20b.txt")).at("text"), "");
  folder_.write("papers/a b.txt", "new");
  EXPECT_EQ(contents_of(read_paper("a%20b.txt?x=1")).at("text"), "new");
}

TEST_F(McpDocumentTest, IsChallengedForWithItsScope) {
  const std::string text =
      "The access token is missing; register with POST https://example.com/oauth/register, then request a token with "
      "POST https://example.com/oauth/token and grant_type=client_credentials and the scope read:papers; details: "
      "https://example.com/auth.md";
  for (const std::string name : {"a%20b.txt", "none.txt", "", "2025/"}) {
    const Answer answer = read(kPapersUrl + name, "");
    EXPECT_EQ(answer.status, 401) << name;
    EXPECT_EQ(answer.field("WWW-Authenticate"),
              "Bearer error=\"invalid_token\", error_description=\"" + text +
                  "\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/mcp\", "
                  "scope=\"read:papers\"");
    EXPECT_EQ(answer.body, R"({"jsonrpc":"2.0","id":7,"error":{"code":401,"message":")" + text +
                               R"(","data":{"error":"invalid_token","error_description":")" + text + "\"}}}");
    EXPECT_EQ(answer.trace.reason, "missing_token");
    EXPECT_EQ(answer.trace.resource, "/api/agent/papers/");
  }
}

TEST_F(McpDocumentTest, NeedsATokenWithItsScope) {
  const Answer answer = read("https://example.com/api/agent/data", token_);
  EXPECT_EQ(answer.status, 403);
  EXPECT_EQ(answer.field("WWW-Authenticate"),
            "Bearer error=\"insufficient_scope\", error_description=\"The access token lacks the scope "
            "read:extended\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/mcp\", "
            "scope=\"read:extended\"");
  const Answer of_profile = read(kPapersUrl + "a%20b.txt", new_token("read:extended"));
  EXPECT_EQ(of_profile.status, 403);
  EXPECT_EQ(of_profile.json().at("error").at("message"), "The access token lacks the scope read:papers");
  EXPECT_EQ(of_profile.trace.reason, "insufficient_scope");
  const std::string both = new_token("read:extended%20read:papers");
  EXPECT_EQ(contents_of(read("https://example.com/api/agent/data", both)).at("text"), "{}");
  EXPECT_EQ(contents_of(read(kPapersUrl + "a%20b.txt", both)).at("mimeType"), "text/plain");
  EXPECT_EQ(read("https://example.com/api/agent/full-profile", token_).status, 403);
}

TEST_F(McpDocumentTest, IsTheListOfAFolder) {
  for (const std::string folder : {"", "2024/", "?page=1"}) {
    const auto contents = contents_of(read_paper(folder));
    EXPECT_EQ(contents.at("uri"), boost::json::value(kPapersUrl + folder));
    EXPECT_EQ(contents.at("mimeType"), "application/json");
    const Answer by_http = get("/api/agent/papers/" + folder, bearer(token_));
    EXPECT_EQ(contents.at("text"), boost::json::value(by_http.body));
  }
}

TEST_F(McpDocumentTest, IsTheListPageByPage) {
  for (int count = 100; count < 200; ++count) folder_.write("papers/2024/" + std::to_string(count), "x");
  declare({});
  const auto page = [&](const std::string& query) {
    return boost::json::parse(contents_of(read_paper("2024/" + query)).at("text").as_string()).as_object();
  };
  EXPECT_EQ(page("").at("next"), boost::json::value(kPapersUrl + "2024/?page=2"));
  EXPECT_EQ(page("?page=2").at("files").as_array().size(), 1U);
  expect_fault(read_paper("2024/?page=3"), "unknown_resource");
}

TEST_F(McpDocumentTest, IsTheSameInEverySpellingOfItsAddress) {
  for (const std::string uri :
       {"https://example.com/api/agent/papers/%61 b.txt", "HTTPS://Example.COM/api/agent/papers/a%20b.txt",
        "https://example.com/%61pi/agent/papers/a%20b.txt"}) {
    const Answer answer = read(uri, token_);
    EXPECT_EQ(contents_of(answer).at("text"), "line \"one\"\n") << uri;
    EXPECT_EQ(contents_of(answer).at("uri"), boost::json::value(uri));
    EXPECT_EQ(answer.trace.resource, "/api/agent/papers/") << uri;
  }
}

TEST_F(McpDocumentTest, IsNotFoundAfterTheTokenWasChecked) {
  for (const auto* name :
       {"none.txt", "../data.json", "2024", "2025/", "a%20b.txt#x", "2024/../", "2024%2Fc.pdf", "a%20b.txt%00"}) {
    expect_fault(read_paper(name), "unknown_resource");
  }
  fs::remove(folder_.path() / "papers/a b.txt");
  expect_fault(read_paper("a%20b.txt"), "unknown_resource");
}

TEST_F(McpDocumentTest, IsReadUpToTheLargestSize) {
  folder_.write("papers/a b.txt", std::string(mcp::kMostFileBytes, 'x'));
  EXPECT_EQ(contents_of(read_paper("a%20b.txt")).at("text").as_string().size(), 1'048'576U);
  folder_.write("papers/a b.txt", std::string(mcp::kMostFileBytes + 1, 'x'));
  const Answer large = read_paper("a%20b.txt");
  expect_fault(large, "large_resource");
  EXPECT_EQ(large.json().at("error").at("message"),
            "Files of more than 1 MiB are read over HTTP: GET the address with the same access token; ranges are "
            "supported");
}

TEST_F(McpDocumentTest, IsThatOfTheAskedHost) {
  const Fields fields = {{"Content-Type", "application/json"}, {"Authorization", "Bearer " + token_}};
  const auto body = [](std::string_view host) {
    return R"({"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"https://)" + std::string(host) +
           R"(/api/agent/papers/a%20b.txt"}})";
  };
  EXPECT_EQ(send(http::Method::post, "/mcp", fields, body("www.example.com"), "www.example.com").trace.reason, "");
  EXPECT_EQ(send(http::Method::post, "/mcp", fields, body("example.com"), "www.example.com").trace.reason,
            "unknown_resource");
}

TEST_F(McpDocumentTest, IsRefusedBeyondTheLimit) {
  limit_to(2);
  EXPECT_EQ(read_paper("a%20b.txt").field("RateLimit"), R"("default";r=1;t=30)");
  EXPECT_EQ(read_paper("a%20b.txt").status, 200);
  const Answer refused = read_paper("a%20b.txt");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.trace.resource, "") << "the message was not read";
}

TEST_F(McpDocumentTest, ChargesFiveForAWrongToken) {
  limit_to(10);
  EXPECT_EQ(read(kPapersUrl, "wrong").field("RateLimit"), R"("default";r=5;t=30)");
}

}  // namespace
}  // namespace agent_access::test
