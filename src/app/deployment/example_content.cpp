#include "app/deployment/example_content.hpp"

#include <algorithm>
#include <array>

#include "base/base_url.hpp"
#include "site/content/load.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kIsExample = ": is still the example of `init`";

constexpr std::array<std::string_view, 4> kExampleDomains = {"example.com", "example.org", "example.net", "example"};

bool is_example_domain(std::string_view host) {
  return std::ranges::any_of(kExampleDomains, [host](std::string_view domain) {
    return host == domain || (host.ends_with(domain) && host[host.size() - domain.size() - 1] == '.');
  });
}

}  // namespace

bool is_hidden_if_example(const Config& config) {
  return !std::ranges::all_of(config.settings.base_urls, base::is_loopback);
}

std::string example_warning(const Config& config, std::string_view setting, std::string_view instead) {
  std::string warning(setting);
  warning += kIsExample;
  if (is_hidden_if_example(config)) warning.append(", so it is not published: ").append(instead);
  return warning.append(". Replace it.");
}

bool is_about_example(std::string_view warning) noexcept { return warning.contains(kIsExample); }

bool is_example(const content::Profile& profile) {
  const auto example = content::parse_profile(templates::asset("example/profile.json"));
  return example && example->prefix == profile.prefix;
}

bool is_example(const content::Site& site) {
  const auto example = content::parse_site(templates::asset("example/site.json"));
  return example && example->source == site.source;
}

bool is_example(const content::Faq& faq) {
  const auto example = content::parse_faq(templates::asset("example/faq.json"));
  return example && std::ranges::equal(example->questions, faq.questions, [](const auto& one, const auto& other) {
           return one.question == other.question && one.answer == other.answer;
         });
}

std::vector<std::string> example_warnings(const content::Settings& settings) {
  std::vector<std::string> warnings;
  for (const auto& base_url : settings.base_urls) {
    if (!is_example_domain(base::host_and_port(base_url).host)) continue;
    warnings.push_back("base_urls: " + base_url.text() +
                       " is a domain for examples, which nobody can reach; write the addresses of your site");
  }
  return warnings;
}

}  // namespace agent_access::app
