/// \file
/// The address of a client as the log has it (setting log.client_address). A prefix names a network, not a person:
/// IPv4 "203.0.113.0/24", IPv6 "2001:db8:1::/48". Pure, without allocation; thread safe.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/ip_address.hpp"
#include "ops/words/log_words.hpp"

namespace agent_access::ops {

class ClientText {
 public:
  ClientText(const base::IpAddress& address, ClientAddress form) noexcept;
  /// Empty for ClientAddress::none.
  [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), size_}; }

 private:
  void put(char character) noexcept { text_[size_++] = character; }
  void put(std::string_view text) noexcept { size_ += text.copy(text_.data() + size_, text.size()); }
  void put_octet(unsigned octet) noexcept;
  void put_group(unsigned group) noexcept;
  void put_ipv4(const base::IpAddress& address, bool is_whole) noexcept;
  void put_ipv6_prefix(const base::IpAddress& address) noexcept;
  void put_ipv6(const base::IpAddress& address) noexcept;

  std::array<char, 48> text_;  ///< more than INET6_ADDRSTRLEN and than any prefix
  std::size_t size_ = 0;
};

}  // namespace agent_access::ops
