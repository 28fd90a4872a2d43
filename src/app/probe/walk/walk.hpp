/// \file
/// What the steps of `try` share: the report they write, the facts they learn, and the one way to make a request and
/// judge its answer. An instance belongs to one thread. Facts hold a secret and a token: they are never rendered.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/probe/walk/options.hpp"
#include "app/report/status_line.hpp"
#include "app/report/step_report.hpp"
#include "base/result.hpp"
#include "client/client.hpp"
#include "client/url.hpp"

namespace agent_access::app {

/// Why a step failed or is only just good enough; with Mark::passed, what else there is to say.
struct Finding {
  std::string detail;  ///< what was expected and what came
  std::string remedy;
  Mark mark = Mark::failed;
};

/// Nothing when all is as it should be.
using Verdict = std::optional<Finding>;
using Judge = std::function<Verdict(const client::ClientResponse&)>;

/// What earlier steps found; empty until then.
struct Facts {
  std::string resource_metadata;
  std::string issuer;
  std::string token_endpoint;
  std::string registration_endpoint;
  std::string jwks_uri;
  std::string client_id;
  std::string client_secret;
  std::string access_token;
  std::string jwks;
  std::int64_t expires_at = 0;
};

class Walk {
 public:
  Walk(const TryOptions& options, const client::Url& url);

  [[nodiscard]] const StepReport& report() const noexcept { return report_; }
  [[nodiscard]] const std::string& origin() const noexcept { return report_.url; }
  [[nodiscard]] client::Scheme scheme() const noexcept { return scheme_; }
  [[nodiscard]] std::string profile_url() const;
  [[nodiscard]] std::string url_of(std::string_view path) const { return origin() + std::string(path); }
  Facts facts;

  /// A request with this walk's time limit and authorities.
  [[nodiscard]] client::ClientRequest request(std::string method, std::string url) const;
  [[nodiscard]] client::ClientRequest post(std::string url, std::string_view media_type, std::string body) const;

  /// The heading under which the following steps stand.
  void begin(std::string group) { group_ = std::move(group); }
  /// The server was not reachable: nothing is sent or recorded any more.
  [[nodiscard]] bool is_stopped() const noexcept { return stopped_; }
  /// Takes the status line away.
  void end() { status_.clear(); }
  /// Sends without recording. Once the server was not reachable, nothing is sent any more.
  [[nodiscard]] base::Result<client::ClientResponse, client::ClientFault> ask(const client::ClientRequest& request);
  [[nodiscard]] static Finding finding_of(const client::ClientFault& fault);

  /// Sends, judges, records. False when the step failed or could not be made. Once the server was not reachable, every
  /// further step is left out.
  bool step(std::string name, const client::ClientRequest& request, const Judge& judge);
  /// Records a check that needs no request.
  bool check(std::string name, const Verdict& verdict);
  /// Records a verdict on an answer that was got before, which takes no time; null: on none.
  bool judged(std::string name, const client::ClientResponse* answer, const Verdict& verdict);
  /// True when every fact is there; else records the step as not run.
  bool ready(std::string name, std::initializer_list<std::string_view> needed);

 private:
  [[nodiscard]] Step begun(std::string name) const;
  bool judged(Step step, const client::ClientResponse* answer, const Verdict& verdict);
  bool record(Step step, const Verdict& verdict);

  const TryOptions& options_;
  client::Scheme scheme_;
  StepReport report_;
  StatusLine status_{StatusLine::is_wanted()};
  std::string group_;
  bool stopped_ = false;
};

}  // namespace agent_access::app
