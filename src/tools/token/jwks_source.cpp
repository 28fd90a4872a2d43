#include "tools/token/jwks_source.hpp"

#include <utility>

#include "app/text/text.hpp"
#include "client/client.hpp"

namespace agent_access::tools {

base::Result<std::string, std::string> fetch_jwks(const std::string& url, const std::string& ca_file,
                                                  std::chrono::milliseconds timeout) {
  auto answer = client::fetch({.url = url, .ca_file = ca_file, .timeout = timeout});
  if (!answer) return base::Failure("cannot read the keys: " + answer.error().detail);
  if (answer->status != 200) {
    return base::Failure("cannot read the keys: " + app::printable(url) + " answered " +
                         std::to_string(answer->status) +
                         "; the address of the keys is jwks_uri of the authorization server metadata");
  }
  return std::move(answer->body);
}

}  // namespace agent_access::tools
