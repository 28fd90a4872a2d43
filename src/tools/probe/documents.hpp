/// \file
/// Steps of `try`: the published documents, and the addresses that they name. The checks are pure and thread safe.
/// Findings never contain an unchecked part of a body.
#pragma once

#include <boost/json/object.hpp>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "site/documents/document_row.hpp"
#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Every published document, how caches may keep them, robots.txt, and that all name the addresses of this deployment.
/// Needs no earlier step.
void test_documents(TestRun& run);

/// The documents that were fetched, by path; only responses with 200 are kept.
class Documents {
 public:
  /// `issuer`: that of the endpoints.
  Documents(std::string origin, std::string issuer) : origin_(std::move(origin)), issuer_(std::move(issuer)) {}
  void put(std::string_view path, const tools::ClientResponse& response);
  [[nodiscard]] const std::string& origin() const noexcept { return origin_; }
  [[nodiscard]] const std::string& issuer() const noexcept { return issuer_; }
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& bodies() const noexcept { return bodies_; }
  /// Null if the body is not a JSON object.
  [[nodiscard]] const boost::json::object* json(std::string_view path) const;

 private:
  std::string origin_;
  std::string issuer_;
  std::map<std::string, std::string, std::less<>> bodies_;
  std::map<std::string, boost::json::object, std::less<>> json_;
};

/// 200, media type, CORS, JSON if it is to be JSON. A finding about a document beyond the specification is a warning;
/// so is a guide that is too long for models.
[[nodiscard]] Verdict check_document(const documents::DocumentRow& row, const tools::ClientResponse& response);

/// The issuer, the resources and the servers of the description are the address that was tried.
[[nodiscard]] Verdict check_own_address(const Documents& documents);
/// No document has a URL of an endpoint, of the keys, of metadata or of the profile at another host than the issuer's.
[[nodiscard]] Verdict check_endpoint_urls(const Documents& documents);

}  // namespace agent_access::tools
