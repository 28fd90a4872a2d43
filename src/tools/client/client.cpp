#include "tools/client/client.hpp"

#include <curl/curl.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "http/message.hpp"
#include "tools/client/answer_collector.hpp"
#include "tools/client/url.hpp"

namespace agent_access::tools {
namespace {

using base::Failure;
using base::Result;

/// CURLE_TOO_LARGE of libcurl 8.6: a line of the head exceeds the limit of libcurl, 100 KiB. Older versions return
/// CURLE_OUT_OF_MEMORY.
constexpr int kCurlTooLarge = 100;

/// The functions of libcurl that the client calls, named as there without `curl_`. They are loaded at the first use and
/// not linked: `serve` does not need them, and Debian's libcurl brings 25 further libraries into a process.
struct Libcurl {
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
};

/// The name of the interface version of libcurl 7.16 and later; its functions keep their types.
constexpr const char* kLibrary = "libcurl.so.4";

template <class Function>
bool find(void* library, const char* name, Function& function) noexcept {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

std::optional<Libcurl> load() noexcept {
  void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  Libcurl curl{};
  const bool is_complete =
      find(library, "curl_global_init", curl.global_init) && find(library, "curl_easy_init", curl.easy_init) &&
      find(library, "curl_easy_cleanup", curl.easy_cleanup) && find(library, "curl_easy_setopt", curl.easy_setopt) &&
      find(library, "curl_easy_perform", curl.easy_perform) && find(library, "curl_easy_getinfo", curl.easy_getinfo) &&
      find(library, "curl_easy_strerror", curl.easy_strerror) &&
      find(library, "curl_slist_append", curl.slist_append) &&
      find(library, "curl_slist_free_all", curl.slist_free_all);
  if (!is_complete || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return std::nullopt;
  return curl;
}

/// libcurl, loaded and initialized at the first call; null if that fails. Thread safe: libcurl 7.84 and later allow the
/// initialization beside other threads. It is never unloaded.
const Libcurl* libcurl() noexcept {
  static const std::optional<Libcurl> loaded = load();
  return loaded ? &*loaded : nullptr;
}

bool has_field(const ClientRequest& request, std::string_view name) noexcept {
  return std::ranges::any_of(request.fields, [&](const auto& f) { return http::equal_names(f.name, name); });
}

/// Exceptions must not pass through libcurl: they end the exchange.
template <class Take>
std::size_t take(std::size_t size, Take step) noexcept {
  constexpr std::size_t kStop = CURL_WRITEFUNC_ERROR;
  try {
    return step() ? size : kStop;
  } catch (...) {
    return kStop;
  }
}

std::size_t on_line(char* data, std::size_t, std::size_t size, void* collector) noexcept {
  return take(size, [&] { return static_cast<AnswerCollector*>(collector)->take_line({data, size}); });
}

std::size_t on_body(char* data, std::size_t, std::size_t size, void* collector) noexcept {
  return take(size, [&] { return static_cast<AnswerCollector*>(collector)->take_body({data, size}); });
}

/// One request on one connection of one libcurl handle.
class Exchange {
 public:
  Exchange(const ClientRequest& request, const Url& url, const Libcurl& curl)
      : request_(request), url_(url), curl_(curl) {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  Result<ClientResponse, ClientFault> run() {
    if (!handle_) return broken_inside();
    set_connection();
    set_request();
    if (!is_set_) return broken_inside();
    const CURLcode code = curl_.easy_perform(handle_.get());
    if (collector_.fault() || code != CURLE_OK) return Failure(client_fault(code));
    // libcurl reports success if the connection closes within the head.
    if (!collector_.has_head()) return Failure(fault(ClientFaultKind::broken, "the head is cut off"));
    return std::move(collector_.response());
  }

 private:
  /// curl_easy_setopt accepts any type; these accept only the types that libcurl expects.
  void set(CURLoption option, long value) { note(curl_.easy_setopt(handle_.get(), option, value)); }
  void set(CURLoption option, const std::string& value) {
    note(curl_.easy_setopt(handle_.get(), option, value.c_str()));
  }
  void set(CURLoption option, const void* value) { note(curl_.easy_setopt(handle_.get(), option, value)); }
  void set(CURLoption option, curl_write_callback value) { note(curl_.easy_setopt(handle_.get(), option, value)); }
  void set_size(CURLoption option, std::size_t value) {
    note(curl_.easy_setopt(handle_.get(), option, static_cast<curl_off_t>(value)));
  }
  void note(CURLcode code) noexcept { is_set_ = is_set_ && code == CURLE_OK; }

  void add_line(const std::string& line) {
    curl_slist* const longer = curl_.slist_append(lines_.get(), line.c_str());
    is_set_ = is_set_ && longer != nullptr;
    if (!lines_) lines_.reset(longer);  // further lines do not change the first node
  }

  /// Target, TLS and timeout. By default, libcurl would read proxies from the environment, support other schemes, use
  /// signals for look-ups, and accept an intermediate certificate in `ca_file` as a trust anchor.
  void set_connection() {
    set(CURLOPT_URL, url_.origin() + "/");
    set(CURLOPT_PROTOCOLS_STR, std::string("http,https"));
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_PROXY, std::string());
    set(CURLOPT_NOPROXY, std::string("*"));
    set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_FRESH_CONNECT, 1L);
    set(CURLOPT_FORBID_REUSE, 1L);
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(1, request_.timeout.count())));  // 0: no limit
    set(CURLOPT_ERRORBUFFER, static_cast<const void*>(reason_.data()));
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    set(CURLOPT_SSL_VERIFYPEER, 1L);
    set(CURLOPT_SSL_VERIFYHOST, 2L);
    set(CURLOPT_SSL_OPTIONS, static_cast<long>(CURLSSLOPT_NO_PARTIALCHAIN));
    // Replaces the system's file; the system's folder, CURLOPT_CAPATH, is still used.
    if (!request_.ca_file.empty()) set(CURLOPT_CAINFO, request_.ca_file);
  }

