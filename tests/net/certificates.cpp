#include "net/certificates.hpp"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

#include <cctype>
#include <stdexcept>

namespace agent_access::test {
namespace {

struct Free {
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

void require(bool done) {
  if (!done) throw std::runtime_error("cannot make a certificate");
}

Owned<EVP_PKEY> make_key(KeyKind kind) {
  if (kind == KeyKind::p256) return Owned<EVP_PKEY>(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
  const std::size_t bits = kind == KeyKind::rsa1024 ? 1024 : 2048;
  return Owned<EVP_PKEY>(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", bits));
}

template <class Write>
std::string pem_of(Write write) {
  const Owned<BIO> memory(BIO_new(BIO_s_mem()));
  require(write(memory.get()) == 1);
  std::string text(BIO_ctrl_pending(memory.get()), '\0');
  require(BIO_read(memory.get(), text.data(), static_cast<int>(text.size())) == static_cast<int>(text.size()));
  return text;
}

Owned<BIO> reader_of(const std::string& text) {
  return Owned<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

void add_names(X509* certificate, const std::vector<std::string>& names) {
  std::string value;
  for (const std::string& name : names) {
    const bool is_address = std::isdigit(static_cast<unsigned char>(name.front())) != 0 || name.front() == ':';
    value += (value.empty() ? "" : ",") + std::string(is_address ? "IP:" : "DNS:") + name;
  }
  X509V3_CTX context;
  X509V3_set_ctx(&context, nullptr, certificate, nullptr, nullptr, 0);
  const Owned<X509_EXTENSION> extension(X509V3_EXT_conf_nid(nullptr, &context, NID_subject_alt_name, value.c_str()));
  require(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

MadePair make(const CertificateWish& wish, const MadePair* issuer) {
  const auto key = make_key(wish.kind);
  const Owned<X509> certificate(X509_new());
  require(key && certificate && X509_set_version(certificate.get(), X509_VERSION_3) == 1);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), wish.begins.count());
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), wish.ends.count());
  X509_set_pubkey(certificate.get(), key.get());
  const std::string common_name = "test " + (wish.names.empty() ? "nameless" : wish.names.front());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(common_name.c_str()), -1, -1, 0);
  Owned<X509> above;
  Owned<EVP_PKEY> signer;
  if (issuer != nullptr) {
    above.reset(PEM_read_bio_X509(reader_of(issuer->certificate).get(), nullptr, nullptr, nullptr));
    signer.reset(PEM_read_bio_PrivateKey(reader_of(issuer->key).get(), nullptr, nullptr, nullptr));
    require(above && signer);
  }
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(above ? above.get() : certificate.get()));
  if (!wish.names.empty()) add_names(certificate.get(), wish.names);
  require(X509_sign(certificate.get(), signer ? signer.get() : key.get(), EVP_get_digestbyname(wish.digest.c_str())) >
          0);
  return {pem_of([&](BIO* out) { return PEM_write_bio_X509(out, certificate.get()); }), pem_of([&](BIO* out) {
            return PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace

MadePair make_certificate(const CertificateWish& wish) { return make(wish, nullptr); }

MadePair make_certificate(const CertificateWish& wish, const MadePair& issuer) { return make(wish, &issuer); }

net::TlsPair as_pair(const MadePair& made, const std::string& name) {
  return {name + ".pem", name + ".key", made.certificate, base::SecretBytes(base::bytes_of(made.key))};
}

net::TlsOptions options_with(const std::vector<MadePair>& pairs, const ContextWish& wish) {
  net::TlsOptions options{.pairs = {},
                          .ticket_secret = base::SecretBytes(base::bytes_of(wish.ticket_secret)),
                          .clock = wish.clock,
                          .answer_fields = wish.answer_fields};
  for (const MadePair& pair : pairs) {
    options.pairs.push_back(as_pair(pair, std::string(1, static_cast<char>('a' + options.pairs.size()))));
  }
  return options;
}

std::shared_ptr<const net::TlsContext> context_with(const std::vector<MadePair>& pairs, const ContextWish& wish) {
  auto context = net::TlsContext::create(options_with(pairs, wish));
  if (!context) throw std::runtime_error(context.error().front());
  return *context;
}

}  // namespace agent_access::test
