/// \file
/// The steps of `try` in order, and those of their checks that unit tests call. Each group reads facts that earlier
/// groups found and records its steps as not run when they are missing. A step is about what a deployment can break:
/// proxy, CDN, DNS, cache, replicas, own files. NOT tested: what only a fault of the program could break.
///
/// The checks are pure and thread safe. Findings never contain a token or an unchecked part of a body.
#pragma once

#include <boost/json/object.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "site/documents/document_row.hpp"
#include "tools/client/url.hpp"
#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Finds out from /api/site.json where agents get tokens and the profile: here, unless it names another service, or
/// none.
void find_issuer(TestRun& run);
/// From the challenge of the profile over metadata, registration and token to the profile. Finds the endpoints,
/// credentials and a token. Of a site without a profile it says that there is nothing to test.
void test_access(TestRun& run);
/// Requests that must be refused.
void test_refusals(TestRun& run);
/// That the gated documents and gates which the metadata name need a token.
void test_gated(TestRun& run);
/// The MCP endpoint, if the metadata name one.
void test_mcp(TestRun& run);
/// Every published document, how caches may keep them, robots.txt, and that all name the addresses of this deployment.
/// Needs no earlier step.
void test_documents(TestRun& run);
/// Calls a deployment once more as agents call it, a step for each: registration, token, profile, /mcp and two
/// documents with the User-Agent of each, at most six requests, and none after the service's own 429. Whoever gets
/// another response than the plain run is refused by something in front of the service, because the service itself does
/// not look at this field. NOT seen: refusals by address, TLS fingerprint or signature, because those of agents cannot
/// be imitated.
void test_as_agents(TestRun& run);

/// The registration that is sent.
[[nodiscard]] tools::ClientRequest registration_request(const TestRun& run);
/// A token request with credentials in its form.
[[nodiscard]] tools::ClientRequest token_request(const TestRun& run, std::string_view client_secret);
/// A request of MCP (2026-07-28, streamable HTTP): `tools/list`, or the call of a tool. `token` may be empty.
[[nodiscard]] tools::ClientRequest mcp_request(const TestRun& run, std::string_view tool = {},
                                               const std::string& token = {});

/// What http://, in clear text, answers at a path that takes credentials: an error. A warning if it redirects or lets
/// pass.
[[nodiscard]] Verdict check_clear_text(const tools::ClientResponse& response);

/// A gated document or gate without a token: 401 with a challenge that names `metadata`. A warning if a gate is not
/// reachable at this address, or does not list GET.
[[nodiscard]] Verdict check_gated_refusal(const tools::ClientResponse& response, std::string_view path,
                                          const std::string& metadata);

/// A result of tools/list.
[[nodiscard]] Verdict check_tools_result(const tools::ClientResponse& response);
/// A refusal for want of a token: 401, or a failed result with the challenge, which must name `metadata`.
[[nodiscard]] Verdict check_mcp_challenge(const tools::ClientResponse& response, const std::string& metadata);
/// The profile that get_full_profile returns, issued to `client_id`.
[[nodiscard]] Verdict check_profile_tool(const tools::ClientResponse& response, const std::string& client_id);

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
/// The agents that the generated robots.txt names, and all others, may fetch "/", /llms.txt, the endpoints and the
/// profile by the robots.txt that arrives. A warning if there is none, if only agents for training are refused, or only
/// "/": that may be the owner's choice, unless something in front has added rules. `issues_tokens`: there are
/// endpoints.
[[nodiscard]] Verdict check_robots(const tools::ClientResponse& response, bool issues_tokens = true);
/// The issuer, the resources and the servers of the description are the address that was tried.
[[nodiscard]] Verdict check_own_address(const Documents& documents);
/// No document has a URL of an endpoint, of the keys, of metadata or of the profile at another host than the issuer's.
[[nodiscard]] Verdict check_endpoint_urls(const Documents& documents);

// --- own_files.cpp ---

/// A warning if the profile is empty, has placeholders only, or is the example of `init`, which may be on this machine.
[[nodiscard]] Verdict check_profile_content(const boost::json::object& profile, bool is_local);
/// A warning if a guide, which may be the owner's own, never names /auth.md.
[[nodiscard]] Verdict check_names_auth_md(const tools::ClientResponse& response);
/// A warning if the page at / has no Link field (RFC 8288) to a document of the service. Where no tokens are issued a
/// link in the page is enough: a host of files may send no such field. Another status than 200: there is no page.
[[nodiscard]] Verdict check_home(const tools::ClientResponse& response, bool issues_tokens = true);

struct Caller {
  std::string name;  ///< what finds it in the table of agents: "Claude-User", "python-httpx"
  std::string user_agent;
};
/// The agents of test_as_agents(): those of the table of agents that have a User-Agent.
[[nodiscard]] std::vector<Caller> callers();
/// `--as` decides; without it public https hosts are called so: no address of this machine or of a private network, and
/// no name that only exists there. The name is not looked up.
[[nodiscard]] bool wants_callers(const TryOptions& options, const tools::Url& url);
/// What an agent got instead of the plain response: "403 instead of 201", "text/html instead of application/json",
/// "another body". Empty if it is the same: status class, media type, and the body or the names in it.
[[nodiscard]] std::string difference(const tools::ClientResponse& plain, const tools::ClientResponse& as_agent);

}  // namespace agent_access::tools