  void set_request() {
    const bool is_head = request_.method == "HEAD";
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_HTTP09_ALLOWED, 0L);
    set(CURLOPT_REQUEST_TARGET, url_.target);  // byte for byte: libcurl would resolve dot segments
    if (has_body(request_)) {
      set(CURLOPT_POST, 1L);
      set_size(CURLOPT_POSTFIELDSIZE_LARGE, request_.body.size());
      set(CURLOPT_POSTFIELDS, static_cast<const void*>(request_.body.c_str()));
    }
    // With HEAD as CURLOPT_CUSTOMREQUEST, libcurl would wait for a body.
    is_head ? set(CURLOPT_NOBODY, 1L) : set(CURLOPT_CUSTOMREQUEST, request_.method);
    // The Content-Length of a response to HEAD is not that of a received body.
    if (!is_head) set_size(CURLOPT_MAXFILESIZE_LARGE, kMaxAnswerSize);
    set_lines();
    set(CURLOPT_HEADERFUNCTION, &on_line);
    set(CURLOPT_HEADERDATA, static_cast<const void*>(&collector_));
    set(CURLOPT_WRITEFUNCTION, &on_body);
    set(CURLOPT_WRITEDATA, static_cast<const void*>(&collector_));
  }

  void set_lines() {
    add_line("Host: " + (request_.host.empty() ? url_.authority() : request_.host));
    for (const auto& field : request_.fields) {
      const bool is_blank = field.value.find_first_not_of(' ') == std::string::npos;
      add_line(field.name + (is_blank ? ";" : ": " + field.value));  // "name:" would remove the field
    }
    if (has_body(request_)) add_line("Content-Length: " + std::to_string(request_.body.size()));
    add_line("Connection: close");
    for (const char* const name : {"Accept", "Content-Type", "Expect"}) {
      if (!has_field(request_, name)) add_line(std::string(name) + ":");  // removes libcurl's default field
    }
    set(CURLOPT_HTTPHEADER, static_cast<const void*>(lines_.get()));
  }

