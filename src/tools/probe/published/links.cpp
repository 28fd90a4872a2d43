#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <map>
#include <ranges>

#include "app/text/text.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr std::array<std::string_view, 11> kSources{paths::kCatalog,   paths::kLlms,      paths::kAuth, paths::kAgents,
                                                    paths::kAgentCard, paths::kAgent,     paths::kMcp,  paths::kSitemap,
                                                    paths::kSkills,    paths::kAiCatalog, paths::kArd};
constexpr std::size_t kShownForeign = 3;

bool is_address(std::string_view text) noexcept { return text.starts_with("http://") || text.starts_with("https://"); }

/// The members with URLs that can be fetched, without identifiers of schemas and transports.
void collect_addresses(const boost::json::value& value, std::vector<std::string>& links) {
  constexpr std::array<std::string_view, 9> kMembers{
      "anchor", "href", "url", "iconUrl", "documentationUrl", "endpoint", "tokenUrl", "logo_url", "oauth2MetadataUrl"};
  if (const auto* list = value.if_array()) {
    for (const auto& entry : *list) collect_addresses(entry, links);
  }
  const auto* object = value.if_object();
  if (object == nullptr) return;
  for (const auto& [key, member] : *object) {
    const bool is_link = std::ranges::find(kMembers, std::string_view(key.data(), key.size())) != kMembers.end();
    if (is_link && member.is_string()) base::add_once(links, std::string(member.get_string()));
    collect_addresses(member, links);
  }
}

std::string absolute(const Documents& documents, std::string url) {
  url = url.substr(0, url.find('#'));
  if (url.starts_with('/') && !url.starts_with("//")) return documents.url_of(url);
  return is_address(url) ? url : std::string();
}

/// Follows each link once, even if several documents contain it.
class Follower {
 public:
  Follower(TestRun& run, Documents& documents) : run_(run), documents_(documents) {
    if (const auto* server = documents.json(paths::kServer)) {
      posted_ = {text_at(*server, "token_endpoint"), text_at(*server, "registration_endpoint")};
      gated_ = gated_resources_in(*server, documents.origin());
    }
  }

  /// Gated documents and gates have a group of their own; a gate may not be reachable at this address.
  Verdict follow(const std::string& url) {
    if (is_gated(url)) return std::nullopt;
    if (const auto known = verdicts_.find(url); known != verdicts_.end()) return known->second;
    if (verdicts_.size() >= kMaxLinks) {
      ++left_out_;
      return std::nullopt;
    }
    return verdicts_[url] = fetch(url);
  }

  [[nodiscard]] std::size_t left_out() const noexcept { return left_out_; }

 private:
  [[nodiscard]] bool is_gated(const std::string& url) const {
    return std::ranges::any_of(gated_, [&](const std::string& gated) {
      return url == gated || (gated.ends_with('/') && url.starts_with(gated));
    });
  }

  Verdict fetch(const std::string& url) {
    const auto path = documents_.path_of(url);
    if (const auto* kept = documents_.find(path); kept != nullptr) return verdict_of(url, path, *kept);
    const bool is_posted = std::ranges::find(posted_, url) != posted_.end();
    const auto answer = run_.send(run_.request(is_posted ? "OPTIONS" : "GET", url));
    if (!answer) {
      if (answer.error().kind == client::ClientFaultKind::too_large) return std::nullopt;
      return TestRun::finding_of(answer.error());
    }
    if (!is_posted) documents_.put(path, *answer);
    return verdict_of(url, path, *answer);
  }

  /// A site without a home page is allowed, although every document links to it.
  static Verdict verdict_of(const std::string& url, const std::string& path, const client::ClientResponse& answer) {
    auto verdict = check_link(url, answer);
    if (verdict && path == paths::kHome && answer.status < 500) verdict->mark = Mark::warned;
    return verdict;
  }

