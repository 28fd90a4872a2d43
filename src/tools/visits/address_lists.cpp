#include "tools/visits/address_lists.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <filesystem>
#include <span>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = std::size_t{8} * 1024 * 1024;
constexpr std::size_t kDateSize = std::string_view("2026-01-31").size();

/// The JSON in an HTML page; the text itself if it is none.
std::string without_html(std::string_view text) {
  std::string json(base::trim_white_space(text));
  if (!json.starts_with('<')) return json;
  constexpr std::string_view kQuote = "&quot;";
  for (auto at = json.find(kQuote); at != std::string::npos; at = json.find(kQuote))
    json.replace(at, kQuote.size(), "\"");
  const auto prefixes = json.find("\"prefixes\"");
  const auto begin = json.rfind('{', prefixes);
  if (prefixes == std::string::npos || begin == std::string::npos) return {};
  return json.substr(begin, json.find('<', prefixes) - begin);
}

void add_network(AddressList& list, std::string_view text) {
  auto network = base::Network::parse(base::trim_white_space(text));
  if (network) list.networks.push_back(std::move(*network));
  if (!network) ++list.unread;
}

/// A text, or an object with a text that is a network.
void add_entry(AddressList& list, const bj::value& entry) {
  const auto* const object = entry.if_object();
  if (object == nullptr) return add_network(list, json::as_text(&entry).value_or(""));
  const auto* const member = std::ranges::find_if(*object, [](const auto& each) {
    return base::Network::parse(json::as_text(&each.value()).value_or("")).has_value();
  });
  add_network(list, member == object->end() ? "" : *json::as_text(&member->value()));
}

void add_lines(AddressList& list, std::string_view text) {
  while (!text.empty()) {
    auto line = base::take_until(text, '\n');
    if (!line.empty() && !line.starts_with('#')) add_network(list, base::take_until(line, ','));
  }
}

base::Result<std::string, std::string> file_text(const fs::path& path) {
  const auto file = app::read_file(path, kLargestFile);
  return file ? base::Result<std::string, std::string>(base::text_of(file->bytes.reveal()))
              : base::Failure(file.error());
}

base::Result<void, std::string> add_file(AddressLists& lists, const fs::path& path,
                                         const std::vector<std::string>& agents) {
  const auto text = file_text(path);
  if (!text) return base::Failure(text.error());
  const auto list = parse_address_list(*text);
  if (!list) return base::Failure(app::shown(path) + " " + list.error());
  for (const auto& agent : agents) lists.insert_or_assign(agent, *list);
  return {};
}

base::Result<void, std::string> add_folder(AddressLists& lists, const fs::path& folder) {
  constexpr std::string_view kForm = R"( must be {"lists": {"FILE": ["AGENT", …], …}})";
  const auto text = file_text(folder / "index.json");
  if (!text) return base::Failure(text.error());
  const auto index = json::read_object(*text);
  const auto* const files = index ? json::object_at(*index, "lists") : nullptr;
  if (files == nullptr) return base::Failure(app::shown(folder / "index.json") + std::string(kForm));
  for (const auto& member : *files) {
    // A name of a file may have dots, which a path of members cannot.
    const auto agents = json::texts_at({{"agents", member.value()}}, "agents");
    if (const auto added = add_file(lists, folder / std::string(member.key()), agents); !added) return added;
  }
  return {};
}

}  // namespace

base::Result<AddressList, std::string> parse_address_list(std::string_view text) {
  AddressList list;
  if (const auto object = json::read_object(without_html(text))) {
    list.date = std::string(json::text_at(*object, "creationTime").substr(0, kDateSize));
    for (const auto& member : *object) {
      const auto* const entries = member.value().if_array();
      for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) add_entry(list, (*entries)[i]);
    }
  } else {
    add_lines(list, text);
  }
  if (list.networks.size() <= list.unread)
    return base::Failure<std::string>("is no list of addresses: it names no networks");
  return list;
}

base::Result<AddressLists, std::string> load_address_lists(const std::vector<std::string>& arguments,
                                                           const agents::AgentTable& agents) {
  AddressLists lists;
  for (const auto& argument : arguments) {
    const auto equals = argument.find('=');
    const std::string agent = argument.substr(0, equals);
    const bool is_folder = equals == std::string::npos || fs::is_directory(argument);
    if (!is_folder && std::ranges::find(agents.rows(), agent, &agents::AgentFamily::name) == agents.rows().end()) {
      return base::Failure("--addresses " + app::printable(argument) + ": no agent is called " + app::printable(agent) +
                           "; --print-agents prints their names");
    }
    const auto added = is_folder ? add_folder(lists, argument) : add_file(lists, argument.substr(equals + 1), {agent});
    if (!added) return base::Failure("--addresses: " + added.error());
  }
  return lists;
}

AddressStates states_of(const VerdictCounts& counts) {
  AddressStates states;
  for (const auto& [verdict, count] : counts) {
    if (verdict == AddressVerdict::in_list) states.in_list += count;
    if (verdict == AddressVerdict::not_in_list) states.not_in_list += count;
    if (verdict > AddressVerdict::not_in_list) states.unknown += count;
  }
  return states;
}

AddressVerdict verdict_of(const AddressList* list, std::string_view user_agent,
                          const std::optional<base::IpAddress>& address) {
  if (!address) return AddressVerdict::no_address;
  if (address->is_private_use() || address->is_unspecified()) return AddressVerdict::private_address;
  if (list == nullptr) return AddressVerdict::no_list;
  if (user_agent.contains("claude-code/")) return AddressVerdict::users_machine;
  const auto is_of_family = [&](const base::Network& network) {
    return network.text().contains(':') != address->is_ipv4();
  };
  if (std::ranges::none_of(list->networks, is_of_family)) return AddressVerdict::other_family;
  const auto has_it = [&](const base::Network& network) { return network.contains(*address); };
  return std::ranges::any_of(list->networks, has_it) ? AddressVerdict::in_list : AddressVerdict::not_in_list;
}

void AddressCounts::add(const base::IpAddress& address) {
  ++all_;
  if (is_round(address)) ++masked_;
  if (lead_ == 0) leader_ = address;
  lead_ = leader_ == address ? lead_ + 1 : lead_ - 1;
}

bool AddressCounts::is_round(const base::IpAddress& address) noexcept {
  const auto zeros = std::span(address.bytes).last(address.is_ipv4() ? 1 : 8);
  return std::ranges::all_of(zeros, [](std::uint8_t byte) { return byte == 0; });
}

}  // namespace agent_access::tools
