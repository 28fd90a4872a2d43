#include "documents/metadata/jwks.hpp"

#include "jose/jwk.hpp"

namespace agent_access::documents {

std::string render_jwks(const oauth::KeySchedule& keys) {
  std::string body = R"({"keys":[)";
  for (const oauth::ScheduledKey& scheduled : keys.keys()) {
    if (body.back() == '}') body.push_back(',');
    body.append(jose::render_jwk(scheduled.key.public_key(), scheduled.key_id));
  }
  body.append("]}\n");
  return body;
}

}  // namespace agent_access::documents
