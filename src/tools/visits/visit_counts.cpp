#include "tools/visits/visit_counts.hpp"

#include <algorithm>
#include <variant>

#include "base/ascii.hpp"
#include "http/client_address.hpp"
#include "http/message.hpp"
#include "ops/words/outcome_words.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kUnknownKind = "unknown";
constexpr std::int64_t kClientLeft = 499;  ///< nginx: before it had an answer

/// Whether the path is that of a part of a page: style, script, picture, font.
bool is_asset(std::string_view path) {
  constexpr std::string_view kAssets =
      " css js mjs map png jpg jpeg gif svg webp avif ico woff woff2 ttf mp4 webm wasm ";
  const auto dot = path.substr(path.rfind('/') + 1).rfind('.');
  return dot != std::string_view::npos &&
         kAssets.contains(" " + base::lower_case(path.substr(path.rfind('.') + 1)) + " ");
}

ops::Activity activity_of(const Visit& visit) {
  if (const auto route = ops::route_named(visit.route)) {
    return ops::activity_of(*route, http::method_of(visit.method), static_cast<std::uint16_t>(visit.status));
  }
  const bool is_read =
      (visit.method == "GET" || visit.method == "HEAD") && (visit.status == 200 || visit.status == 304);
  return visit.route.empty() && is_read && !is_asset(visit.path) ? ops::Activity::document : ops::Activity::other;
}

/// The numbers of one request.
Numbers numbers_of(const Visit& visit) {
  const auto one_if = [](bool condition) -> std::uint64_t { return condition ? 1 : 0; };
  const ops::Activity activity = activity_of(visit);
  const bool is_not_found = visit.status == 404 || visit.status == 410;
  const bool is_refused = visit.status >= 400 && visit.status < 500 && visit.status != kClientLeft;
  return {.requests = 1,
          .documents = one_if(activity == ops::Activity::document),
          .registrations = one_if(activity == ops::Activity::registration),
          .tokens = one_if(activity == ops::Activity::token),
          .profiles = one_if(activity == ops::Activity::profile),
          .not_found = one_if(is_not_found),
          .refused = one_if(is_refused && !is_not_found),
          .failed = one_if(visit.status >= 500),
          .robots = one_if(visit.path == "/robots.txt" && activity == ops::Activity::document)};
}

void add_to(Numbers& sum, const Numbers& numbers) {
  for (const auto& row : kNumberRows) sum.*row.member += numbers.*row.member;
}

}  // namespace

void NameCounts::add(std::string_view name) {
  const auto found = counts_.find(name);
  if (found != counts_.end()) {
    ++found->second;
  } else if (counts_.size() < kMostNames) {
    counts_.emplace(name, 1);
  }
}

std::vector<NameCounts::Row> NameCounts::top(std::size_t most) const {
  std::vector<Row> rows(counts_.begin(), counts_.end());
  std::ranges::stable_sort(rows, std::ranges::greater{}, &Row::second);
  rows.resize(std::min(most, rows.size()));
  return rows;
}

std::size_t group_of(const agents::AgentFamily& family) noexcept {
  const auto* const group = std::ranges::find(kAgentGroups, family.kind, &AgentGroup::kind);
  return std::min(static_cast<std::size_t>(group - kAgentGroups.begin()), kOthers);
}

VisitCounts::VisitCounts(const agents::AgentTable& agents, VisitRules rules)
    : agents_(agents),
      own_tests_(rules.own_tests),
      proxies_(std::move(rules.proxies)),
      visits_{.range = rules.range, .lists = std::move(rules.lists)} {}

void VisitCounts::add_line(std::string_view line) {
  ++visits_.lines;
  if (!log_) log_.emplace([this](const LogLine& read) { take(read); });
  log_->add_line(line);
}

void VisitCounts::end_log() {
  if (log_) log_->end();
  log_.reset();
}

void VisitCounts::take(const LogLine& read) {
  auto reason = NoVisit::out_of_range;
  if (const auto* const visit = std::get_if<Visit>(&read); visit != nullptr && visits_.range.contains(visit->time)) {
    return add(*visit);
  }
  if (const auto* const left = std::get_if<LeftOut>(&read); left != nullptr && visits_.range.contains(left->time)) {
    visits_.left_out += left->lines;
    reason = NoVisit::other_event;
  }
  if (const auto* const other = std::get_if<NoVisit>(&read)) reason = *other;
  ++visits_.no_visits[reason];
}

void VisitCounts::add(const Visit& visit) {
  if (own_tests_ == OwnTests::left_out && agents::is_of_try(visit.user_agent)) {
    ++visits_.own_tests;
    return;
  }
  const Numbers numbers = numbers_of(visit);
  const agents::AgentFamily& family = family_of(visit.user_agent);
  add_agent(visit, numbers, family);
  add_to(visits_.days[std::chrono::floor<std::chrono::days>(visit.time)], numbers);
  add_to(visits_.total, numbers);
  ++visits_.statuses[static_cast<std::size_t>(visit.status / 100)];
  visits_.first = std::min(visits_.first.value_or(visit.time), visit.time);
  visits_.last = std::max(visits_.last.value_or(visit.time), visit.time);
  add_names(visit, numbers, family);
  if (!visit.resource.empty()) add_resource(visit);
}

