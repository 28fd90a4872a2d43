#include "net/http1/head_memory.hpp"

namespace agent_access::net {

void HeadMemory::keep(std::string_view bytes, const Head& head) {
  bytes_.clear();
  if (bytes.size() > kLargest) return;
  head_ = head;
  bytes_.assign(bytes);
  const auto moved = [from = bytes.data(), to = bytes_.data()](std::string_view& view) {
    if (view.data() != nullptr) view = {to + (view.data() - from), view.size()};
  };
  for (std::string_view* view : {&head_.method_text, &head_.target, &head_.path, &head_.query, &head_.host})
    moved(*view);
  for (http::Field& field : head_.fields) {
    moved(field.name);
    moved(field.value);
  }
}

}  // namespace agent_access::net
