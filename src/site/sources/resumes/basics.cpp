#include "site/sources/resumes/basics.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using enum Form;
using With = std::span<const std::string>;

constexpr std::string_view kAddress = "url website homepage";
constexpr std::string_view kScholar = "https://scholar.google.com/citations?user=";

constexpr auto kOwner = std::to_array<MemberRow>(
    {{"name", text, "name"},
     {"name", prose, "firstName first_name"},
     {"name", prose, "lastName last_name"},
     {"job_title", text, "label headline title"},
     {"summary", list, "summary about description"},
     {"birthday", date, "birthday birthDate dateOfBirth birth", "birthday"},
     {"left out; put the file into public/ and name it in design.portrait", left_out, "image picture photo"}});
constexpr auto kContact = std::to_array<MemberRow>(
    {{"email", email, "email"}, {"note", text, "phone tel telephone mobile", "phone", "Phone: "}});
constexpr auto kStreet = std::to_array<MemberRow>({{"street", text, "address", "street"}});
constexpr auto kLocation = std::to_array<MemberRow>({{"street", text, "address street", "street"},
                                                     {"city", prose, "postalCode zip", "street"},
                                                     {"city", prose, "city"},
                                                     {"region", text, "region state"},
                                                     {"country", text, "countryCode country"}});
constexpr auto kProfile = std::to_array<MemberRow>(
    {{"url", url, kAddress}, {"network", text, "network name placeholder"}, {"user", text, "username user"}});

/// How the addresses of profiles begin; the name of a person follows.
constexpr auto kNetworks = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"github", "https://github.com/"},
     {"gitlab", "https://gitlab.com/"},
     {"linkedin", "https://www.linkedin.com/in/"},
     {"orcid", "https://orcid.org/"},
     {"twitter", "https://twitter.com/"},
     {"x", "https://x.com/"},
     {"bluesky", "https://bsky.app/profile/"},
     {"google scholar", kScholar},
     {"scholar", kScholar},
     {"researchgate", "https://www.researchgate.net/profile/"},
     {"stackoverflow", "https://stackoverflow.com/users/"},
     {"youtube", "https://www.youtube.com/@"},
     {"instagram", "https://www.instagram.com/"}});

/// Of "@user@server" of Mastodon, of a name in a network, or an address instead. Empty if it is not known.
std::string address_of_profile(std::string_view network, std::string_view user) {
  if (const auto address = user.contains('/') ? absolute_url(user) : std::nullopt) return *address;
  if (user.contains("://")) return {};
  if (user.starts_with('@')) user.remove_prefix(1);
  const auto at = user.find('@');
  if (network == "mastodon" && at != std::string_view::npos) {
    return absolute_url("https://" + std::string(user.substr(at + 1)) + "/@" + std::string(user.substr(0, at)))
        .value_or("");
  }
  const auto* const known = std::ranges::find(kNetworks, network, [](const auto& each) { return each.first; });
  if (known == kNetworks.end() || user.empty()) return {};
  return absolute_url(std::string(known->second) + std::string(user)).value_or("");
}

void read_profile(ForeignObject& in, bj::object& owner, bj::object& site) {
  auto profile = read_rows(in, kProfile);
  const auto title = json::text_at(profile, "network");
  auto address = std::string(json::text_at(profile, "url"));
  if (address.empty()) address = address_of_profile(base::lower_case(title), json::text_at(profile, "user"));
  if (address.empty()) return in.note({}, "has no address; left out");
  append(owner, "same_as", bj::value(address));
  append(site, "links", bj::object{{"title", title.empty() ? "Profile" : title}, {"url", address}});
}

/// A text is a place, and one called an address is that of a street.
std::string read_location(ForeignObject& in, With with) {
  const auto* const found = in.value("location address");
  if (found != nullptr && !found->is_object()) {
    const auto parts = read_rows(in, kStreet, with);
    auto place = in.text("location");
    return place.empty() ? std::string(json::text_at(parts, "street")) : place;
  }
  std::vector<std::string> texts;
  in.each("location address", [&](ForeignObject& place) {
    auto parts = read_rows(place, kLocation, with);
    for (const auto* name : {"street", "city", "region", "country"}) base::add_once(texts, take_text(parts, name));
  });
  return base::joined(texts);
}

}  // namespace

void read_basics(ForeignObject& in, bj::object& site, With with) {
  auto owner = read_rows(in, kOwner, with);
  keep_first(owner, "summary", "about");
  auto contact = read_rows(in, kContact, with);
  set_text(owner, "location", read_location(in, with));
  set_text(site, "tagline", json::text_at(owner, "job_title"));
  site["owner"] = nullptr;  // before the links
  for (const auto& url : in.urls(kAddress)) append(site, "links", bj::object{{"title", "Website"}, {"url", url}});
  for (const auto* name : {"profiles", "social_networks", "custom_connections"}) {
    in.each(name, [&](ForeignObject& profile) { read_profile(profile, owner, site); });
  }
  site["owner"] = std::move(owner);
  if (!contact.empty()) site["contact"] = std::move(contact);
}

}  // namespace agent_access::sources