void VisitCounts::add_agent(const Visit& visit, const Numbers& numbers, const agents::AgentFamily& family) {
  FormNumbers& form = visits_.forms[visit.form->name];
  form.form = visit.form;
  ++form.requests;
  if (!visit.user_agent.empty()) ++form.with_agent;
  if (std::ranges::count(visit.user_agent, '(') > std::ranges::count(visit.user_agent, ')')) {
    form.cut = std::max(form.cut, visit.user_agent.size());
  }
  FamilyNumbers& of_family = visits_.families[family.name];
  of_family.family = &family;
  add_to(of_family.numbers, numbers);
  const auto client = client_of(visit);
  const auto list = visits_.lists.find(family.name);
  const auto verdict = verdict_of(list == visits_.lists.end() ? nullptr : &list->second, visit.user_agent, client);
  const bool is_public = verdict != AddressVerdict::no_address && verdict != AddressVerdict::private_address;
  if (is_public) visits_.addresses.add(*client);
  ++(is_public && AddressCounts::is_round(*client) ? of_family.rounded : of_family.verdicts)[verdict];
}

std::optional<base::IpAddress> VisitCounts::client_of(const Visit& visit) const {
  if (!visit.peer) return std::nullopt;
  const http::Field field{"X-Forwarded-For", visit.forwarded};
  http::Request request;
  request.fields = {&field, 1};
  request.peer_address = *visit.peer;
  const auto client = http::client_address(request, proxies_);
  return proxies_.contains(client) ? std::nullopt : std::optional(client);
}

void VisitCounts::add_resource(const Visit& visit) {
  if (visits_.resources.size() >= NameCounts::kMostNames && !visits_.resources.contains(visit.resource)) return;
  ResourceNumbers& numbers = visits_.resources[visit.resource];
  // An error of MCP may be in a 200, and then has a reason.
  const bool is_refused = visit.status >= 400 || !visit.reason.empty();
  const bool is_granted = visit.status == 200 || visit.status == 304;
  if (is_granted && !is_refused && visit.method != "OPTIONS") ++numbers.reads;
  if (is_refused) ++numbers.refused;
}

void VisitCounts::add_names(const Visit& visit, const Numbers& numbers, const agents::AgentFamily& family) {
  if (numbers.documents != 0) visits_.documents.add(visit.path);
  if (visit.status == 404) visits_.unknown_paths.add(visit.path);
  if (numbers.not_found != 0 && group_of(family) != kOthers) visits_.missed.add(visit.path);
  if (!visit.reason.empty()) visits_.reasons.add(visit.reason);
  if (numbers.registrations != 0 && !visit.client_name.empty()) visits_.client_names.add(visit.client_name);
  const bool is_unknown = !visit.user_agent.empty() && family.kind == kUnknownKind;
  if (is_unknown) visits_.unknown_agents.add(visit.user_agent);
}

const agents::AgentFamily& VisitCounts::family_of(const std::string& user_agent) {
  const auto found = known_agents_.find(user_agent);
  if (found != known_agents_.end()) return *found->second;
  const agents::AgentFamily& family = agents_.family_of(user_agent);
  if (known_agents_.size() < NameCounts::kMostNames) known_agents_.emplace(user_agent, &family);
  return family;
}

std::vector<FamilyNumbers> families_of(const Visits& visits) {
  const auto final_verdict = [&](AddressVerdict verdict, bool is_round) {
    if (verdict > AddressVerdict::not_in_list) return verdict;
    if (is_round && visits.addresses.are_masked()) return AddressVerdict::masked;
    const bool is_of_proxy = verdict == AddressVerdict::not_in_list && visits.addresses.are_of_one_peer();
    return is_of_proxy ? AddressVerdict::one_peer : verdict;
  };
  std::vector<FamilyNumbers> rows;
  for (const auto& [name, row] : visits.families) {
    VerdictCounts verdicts;
    for (const auto& [verdict, count] : row.verdicts) verdicts[final_verdict(verdict, false)] += count;
    for (const auto& [verdict, count] : row.rounded) verdicts[final_verdict(verdict, true)] += count;
    rows.push_back({.family = row.family, .numbers = row.numbers, .verdicts = verdicts});
  }
  std::ranges::stable_sort(rows, {}, [](const FamilyNumbers& row) {
    return std::pair(group_of(*row.family), -static_cast<std::int64_t>(row.numbers.requests));
  });
  return rows;
}

}  // namespace agent_access::tools
