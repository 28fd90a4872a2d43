/// \file
/// The ASCII form ("xn--…") of an international host name, for the message about a base URL that has one. Thread safe.
#pragma once

#include <optional>
#include <string>

namespace agent_access::app {

/// "xn--mller-kva.example" for "müller.example" (IDNA 2008, non-transitional); nothing if the name is not valid or
/// libidn2 is not installed. It is loaded for this message only; Debian's libcurl depends on it.
[[nodiscard]] std::optional<std::string> ascii_host(const std::string& host);

/// The URL with its host in ASCII; nothing if the host is ASCII already or cannot be converted.
[[nodiscard]] std::optional<std::string> with_ascii_host(const std::string& url);

}  // namespace agent_access::app
