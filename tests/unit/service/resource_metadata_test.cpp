// Protected resource metadata of gated documents and gates, and of every path below a gate.
#include "http/fields.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kFolder = "/.well-known/oauth-protected-resource";

content::Access gated_access() {
  return {
      .scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read papers."}, {"read:data", "Read data."}},
      .documents = {{"/api/agent/report.pdf", "Report", "", "application/pdf", 0},
                    {"/api/agent/a%20(1).pdf", "Paper", "", "application/pdf", 1}},
      .gates = {{"/data/", "Data", "", {"GET"}, "", 2}, {"/data/private/", "Private data", "", {"GET"}, "", 1}}};
}

class ResourceMetadataTest : public ServiceTest {
 protected:
  ResourceMetadataTest() { declare(gated_access()); }
  void declare(const content::Access& access) { change_to({.access = access}); }
};

TEST_F(ResourceMetadataTest, IsThisDocument) {
  const auto answer = send(http::Method::get, kFolder + "/data/2034/tides.csv", {}, {}, "www.example.com");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.field("Content-Type"), "application/json");
  EXPECT_EQ(answer.body, R"({
  "resource": "https://www.example.com/data/2034/tides.csv",
  "resource_name": "Example - Data",
  "resource_documentation": "https://www.example.com/auth.md",
  "authorization_servers": ["https://www.example.com"],
  "scopes_supported": ["read:data"],
  "bearer_methods_supported": ["header"]
}
)");
}

TEST_F(ResourceMetadataTest, IsOfExactlyThePathAfterIt) {
  for (const std::string path :
       {"/api/agent/report.pdf", "/api/agent/a%20(1).pdf", "/data", "/data/", "/data/x.csv", "/data/deep/er/",
        "/data/donn%C3%A9es", "/data/x.csv?year=2034&month=%205", "/data/?a=b/c?d"}) {
    const auto answer = get(kFolder + path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(std::string(answer.json().at("resource").as_string()), "https://example.com" + path);
  }
}

TEST_F(ResourceMetadataTest, NamesTheScopeOfTheLongestPathThatHolds) {
  const auto scopes = [&](const std::string& path) {
    return boost::json::serialize(get(kFolder + path).json().at("scopes_supported"));
  };
  EXPECT_EQ(scopes("/api/agent/report.pdf"), R"(["read:extended"])");
  EXPECT_EQ(scopes("/api/agent/a%20(1).pdf"), R"(["read:papers"])");
  EXPECT_EQ(scopes("/data/privat"), R"(["read:data"])");
  EXPECT_EQ(scopes("/data/private/x"), R"(["read:papers"])");
}

TEST_F(ResourceMetadataTest, IsUnknownForPathsThatNoneHolds) {
  for (const auto* path : {"/api/agent/report.pdf/", "/api/agent/report", "/dat", "/dat/x", "/", "/other/x", "/Data/x",
                           "data/x", "/api/agent/"}) {
    const auto answer = get(kFolder + path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.error(), "not_found") << path;
    EXPECT_EQ(answer.trace.route, "unknown") << path;
  }
}

TEST_F(ResourceMetadataTest, IsUnknownForPathsThatCouldBeReadInTwoWays) {
  for (const auto* path :
       {"/data/../x", "/data/./x", "/data//x", "/data/%2e%2e/x", "/data/a;b", "/data/a%2Fb", "/data/%", "/data/\"x",
        "/data/a\\b", "/data/%5c", "/data/%00", "/data/x?a\"b", "/data/x?a\\b"}) {
    EXPECT_EQ(get(kFolder + path).status, 404) << path;
  }
}

TEST_F(ResourceMetadataTest, IsOfADocumentInEverySpellingAsItWasAskedFor) {
  const auto resource = [&](const std::string& path) {
    const auto answer = get(kFolder + path);
    return answer.status == 200 ? std::string(answer.json().at("resource").as_string()) : answer.error();
  };
  const std::string base = "https://example.com";
  for (const std::string path :
       {"/api/agent/a%20%281%29.pdf", "/api/agent/%61%20(1).pdf", "/%61pi/agent/r%65port.pdf"}) {
    EXPECT_EQ(resource(path), base + path);
  }
  EXPECT_EQ(resource("/api/agent/a (1).pdf"), base + "/api/agent/a%20(1).pdf");
  for (const std::string path : {"/api/agent/x/%2e%2e/report.pdf", "/api/agent%2Freport.pdf"}) {
    EXPECT_EQ(resource(path), "not_found") << path;
  }
  EXPECT_EQ(resource("/d%61ta/x"), "not_found") << "a gate";
}

TEST_F(ResourceMetadataTest, IsOfAtMost1024BytesOfPathAndQuery) {
  const std::string longest = "/data/" + std::string(1018, 'x');
  EXPECT_EQ(std::string(get(kFolder + longest).json().at("resource").as_string()), "https://example.com" + longest);
  EXPECT_EQ(get(kFolder + longest + "x").status, 404);
  EXPECT_EQ(get(kFolder + longest + "?x").status, 404);
}

TEST_F(ResourceMetadataTest, HasTheFieldsOfMetadataAndIsCached) {
  const auto answer = get(kFolder + "/data/x.csv");
  EXPECT_EQ(answer.trace.route, "metadata");
  EXPECT_EQ(answer.field("Cache-Control"), "public, max-age=300");
  EXPECT_NE(answer.field_text.find(http::kCorsFields), std::string::npos);
  const auto head = send(http::Method::head, kFolder + "/data/x.csv");
  EXPECT_EQ(head.field_text, answer.field_text);
  EXPECT_TRUE(head.omits_body);
  const auto again = get(kFolder + "/data/x.csv", {{"If-None-Match", answer.field("ETag")}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(again.field("ETag"), answer.field("ETag"));
  EXPECT_EQ(again.field("Cache-Control"), "public, max-age=300");
  EXPECT_NE(get(kFolder + "/data/private/x").field("ETag"), answer.field("ETag"));
}

TEST_F(ResourceMetadataTest, AllowsReadingAlone) {
  const auto options = send(http::Method::options, kFolder + "/data/x.csv");
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.field("Allow"), "GET, HEAD, OPTIONS");
  const auto refused = post(kFolder + "/data/x.csv", {}, "");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.field("Allow"), "GET, HEAD, OPTIONS");
}

TEST_F(ResourceMetadataTest, IsUnknownIfNothingIsDeclared) {
  declare({});
  EXPECT_EQ(get(kFolder + "/data/x.csv").status, 404);
  EXPECT_EQ(get(kFolder + "/api/agent/report.pdf").status, 404);
  EXPECT_EQ(get(kFolder + "/api/agent/full-profile").status, 200);
}

}  // namespace
}  // namespace agent_access::test
