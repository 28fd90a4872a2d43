/// \file
/// Reads PEM certificates and keys into OpenSSL objects and checks them. Private to net: the only header with OpenSSL's
/// types. A failure leaves an empty error queue. Thread safe: values.
#pragma once

#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "net/tls/tls_context.hpp"

namespace agent_access::net {

struct FreeOpenssl {
  void operator()(X509* certificate) const noexcept { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
  void operator()(BIO* bio) const noexcept { BIO_free(bio); }
  void operator()(SSL_CTX* context) const noexcept { SSL_CTX_free(context); }
  void operator()(SSL* connection) const noexcept { SSL_free(connection); }
};
/// Sentences for the operator.
using Problems = std::vector<std::string>;
using Certificate = std::unique_ptr<X509, FreeOpenssl>;
using KeyHandle = std::unique_ptr<EVP_PKEY, FreeOpenssl>;
using ContextHandle = std::unique_ptr<SSL_CTX, FreeOpenssl>;
using ConnectionHandle = std::unique_ptr<SSL, FreeOpenssl>;

struct LoadedPair {
  std::vector<Certificate> chain;  ///< the server's own first; never empty
  KeyHandle key;
  CertificateFacts facts;
};

/// Reads a pair and checks that the key belongs to the certificate, and that SHA-1 signs nothing in the chain.
[[nodiscard]] base::Result<LoadedPair, Problems> load_pair(const TlsPair& pair);

/// Whether the certificate is for a DNS name, or an address (brackets allowed). A wildcard matches one whole label; the
/// subject's common name is ignored (RFC 9525).
[[nodiscard]] bool names_host(X509& certificate, std::string_view host);

/// OpenSSL's text for its last failure; empties the error queue. It never contains key material.
[[nodiscard]] std::string take_openssl_reason();

}  // namespace agent_access::net
