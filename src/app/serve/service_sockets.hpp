/// \file
/// The listen addresses of a service and its admin listener, configured or inherited from the service manager.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "app/serve/service_runner.hpp"
#include "net/server.hpp"
#include "ops/notify.hpp"

namespace agent_access::app {

/// What the service manager passed to this process, by the variables LISTEN_*.
[[nodiscard]] ops::ListenDescriptors descriptors_of_manager(const Environment& environment);
/// With the descriptors of Service::listeners, else those of a socket unit, else those of Service::kept, else none.
[[nodiscard]] net::ServerOptions service_options(const Service& service, std::size_t workers);
/// With the descriptors named "admin" if there are any, else by listen.admin. Nothing when there is no admin listener.
[[nodiscard]] std::optional<net::ServerOptions> admin_options(const Service& service);
/// Whether only this machine reaches the admin listener: all its addresses are loopback.
[[nodiscard]] bool is_admin_on_loopback(const Service& service);
/// For the log: the configured address, or "inherited" when the service manager opened the socket.
[[nodiscard]] std::string_view listen_text(const Service& service);
[[nodiscard]] std::string_view admin_text(const Service& service);

}  // namespace agent_access::app