  TestRun& run_;
  Documents& documents_;
  std::vector<std::string> posted_;  // endpoints that accept POST only
  std::vector<std::string> gated_;
  std::map<std::string, Verdict> verdicts_;
  std::size_t left_out_ = 0;
};

Verdict check_skills(const Documents& documents) {
  const auto* index = documents.json(paths::kSkills);
  if (index == nullptr) return std::nullopt;
  for (const auto* skill : objects_at(*index, "skills")) {
    const auto url = absolute(documents, text_at(*skill, "url"));
    const auto path = documents.path_of(url);
    if (path.empty()) continue;
    if (auto wrong = check_digest(url, text_at(*skill, "digest"), documents.text(path))) return wrong;
  }
  return std::nullopt;
}

Finding remark(const std::vector<std::string>& foreign, std::size_t left_out) {
  std::string text;
  for (const auto& url : foreign | std::views::take(kShownForeign)) {
    text += (text.empty() ? "not followed, of other hosts: " : ", ") + app::printable(url, 60);
  }
  if (foreign.size() > kShownForeign) text += " and " + std::to_string(foreign.size() - kShownForeign) + " more";
  if (left_out > 0) text += (text.empty() ? "" : "; ") + std::to_string(left_out) + " links not followed: too many";
  return note(text);
}

Verdict follow_all(Follower& follower, const Documents& documents, std::string_view source) {
  std::vector<std::string> foreign;
  std::size_t dead = 0;
  Verdict first;
  for (const auto& url : links_in(documents, source)) {
    if (url != documents.origin() && !url.starts_with(documents.origin() + "/")) {
      foreign.push_back(url);
      continue;
    }
    auto verdict = follower.follow(url == documents.origin() ? url + "/" : url);
    if (!verdict) continue;
    ++dead;
    if (!first || (first->mark == Mark::warned && verdict->mark == Mark::failed)) first = std::move(verdict);
  }
  if (first && dead > 1) first->detail += " (and " + std::to_string(dead - 1) + " more dead links)";
  if (first) return first;
  if (source == paths::kSkills) {
    if (auto wrong = check_skills(documents)) return wrong;
  }
  if (foreign.empty() && follower.left_out() == 0) return std::nullopt;
  return remark(foreign, follower.left_out());
}

}  // namespace

std::vector<std::string> links_in(const Documents& documents, std::string_view path) {
  const auto text = documents.text(path);
  std::vector<std::string> found;
  if (path == paths::kSitemap) {
    found = locations_of(text);
  } else if (const auto* json = documents.json(path)) {
    collect_addresses(*json, found);
  } else {
    found = links_of_markdown(text);
  }
  std::vector<std::string> links;
  for (auto& url : found) base::add_once(links, absolute(documents, std::move(url)));
  return links;
}

Verdict check_link(const std::string& url, const client::ClientResponse& answer) {
  const bool is_dead = answer.status == 404 || answer.status == 410 || answer.status >= 500;
  if (!is_dead) return std::nullopt;
  return Finding{"expected a response at " + app::printable(url) + ", got " + std::to_string(answer.status),
                 "publish the target of the link, pass its path to the service, or remove the link"};
}

Verdict check_digest(const std::string& url, std::string_view digest, std::string_view body) {
  auto hasher = crypto::Sha256::create();
  const auto hash = hasher ? hasher->digest(base::bytes_of(body)) : base::Failure(hasher.error());
  const auto expected = "sha256:" + (hash ? base::to_hex(*hash) : std::string());
  if (digest == expected) return std::nullopt;
  return Finding{"expected digest " + expected + " of " + app::printable(url) + ", got " + app::printable(digest, 80),
                 "publish the index and the skill of the same version; no proxy may rewrite them"};
}

void test_links(TestRun& run, Documents& documents) {
  Follower follower(run, documents);
  for (const auto source : kSources) {
    if (documents.text(source).empty()) continue;
    const auto verdict = follow_all(follower, documents, source);
    run.record_verdict("Links of " + std::string(source), nullptr, verdict);
  }
}

}  // namespace agent_access::tools
