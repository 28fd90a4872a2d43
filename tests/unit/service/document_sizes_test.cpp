// What the documents of the example site cost a model: the table of docs/for-agents.md, with its goals.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>

#include "service/fault_table.hpp"
#include "site/content/load.hpp"
#include "site/publish/publication.hpp"
#include "site/templates/assets.hpp"
#include "support/vectors.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

constexpr std::size_t kBytesOfToken = 4;
constexpr std::size_t kMostTokensBesideTheTable = 2000;

struct Cost {
  std::size_t tokens = 0;
  std::size_t goal = 0;  ///< 0: none
};

std::size_t number_of(std::string text) {
  std::erase(text, ',');
  return text.empty() ? 0 : std::stoul(text);
}

/// "| `/llms.txt` | 980 | 1,000 |" by its name.
std::map<std::string, Cost> documented() {
  const std::string page = read_file(AGENT_ACCESS_SOURCE_DIR "/docs/for-agents.md").value();
  const std::regex row(R"(\| `([^`]+)` \| ([\d,]+) \| ([\d,]*) ?\|)");
  std::map<std::string, Cost> costs;
  for (std::sregex_iterator at(page.begin(), page.end(), row); at != std::sregex_iterator(); ++at) {
    costs[(*at)[1]] = {number_of((*at)[2]), number_of((*at)[3])};
  }
  return costs;
}

class DocumentSizes : public ServiceTest {
 protected:
  std::map<std::string, std::size_t> bytes_of_documents() {
    const content::Settings settings{.base_urls = {base::parse_base_url("https://example.com").value(),
                                                   base::parse_base_url("https://www.example.com").value()},
                                     .mcp = {.is_enabled = true},
                                     .conventions = {.ard = true, .page_markdown = true}};
    const content::Content content{content::parse_site(templates::asset("example/site.json")).value(),
                                   content::parse_faq(templates::asset("example/faq.json")).value()};
    std::map<std::string, std::size_t> bytes;
    const auto keys = example_schedule();
    for (const auto& document :
         publish::render_host({settings, content, publish::document_table(), 0, service::kFaults}, keys, {})) {
      if (document.kind != documents::DocumentKind::page) bytes[document.path] = document.body.size();
    }
    return bytes;
  }

  std::size_t bytes_of_answer(const std::string& message) {
    return post("/mcp",
                {{"Content-Type", "application/json"},
                 {"Accept", "application/json, text/event-stream"},
                 {"MCP-Protocol-Version", "2025-11-25"}},
                message)
        .body.size();
  }
};

TEST_F(DocumentSizes, AreInTheTableAndWithinItsGoals) {
  change_to({.mcp = {.is_enabled = true}});
  auto bytes = bytes_of_documents();
  bytes["tools/list"] = bytes_of_answer(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  bytes["initialize"] = bytes_of_answer(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"Example","version":"1"}}})");
  const auto table = documented();
  for (const auto& [name, size] : bytes) {
    const auto row = table.find(name);
    if (row == table.end()) {
      EXPECT_LE(size, kMostTokensBesideTheTable * kBytesOfToken) << name << " belongs into the table";
      continue;
    }
    const auto tokens = static_cast<double>(size) / kBytesOfToken;
    EXPECT_NEAR(tokens, static_cast<double>(row->second.tokens), 10 + tokens / 10) << name;
    if (row->second.goal != 0) {
      EXPECT_LE(size, row->second.goal * kBytesOfToken) << name;
    }
  }
  for (const auto& [name, cost] : table) EXPECT_TRUE(bytes.contains(name)) << name << " is no document";
  EXPECT_LT(bytes.at("/openapi.json"), 30'000U);
}

}  // namespace
}  // namespace agent_access::test
