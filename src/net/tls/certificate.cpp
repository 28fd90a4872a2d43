#include "net/tls/certificate.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>

#include <array>
#include <chrono>
#include <ctime>
#include <limits>
#include <utility>

#include "base/ip_address.hpp"

namespace agent_access::net {
namespace {

std::unique_ptr<BIO, FreeOpenssl> reader_of(std::string_view text) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return nullptr;
  return std::unique_ptr<BIO, FreeOpenssl>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// Refuses to ask the terminal for a password.
int no_password(char*, int, int, void*) { return -1; }

std::vector<Certificate> read_chain(std::string_view pem) {
  std::vector<Certificate> chain;
  const auto reader = reader_of(pem);
  while (reader) {
    Certificate next(PEM_read_bio_X509(reader.get(), nullptr, no_password, nullptr));
    if (!next) break;
    chain.push_back(std::move(next));
  }
  const unsigned long last = ERR_peek_last_error();
  const bool is_end = ERR_GET_LIB(last) == ERR_LIB_PEM && ERR_GET_REASON(last) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  // Malformed data after the last certificate: an error instead of an incomplete chain.
  if (!is_end) chain.clear();
  return chain;
}

KeyHandle read_key(base::ByteView pem) {
  const auto reader = reader_of(base::text_of(pem));
  KeyHandle key(reader ? PEM_read_bio_PrivateKey(reader.get(), nullptr, no_password, nullptr) : nullptr);
  ERR_clear_error();
  return key;
}

base::Seconds time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return {};
  return base::Seconds(std::chrono::seconds(::timegm(&parts)));
}

std::string text_of_address(const ASN1_OCTET_STRING& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const int family = ASN1_STRING_length(&address) == 4 ? AF_INET : AF_INET6;
  if (family == AF_INET6 && ASN1_STRING_length(&address) != 16) return {};
  return ::inet_ntop(family, ASN1_STRING_get0_data(&address), text.data(), text.size()) == nullptr ? "" : text.data();
}

std::string text_of_name(const GENERAL_NAME& name) {
  if (name.type == GEN_IPADD) return text_of_address(*name.d.iPAddress);
  if (name.type != GEN_DNS) return {};
  const auto* bytes = reinterpret_cast<const char*>(ASN1_STRING_get0_data(name.d.dNSName));
  return {bytes, static_cast<std::size_t>(ASN1_STRING_length(name.d.dNSName))};
}

Problems names_of(const X509& certificate) {
  std::vector<std::string> names;
  auto* const found =
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr));
  for (int index = 0; index < sk_GENERAL_NAME_num(found); ++index) {
    std::string text = text_of_name(*sk_GENERAL_NAME_value(found, index));
    if (!text.empty()) names.push_back(std::move(text));
  }
  GENERAL_NAMES_free(found);
  return names;
}

std::string key_type_and_size(const EVP_PKEY& key) {
  return std::string(EVP_PKEY_get0_type_name(&key)) + " " + std::to_string(EVP_PKEY_get_bits(&key));
}

std::string check_chain(const std::vector<Certificate>& chain) {
  for (std::size_t index = 0; index + 1 < chain.size(); ++index) {
    if (X509_check_issued(chain[index + 1].get(), chain[index].get()) == X509_V_OK) continue;
    return "certificate " + std::to_string(index + 2) + " did not issue certificate " + std::to_string(index + 1) +
           "; the order is the server's own, then its issuer, then the issuer's";
  }
  return {};
}

/// As strong as an RSA key of 2048 bits: SHA-224 has it, SHA-1 does not.
constexpr int kLeastSignatureBits = 112;

/// OpenSSL 3.5 no longer checks how a server's own chain is signed. Nobody relies on what a root signs itself with.
Problems check_signatures(const std::vector<Certificate>& chain, const std::string& file) {
  Problems problems;
  for (std::size_t index = 0; index < chain.size(); ++index) {
    X509& certificate = *chain[index];
    if ((X509_get_extension_flags(&certificate) & EXFLAG_SS) != 0) continue;
    int digest = NID_undef;
    int bits = 0;
    const bool is_known = X509_get_signature_info(&certificate, &digest, nullptr, &bits, nullptr) == 1;
    if (is_known && bits >= kLeastSignatureBits) continue;
    problems.push_back("certificate " + std::to_string(index + 1) + " in " + file + " is signed with " +
                       OBJ_nid2sn(is_known ? digest : X509_get_signature_nid(&certificate)) +
                       ", which clients refuse; get a chain that is signed with SHA256 or better");
  }
  ERR_clear_error();
  return problems;
}

}  // namespace

std::string take_openssl_reason() {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  std::string text = reason == nullptr ? "refused by OpenSSL" : reason;
  ERR_clear_error();
  return text;
}

base::Result<LoadedPair, Problems> load_pair(const TlsPair& pair) {
  ERR_clear_error();
  Problems problems;
  LoadedPair loaded{read_chain(pair.certificate_pem), read_key(pair.key_pem.reveal()), {}};
  if (loaded.chain.empty()) problems.push_back(pair.certificate_name + " contains no PEM certificate chain");
  if (!loaded.key) problems.push_back(pair.key_name + " contains no unencrypted PEM private key");
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  X509& own = *loaded.chain.front();
  if (X509_check_private_key(&own, loaded.key.get()) != 1) {
    ERR_clear_error();
    return base::Failure<Problems>(
        {"the key in " + pair.key_name + " does not belong to the first certificate in " + pair.certificate_name});
  }
  problems = check_signatures(loaded.chain, pair.certificate_name);
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  loaded.facts = {pair.certificate_name,
                  names_of(own),
                  time_of(X509_get0_notBefore(&own)),
                  time_of(X509_get0_notAfter(&own)),
                  key_type_and_size(*loaded.key),
                  check_chain(loaded.chain)};
  return loaded;
}

bool names_host(X509& certificate, std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const std::string text(host);
  const int found =
      base::IpAddress::parse(text)
          ? X509_check_ip_asc(&certificate, text.c_str(), 0)
          : X509_check_host(&certificate, text.data(), text.size(),
                            X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT, nullptr);
  ERR_clear_error();
  return found == 1;
}

}  // namespace agent_access::net
