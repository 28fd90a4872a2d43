/// \file
/// The revisions of MCP, and which one a request uses. 2026-07-28 is stateless: each request names it in a field of
/// HTTP and in `params._meta`, and further fields repeat parts of the message, so that a proxy need not read the body
/// (basic/transports/streamable-http, "Request Metadata"). Clients of older revisions begin with `initialize` and send
/// the field from 2025-06-18 on.
///
/// And what results of a revision may have: web/mcp-members.json has the first revision of each member that not all of
/// them know. Thread safe, stateless.
#pragma once

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/protocol.hpp"
#include "base/result.hpp"
#include "mcp/message.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {

inline constexpr auto& kRevisions = protocol::kMcpRevisions;

/// One of the revisions that are answered; a later one is greater.
class Revision {
 public:
  static constexpr std::size_t kCount = kRevisions.size() + 1;

  /// Nothing for a name that is no such revision.
  [[nodiscard]] static std::optional<Revision> named(std::string_view name) noexcept;
  [[nodiscard]] static constexpr Revision at(std::size_t index) noexcept { return Revision(index); }
  [[nodiscard]] static constexpr Revision oldest() noexcept { return Revision(0); }
  [[nodiscard]] static constexpr Revision current() noexcept { return Revision(kCount - 1); }

  [[nodiscard]] constexpr std::size_t index() const noexcept { return index_; }
  [[nodiscard]] std::string_view name() const noexcept;
  [[nodiscard]] constexpr bool is_current() const noexcept { return *this == current(); }
  friend constexpr auto operator<=>(const Revision&, const Revision&) = default;

 private:
  explicit constexpr Revision(std::size_t index) noexcept : index_(static_cast<std::uint8_t>(index)) {}
  std::uint8_t index_;
};

/// The fields of HTTP that repeat the message; nothing for one that is missing. Fields with different values agree with
/// no message: pass an empty value. Of a list of equal values, which a proxy makes of repeated fields, pass one; `name`
/// may be such a list.
struct RequestFields {
  std::optional<std::string_view> version;  ///< MCP-Protocol-Version
  std::optional<std::string_view> method;   ///< Mcp-Method
  std::optional<std::string_view> name;     ///< Mcp-Name
};

/// Checks the fields against the message and the version against the revisions. Faults: header_mismatch,
/// unsupported_version, missing_meta. A notification is checked for its version only. Of `initialize` the fields are
/// not read, and the revision is that of its result. A request that names no revision has the oldest: clients of the
/// two oldest send no field, so they get what both know.
[[nodiscard]] base::Result<Revision, McpFault> revision_of(const Message& message, const RequestFields& fields);

/// The revision that the fields or the message name, for the data of unsupported_version; may be any text.
[[nodiscard]] std::string_view requested_version(const Message& message, const RequestFields& fields);

/// Whether the value of Mcp-Name is `name`, as it is or as "=?base64?…?=" of its bytes. A value that has the form of
/// the latter is never compared as it is.
[[nodiscard]] bool names(std::string_view field, std::string_view name);

/// The revision for a client that asks for `wanted` with `initialize`: the same, or the newest one with `initialize`.
[[nodiscard]] Revision negotiated(std::string_view wanted) noexcept;

/// Whether results of the revision may have a member of that name. Precondition: the table has a row for it.
[[nodiscard]] bool has_member(std::string_view name, Revision revision);

/// The members of a result that the revision knows.
[[nodiscard]] boost::json::object within(boost::json::object result, Revision revision);

/// A text for each revision, of which equal ones are kept once. Immutable.
class RevisedText {
 public:
  RevisedText() = default;
  /// `write` gives the text of a revision.
  template <class Write>
  explicit RevisedText(Write write) {
    for (std::size_t index = 0; index < Revision::kCount; ++index) {
      std::string text = write(Revision::at(index));
      const auto same = std::ranges::find(texts_, text);
      places_.at(index) = static_cast<std::uint8_t>(same - texts_.begin());
      if (same == texts_.end()) texts_.push_back(std::move(text));
    }
  }
  [[nodiscard]] std::string_view in(Revision revision) const noexcept { return texts_[places_[revision.index()]]; }

 private:
  std::vector<std::string> texts_;
  std::array<std::uint8_t, Revision::kCount> places_{};
};

}  // namespace agent_access::mcp
