/// \file
/// Errors as values. A fallible function returns Result<T, F>, where F is the closed fault enum of its own folder.
/// Style: check, return early, no else after return.
#pragma once

#include <expected>

namespace agent_access::base {

template <class T, class F>
using Result = std::expected<T, F>;

template <class F>
using Failure = std::unexpected<F>;

}  // namespace agent_access::base