  [[nodiscard]] ClientFault fault(ClientFaultKind kind, std::string_view why) const {
    return fault_at(url_.authority(), kind, why);
  }

  Failure<ClientFault> broken_inside() const {
    return Failure(
        ClientFault{ClientFaultKind::broken, "the exchange with " + url_.authority() + " failed inside the client"});
  }

  /// The error number of the system for the last connection, if it failed.
  [[nodiscard]] int system_error() const {
    long number = 0;
    curl_.easy_getinfo(handle_.get(), CURLINFO_OS_ERRNO, &number);
    return static_cast<int>(number);
  }

  /// The message of libcurl without its prefixes for certificate errors.
  [[nodiscard]] std::string reason(CURLcode code) const {
    std::string_view text = reason_.front() == '\0' ? curl_.easy_strerror(code) : reason_.data();
    for (const std::string_view prefix : {"SSL certificate problem: ", "SSL: "}) {
      if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
    }
    return std::string(text);
  }

  [[nodiscard]] ClientFault client_fault(CURLcode code) const {
    if (collector_.is_interim_only())
      return {ClientFaultKind::broken, url_.authority() + " sends only interim responses"};
    const bool has_head = collector_.has_head();
    if (collector_.fault() == ClientFaultKind::too_large) return too_large_response(url_.authority(), has_head);
    switch (code) {
      case CURLE_OPERATION_TIMEDOUT: return late_response(url_.authority(), request_.timeout);
      case CURLE_COULDNT_RESOLVE_HOST: return fault(ClientFaultKind::unknown_host, curl_.easy_strerror(code));
      case CURLE_COULDNT_CONNECT: return connection_fault();
      case CURLE_PEER_FAILED_VERIFICATION: return refused_certificate(url_.authority(), reason(code));
      case CURLE_SSL_CACERT_BADFILE: return unreadable_authorities(url_.authority(), reason(code));
      case CURLE_SSL_CONNECT_ERROR: return fault(ClientFaultKind::tls, reason(code));
      case CURLE_FILESIZE_EXCEEDED: return too_large_response(url_.authority(), true);  // known before the head ends
      default: break;
    }
    const bool exceeds_curl_limit = code == CURLE_OUT_OF_MEMORY || static_cast<int>(code) == kCurlTooLarge;
    if (exceeds_curl_limit && !has_head) return too_large_response(url_.authority(), has_head);
    // Without the detailed message of libcurl, which might contain bytes of the response.
    return fault(ClientFaultKind::broken, curl_.easy_strerror(code));
  }

  [[nodiscard]] ClientFault connection_fault() const {
    const int error = system_error();
    const std::string why = error == 0 ? reason(CURLE_COULDNT_CONNECT) : std::system_category().message(error);
    return fault(error == ECONNREFUSED ? ClientFaultKind::refused : ClientFaultKind::unreachable, why);
  }

  const ClientRequest& request_;
  const Url& url_;
  AnswerCollector collector_;
  std::array<char, CURL_ERROR_SIZE> reason_{};
  const Libcurl& curl_;
  std::unique_ptr<curl_slist, decltype(Libcurl::slist_free_all)> lines_{nullptr, curl_.slist_free_all};
  std::unique_ptr<CURL, decltype(Libcurl::easy_cleanup)> handle_{curl_.easy_init(), curl_.easy_cleanup};
  bool is_set_ = true;
};

}  // namespace

Result<ClientResponse, ClientFault> fetch(const ClientRequest& request) {
  const auto url = parse_url(request.url);
  if (!url) return Failure(ClientFault{ClientFaultKind::invalid_request, std::string(describe(url.error()))});
  if (!can_be_sent(request)) return Failure(unsendable_request());
  const Libcurl* const curl = libcurl();
  if (curl == nullptr) {
    return Failure(ClientFault{ClientFaultKind::broken, "cannot load libcurl.so.4; install the package libcurl4"});
  }
  const auto start = std::chrono::steady_clock::now();
  auto response = Exchange(request, *url, *curl).run();
  if (response) {
    response->duration =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
  }
  return response;
}

}  // namespace agent_access::tools
