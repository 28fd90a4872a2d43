// The endpoints and their operations in /openapi.json. An endpoint that is missing here, or one too many, fails.
#include "service/endpoints.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "service/fault_table.hpp"
#include "site/content/load.hpp"
#include "site/documents/metadata.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::service {
namespace {

struct Endpoint {
  std::string path;
  std::string methods;
  std::string operation;  ///< its method and operationId; empty: not in /openapi.json

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
  friend void PrintTo(const Endpoint& endpoint, std::ostream* out) {
    *out << endpoint.path << " " << endpoint.methods << " " << endpoint.operation;
  }
};

const std::vector<Endpoint>& endpoints() {
  static const std::vector<Endpoint> all = {
      {"/api/agent/full-profile", "GET, HEAD, OPTIONS", "get getFullProfile"},
      {"/oauth/token", "POST, OPTIONS", "post issueToken"},
      {"/oauth/register", "POST, OPTIONS", "post registerClient"},
      {"/mcp", "POST, OPTIONS", ""},                    // the Model Context Protocol describes it
      {"/oauth/authorize", "GET, HEAD, OPTIONS", ""}};  // it refuses every request
  return all;
}

/// The paths of /openapi.json with their operations, without those of the published documents.
boost::json::object described_paths() {
  const content::Settings settings{.base_urls = {base::parse_base_url("https://example.com").value()}};
  const content::Content content{content::minimal_site("Example"), content::minimal_faq()};
  const auto table = publish::document_table();
  auto paths =
      boost::json::parse(documents::render_openapi({settings, content, table, 0, kFaults})).at("paths").as_object();
  for (const auto& row : table) paths.erase(row.path);
  return paths;
}

TEST(EndpointTable, HasTheseEndpointsWithTheseOperations) {
  const auto paths = described_paths();
  std::vector<Endpoint> found;
  for (const EndpointRow& row : endpoint_table()) {
    Endpoint endpoint = {std::string(row.path), std::string(row.methods), ""};
    if (const auto* item = paths.if_contains(row.path)) {
      for (const auto& [method, operation] : item->as_object()) {
        endpoint.operation = std::string(method) + " " + std::string(operation.at("operationId").as_string());
      }
    }
    found.push_back(endpoint);
  }
  EXPECT_EQ(found, endpoints());
}

TEST(EndpointTable, HasARowForEveryOperationThatIsNotOfADocument) {
  std::set<std::string> described;
  for (const auto& [path, item] : described_paths()) described.emplace(path);
  EXPECT_EQ(described, (std::set<std::string>{"/api/agent/full-profile", "/oauth/token", "/oauth/register"}));
}

}  // namespace
}  // namespace agent_access::service
