#include "http/json_body.hpp"

#include "json/strict_reader.hpp"

namespace agent_access::http {

namespace {

/// Keeps the strings of the wanted members.
class BodyEvents : public json::StrictEvents {
 public:
  explicit BodyEvents(std::span<JsonMember> wanted) : StrictEvents(json::Root::object), wanted_(wanted) {}

  bool on_key(Text part, std::size_t size, Error& error) {
    if (!StrictEvents::on_key(part, size, error)) return false;
    if (depth() > 1) return true;
    target_ = nullptr;
    for (JsonMember& member : wanted_) {
      if (member.name == name()) target_ = &member;
    }
    if (target_ != nullptr) target_->kind = MemberKind::other;  // unless a string or null follows
    return true;
  }
  bool on_string_part(Text part, std::size_t, Error&) {
    if (is_wanted()) target_->text.append(part.data(), part.size());
    return true;
  }
  bool on_string(Text part, std::size_t size, Error& error) {
    if (is_wanted()) {
      target_->text.append(part.data(), part.size());
      target_->kind = MemberKind::string;
    }
    return StrictEvents::on_string(part, size, error);
  }
  bool on_null(Error& error) {
    if (is_wanted()) target_->kind = MemberKind::null;
    return StrictEvents::on_null(error);
  }

 private:
  /// Whether the current value is the value of a wanted member and not nested in it.
  [[nodiscard]] bool is_wanted() const noexcept { return target_ != nullptr && depth() == 1; }

  std::span<JsonMember> wanted_;
  JsonMember* target_ = nullptr;
};

}  // namespace

base::Result<void, JsonFault> read_json_object(std::string_view body, std::span<JsonMember> wanted) {
  for (JsonMember& member : wanted) {
    member.kind = MemberKind::absent;
    member.text.clear();
  }
  const auto done = json::StrictReader<BodyEvents>(json::kMaxForeignDepth, wanted).read(body);
  if (!done) return base::Failure(done.error().fault);
  return {};
}

}  // namespace agent_access::http
