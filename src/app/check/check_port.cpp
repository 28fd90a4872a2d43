#include "app/check/check_port.hpp"

#include "app/serve/listen_socket.hpp"

namespace agent_access::app {

void check_port(CheckReport& report, std::string_view name, const std::string& text, const CheckUser& user) {
  constexpr std::uint16_t kFirstUnprivileged = 1024;
  const auto endpoint = net::parse_endpoint(text);
  if (!endpoint) {
    report.ok(name, "off");
    return;
  }
  const auto probe = probe_port(*endpoint);
  switch (probe.state) {
    case PortState::free:
      report.ok(name, text + " is free");
      return;
    case PortState::in_use:
      // Usually the service already runs with this configuration.
      report.warn(name, text + " is in use (expected if the service is running)");
      return;
    case PortState::not_here:
      report.fail(name, text + ": " + probe.reason);
      return;
    case PortState::refused:
      if (!user.name.empty() && endpoint->port < kFirstUnprivileged) {
        return report.warn(name, text + ": ports below 1024 need the drop-in port-443.conf, or agent-access.socket");
      }
      report.fail(name,
                  text + ": " + probe.reason + "; choose another port in [listen], or grant CAP_NET_BIND_SERVICE");
      return;
  }
}

}  // namespace agent_access::app
