/// \file
/// The shared state of the steps of `try`: the report, the facts that steps find, and the functions that send a request
/// and check its response. An instance belongs to one thread. Facts contain a secret and a token and are never printed.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/text/terminal.hpp"
#include "base/base_url.hpp"
#include "base/result.hpp"
#include "site/content/settings.hpp"
#include "tools/client/client.hpp"
#include "tools/client/url.hpp"
#include "tools/probe/step_report.hpp"

namespace agent_access::tools {

/// The options of `agent-access try`.
struct TryOptions {
  std::string url;      ///< base URL of the deployment; a path after the host is ignored
  std::string only;     ///< "access" or "discovery": this half only; empty: both
  std::string as;       ///< "agents" or "plain"; empty: as agents where wants_callers() says so
  bool json = false;    ///< one JSON object instead of the table
  std::string ca_file;  ///< PEM file of additional certificate authorities; empty: only those of the system
  std::chrono::milliseconds timeout{10'000};  ///< for each request
};

/// Why a step failed or has a warning; with Mark::passed, a remark.
struct Finding {
  std::string detail;  ///< expected and actual result
  std::string remedy;
  Mark mark = Mark::failed;
};

/// What a check found; nothing on success.
using Verdict = std::optional<Finding>;
using ResponseCheck = std::function<Verdict(const tools::ClientResponse&)>;

/// Whether this is the 429 of the service, and not of something in front of it.
[[nodiscard]] bool is_rate_limit(const tools::ClientResponse& response);
/// What such a response says: the limit, and how long to wait.
[[nodiscard]] Finding too_many_requests(const tools::ClientResponse& response);

/// Values that earlier steps found; empty before.
struct Facts {
  bool has_profile = true;              ///< false: the site publishes documents only
  std::optional<base::BaseUrl> issuer;  ///< the service elsewhere that has tokens and profile; nothing: this one
  std::string resource_metadata;
  std::string token_endpoint;
  std::string registration_endpoint;
  std::string jwks_uri;
  std::string client_id;
  std::string client_secret;
  std::string access_token;
  std::vector<std::string> gated_resources;  ///< of protected_resources, without the host, the profile and MCP
  std::optional<bool> has_mcp;               ///< whether there is an MCP endpoint; nothing if it is not known
  bool is_beside = false;                    ///< content.beside, as the configuration says
  std::optional<std::vector<std::string>> kept_paths;  ///< content.keep_paths; nothing without the configuration
  bool has_own_fields = false;                         ///< site.json was sent with the fields of the service
};

class TestRun {
 public:
  TestRun(const TryOptions& options, const tools::Url& url);

  [[nodiscard]] const StepReport& report() const noexcept { return report_; }
  [[nodiscard]] const std::string& origin() const noexcept { return report_.url; }
  [[nodiscard]] tools::Scheme scheme() const noexcept { return scheme_; }
  /// Whether the deployment is on this machine.
  [[nodiscard]] bool is_local() const;
  [[nodiscard]] std::string url_of(std::string_view path) const { return origin() + std::string(path); }
  /// The base URL of the service that has tokens, profile and MCP endpoint.
  [[nodiscard]] const std::string& issuer() const { return facts.issuer ? facts.issuer->text() : origin(); }
  [[nodiscard]] std::string issuer_url_of(std::string_view path) const { return issuer() + std::string(path); }
  /// What the deployment publishes, as far as it is known. Pages and conventions are not.
  [[nodiscard]] content::Settings settings(bool has_mcp) const;
  [[nodiscard]] std::string profile_url() const;
  /// The paths that must be open to agents, in one line, as far as they are known.
  [[nodiscard]] std::string open_paths() const;
  Facts facts;

  using Fields = std::vector<tools::ClientField>;
  /// A request with the time limit and certificate authorities of the options; `more` follow Accept and User-Agent.
  [[nodiscard]] tools::ClientRequest request(std::string method, std::string url, const Fields& more = {}) const;
  [[nodiscard]] tools::ClientRequest post(std::string url, std::string_view media_type, std::string body,
                                          const Fields& more = {}) const;

  /// Sets the heading of the following steps.
  void begin_group(std::string group) { group_ = std::move(group); }
  /// True after a request that could not reach the server: no more requests are sent or recorded.
  [[nodiscard]] bool is_stopped() const noexcept { return stopped_; }
  /// Clears the status line.
  void clear_status() { status_.clear(); }
  /// Sends without recording. Sends nothing once the server was not reachable.
  [[nodiscard]] base::Result<tools::ClientResponse, tools::ClientFault> send(const tools::ClientRequest& request);
  /// The same, but goes on if there is no response. `shown` is the progress.
  [[nodiscard]] base::Result<tools::ClientResponse, tools::ClientFault> send_beside(const tools::ClientRequest& request,
                                                                                    std::string_view shown);

  /// Facts that a step needs; it is recorded as not run while one of them is empty.
  using Needed = std::initializer_list<std::string_view>;
  /// Sends, checks the response, records. False when the step failed or could not be run. Once the server was not
  /// reachable, further steps are omitted.
  bool step(std::string name, const tools::ClientRequest& request, const ResponseCheck& check);
  bool step(std::string name, Needed needed, const tools::ClientRequest& request, const ResponseCheck& check);
  /// Records a verdict that needs no request, or is on an earlier `response`.
  bool check(std::string name, const Verdict& verdict, const tools::ClientResponse* response = nullptr);
  /// Records a step as not run.
  void skip(std::string name);
  /// True when every fact is known; else records the step as not run.
  bool ready(std::string name, Needed needed);

 private:
  [[nodiscard]] Step begun(std::string name) const;
  bool record(Step step, const tools::ClientResponse* response, const Verdict& verdict);

  const TryOptions& options_;
  tools::Scheme scheme_;
  StepReport report_;
  app::StatusLine status_{app::StatusLine::is_wanted()};
  std::string group_;
  bool stopped_ = false;
};

}  // namespace agent_access::tools
