#include "app/certificates/tls_files.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config/derived_values.hpp"
#include "app/deployment/clocks.hpp"
#include "app/files/file_access.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/base_url.hpp"
#include "base/result.hpp"
#include "base/text.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kMaxTlsFile = std::size_t{256} * 1024;
constexpr std::string_view kTls = "tls";
constexpr std::chrono::hours kExpiresSoon{24 * 21};

/// Only the certificates: if the file also contains the key, no copy of the key is left in ordinary memory.
std::string certificates_in(std::string_view pem) {
  constexpr std::string_view kMark = "-----BEGIN ";
  constexpr std::string_view kEnd = "-----END ";
  constexpr std::string_view kDashes = "-----";
  std::string certificates;
  for (auto begin = pem.find(kMark); begin != std::string_view::npos; begin = pem.find(kMark, begin + 1)) {
    const auto label_end = pem.find(kDashes, begin + kMark.size());
    if (label_end == std::string_view::npos) break;
    const auto label = pem.substr(begin + kMark.size(), label_end - begin - kMark.size());
    const auto end = pem.find(std::string(kEnd) + std::string(label) + std::string(kDashes), label_end);
    if (!label.ends_with("CERTIFICATE") || end == std::string_view::npos) continue;
    const auto size = end + kEnd.size() + label.size() + kDashes.size() - begin;
    certificates.append(pem.substr(begin, size)).push_back('\n');
  }
  return certificates;
}

void read_pair(const TlsPairPaths& paths, net::TlsOptions& options, Problems& problems,
               std::vector<std::string>& warnings) {
  auto certificate = read_file(paths.certificate, kMaxTlsFile);
  auto key = read_file(paths.key, kMaxTlsFile);
  if (!certificate) problems.push_back("tls: " + certificate.error());
  if (!key) problems.push_back("tls: " + key.error());
  if (!certificate || !key) return;
  if (!key->exposure.empty()) warnings.push_back("tls: " + key->exposure);
  options.pairs.push_back({shown(paths.certificate), shown(paths.key),
                           certificates_in(base::text_of(certificate->bytes.reveal())), std::move(key->bytes)});
}

Problems validate_settings(const Config& config) {
  if (config.tls_certificate.empty() != config.tls_key.empty()) {
    return {"tls: tls.certificate and tls.key belong together; set both or neither"};
  }
  if (config.tls_certificate.empty() && !config.tls_more.empty()) {
    return {"tls: tls.more needs tls.certificate and tls.key, the pair for clients without SNI"};
  }
  return {};
}

void check_certificate(const net::CertificateFacts& facts, base::Seconds now, Report& report) {
  const std::string name = "tls: " + facts.file;
  if (facts.not_after <= now) {
    report.find_defect(
        kTls, name + " expired at " + format_time(facts.not_after) + "; clients refuse it until it is renewed");
  } else if (facts.not_before > now) {
    report.find_defect(kTls, name + " is not valid before " + format_time(facts.not_before));
  } else if (facts.not_after < now + kExpiresSoon) {
    report.warn(kTls,
                name + " expires at " + format_time(facts.not_after) + ", in less than 21 days; renew it and reload");
  }
  if (!facts.chain_problem.empty()) report.find_defect(kTls, name + ": " + facts.chain_problem);
}

/// "Strict-Transport-Security: max-age=31536000\r\n" (RFC 6797), or empty for 0.
std::string hsts_field(std::chrono::milliseconds max_age) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(max_age).count();
  if (seconds == 0) return {};
  return "Strict-Transport-Security: max-age=" + std::to_string(seconds) + "\r\n";
}

/// Null when TLS is off.
base::Result<TlsContextPtr, Problems> make_context(const Config& config, const oauth::MasterSecret& master,
                                                   std::vector<std::string>& warnings) {
  Problems problems = validate_settings(config);
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  if (!has_tls(config)) return TlsContextPtr();
  auto ticket_secret = master.derive(oauth::label::kTlsTickets);
  if (!ticket_secret) return base::Failure<Problems>({"tls: the crypto library failed"});
  net::TlsOptions options{
      .pairs = {}, .ticket_secret = std::move(*ticket_secret), .clock = std::make_shared<SystemClock>()};
  options.answer_fields = hsts_field(config.tls_hsts);
  read_pair({config.tls_certificate, config.tls_key}, options, problems, warnings);
  for (const auto& paths : further_tls_pairs(config)) read_pair(paths, options, problems, warnings);
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  auto context = net::TlsContext::create(std::move(options));
  if (!context) {
    for (const auto& complaint : context.error()) problems.push_back("tls: " + complaint);
    return base::Failure<Problems>(std::move(problems));
  }
  return std::move(*context);
}

void check_certificates(const net::TlsContext& context, const std::vector<base::BaseUrl>& base_urls, Report& report) {
  const auto now = SystemClock{}.now();
  for (const auto& facts : context.certificates()) check_certificate(facts, now, report);
  for (const auto& base_url : base_urls) {
    const std::string host = base::host_and_port(base_url).host;
    if (!context.names(host)) {
      report.find_defect(kTls, "tls: no certificate is for " + host + " (base_urls); get one");
    }
    if (!base_url.text().starts_with("https:")) {
      report.warn(kTls, "tls: " + base_url.text() + " (base_urls) is not an https address, but TLS is on");
    }
  }
}

/// "www.pem: EC 256, example.com, www.example.com, until 2026-09-21T13:08:20Z".
std::string facts_text(const net::CertificateFacts& facts) {
  std::string text = facts.file + ": " + facts.key_kind;
  for (const auto& name : facts.names) text += ", " + name;
  return text + ", until " + format_time(facts.not_after);
}

}  // namespace

TlsContextPtr load_tls(const Config& config, const Material& material, Report& report) {
  std::vector<std::string> warnings;
  auto context = make_context(config, material.key_plan.masters.front(), warnings);
  report.warn_all(kTls, warnings);
  if (!context) {
    report.fail_all(kTls, context.error());
    return nullptr;
  }
  if (!*context) {
    report.ok(kTls, "off; the proxy in front must terminate TLS");
    return nullptr;
  }
  for (const auto& facts : (*context)->certificates()) report.ok(kTls, facts_text(facts));
  check_certificates(**context, material.settings.base_urls, report);
  return std::move(*context);
}

}  // namespace agent_access::app
