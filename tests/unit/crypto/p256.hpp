/// \file
/// Numbers of the curve P-256 in hexadecimal: the order n (FIPS 186-5, SP 800-186 section 3.2.1.3), n - 1, and the
/// private scalar of the key of RFC 7515 appendix A.3.
#pragma once

#include <string_view>

namespace agent_access::crypto::p256 {

inline constexpr std::string_view kOrder = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
inline constexpr std::string_view kOrderLessOne = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550";
inline constexpr std::string_view kScalar = "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2";

}  // namespace agent_access::crypto::p256

namespace agent_access::crypto {

/// Node.js hashes messages itself.
#ifdef __EMSCRIPTEN__
inline constexpr bool kVerifiesDigests = false;
#else
inline constexpr bool kVerifiesDigests = true;
#endif

}  // namespace agent_access::crypto
