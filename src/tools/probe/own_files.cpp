#include "tools/probe/own_files.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "http/message.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/assets.hpp"
#include "tools/probe/responses.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

/// What a link of the home page may lead to.
constexpr auto kEntries =
    std::to_array<std::string_view>({documents::kApiCatalogPath, documents::kOpenapiPath, documents::kAuthMdPath,
                                     documents::kAgentsMdPath, documents::kLlmsPath});
/// What texts that wait for their content begin with, in lower case.
constexpr auto kPlaceholders =
    std::to_array<std::string_view>({"todo", "tbd", "tba", "xxx", "...", "…", "lorem ipsum", "placeholder", "change me",
                                     "changeme", "your ", "<", "["});

bool is_placeholder(std::string_view text) {
  const auto folded = base::lower_case(base::trim_white_space(text));
  return folded.empty() || std::ranges::any_of(kPlaceholders, [&](auto start) { return folded.starts_with(start); });
}

/// Members whose names begin with `$` or `_` are about the file.
bool says_something(const bj::value& value) {
  if (const auto* const text = value.if_string()) return !is_placeholder(*text);
  if (const auto* const list = value.if_array()) return std::ranges::any_of(*list, says_something);
  if (const auto* const object = value.if_object()) {
    return std::ranges::any_of(*object, [](const auto& member) {
      return !member.key().starts_with('$') && !member.key().starts_with('_') && says_something(member.value());
    });
  }
  return !value.is_null();
}

bool is_example(bj::object profile) {
  profile.erase("_meta");
  return profile == bj::parse(templates::asset("example/profile.json"));
}

}  // namespace

Verdict check_profile_content(const bj::object& profile, bool is_local) {
  const std::string remedy = "write into your profile.json what agents with a token should know";
  if (!says_something(profile)) {
    return Finding{"the profile is empty or has placeholders only, so a token opens nothing", remedy, Mark::warned};
  }
  if (is_local || !is_example(profile)) return std::nullopt;
  return Finding{"the profile is the example of init", remedy, Mark::warned};
}

Verdict check_names_auth_md(const ClientResponse& response) {
  if (response.body.contains(documents::kAuthMdPath)) return std::nullopt;
  const std::string path(documents::kAuthMdPath);
  return Finding{"it never names " + path + ", so agents that read it do not learn of the extended profile",
                 "add a link to " + path + " to your own file", Mark::warned};
}

Verdict check_home(const ClientResponse& response, bool issues_tokens) {
  const auto leads_here = [](std::string_view text) {
    return std::ranges::any_of(kEntries, [&](auto entry) { return text.find(entry) != std::string_view::npos; });
  };
  const auto is_link = [&](const ClientField& field) {
    return http::equal_names(field.name, "Link") && leads_here(field.value);
  };
  if (response.status != 200 || std::ranges::any_of(response.fields, is_link)) return std::nullopt;
  if (!issues_tokens && leads_here(response.body)) return std::nullopt;
  return Finding{"the page has no Link field to the service, so agents that begin at / do not find it",
                 R"(let the server of / send Link: </.well-known/api-catalog>; rel="api-catalog")", Mark::warned};
}

}  // namespace agent_access::tools
