/// \file
/// Owning pointers for OpenSSL's handles, and the keys that hold them. Private to this folder.
/// Rule of the folder: only `== 1` or non-null is success, and a failure leaves an empty error queue.
#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/params.h>

#include <expected>
#include <memory>

#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/es256.hpp"

namespace agent_access::crypto {

template <auto Free>
struct Deleter {
  template <class T>
  void operator()(T* handle) const noexcept {
    Free(handle);
  }
};

using EvpKey = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using EvpKeyContext = std::unique_ptr<EVP_PKEY_CTX, Deleter<EVP_PKEY_CTX_free>>;
using EvpMac = std::unique_ptr<EVP_MAC, Deleter<EVP_MAC_free>>;
using EvpMacContext = std::unique_ptr<EVP_MAC_CTX, Deleter<EVP_MAC_CTX_free>>;
using EvpDigest = std::unique_ptr<EVP_MD, Deleter<EVP_MD_free>>;
using EvpDigestContext = std::unique_ptr<EVP_MD_CTX, Deleter<EVP_MD_CTX_free>>;
using BigNumber = std::unique_ptr<BIGNUM, Deleter<BN_clear_free>>;
using BigNumberContext = std::unique_ptr<BN_CTX, Deleter<BN_CTX_free>>;
using EcGroup = std::unique_ptr<EC_GROUP, Deleter<EC_GROUP_free>>;
using EcPoint = std::unique_ptr<EC_POINT, Deleter<EC_POINT_free>>;
using Params = std::unique_ptr<OSSL_PARAM, Deleter<OSSL_PARAM_free>>;
using ParamsBuilder = std::unique_ptr<OSSL_PARAM_BLD, Deleter<OSSL_PARAM_BLD_free>>;
using MemoryBio = std::unique_ptr<BIO, Deleter<BIO_free>>;

struct PublicKey::State {
  EvpKey key;
  Coordinate x;
  Coordinate y;
};

struct PrivateKey::State {
  EvpKey key;
  PublicKey public_key;
};

/// The bytes in OpenSSL's type. Never null, because to EVP_MAC_init null means "keep the previous key".
inline const unsigned char* octets(base::ByteView bytes) noexcept {
  static constexpr unsigned char kNothing = 0;
  return bytes.empty() ? &kNothing : reinterpret_cast<const unsigned char*>(bytes.data());
}

inline unsigned char* octets_for_writing(std::span<std::byte> bytes) noexcept {
  return reinterpret_cast<unsigned char*>(bytes.data());
}

/// Returns the failure of the call before and clears OpenSSL's error queue.
inline std::unexpected<CryptoFault> fail(CryptoFault fault = CryptoFault::library_failure) noexcept {
  ERR_clear_error();
  return std::unexpected(fault);
}

}  // namespace agent_access::crypto
