/// \file
/// Boost.Beast's reading of a head that our own grammar has accepted (decision 0002). Pure; thread safe. NOT checked
/// here: anything that both readers take alike.
#pragma once

#include <string_view>

#include "net/http1/framing.hpp"

namespace agent_access::net {

/// Whether Beast reads from `bytes`, the whole head with its empty line, what `head` says: method, target, version,
/// each field in its order, and the length of the body or that it is chunked.
[[nodiscard]] bool beast_agrees(const Head& head, std::string_view bytes);

}  // namespace agent_access::net
