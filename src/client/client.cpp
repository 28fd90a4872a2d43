#include "client/client.hpp"

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "client/url.hpp"
#include "http/message.hpp"

namespace agent_access::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using base::Failure;
using base::Result;
using boost::system::error_code;
using Kind = ClientFaultKind;
using Deadline = std::chrono::steady_clock::time_point;
using TlsStream = asio::ssl::stream<tcp::socket&>;
using Parser = beast::http::response_parser<beast::http::string_body>;

constexpr int kMaxInterimAnswers = 8;

bool is_token(std::string_view text) noexcept {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool is_field_value(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

bool can_be_sent(const ClientRequest& request) noexcept {
  return is_token(request.method) && is_field_value(request.host) &&
         std::ranges::all_of(request.fields,
                             [](const ClientField& f) { return is_token(f.name) && is_field_value(f.value); });
}

std::string render(const ClientRequest& request, const Url& url) {
  std::string text = request.method + " " + url.target + " HTTP/1.1\r\n";
  text += "Host: " + (request.host.empty() ? url.authority() : request.host) + "\r\n";
  for (const auto& field : request.fields) text += field.name + ": " + field.value + "\r\n";
  if (!request.body.empty() || request.method == "POST") {
    text += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
  }
  return text + "Connection: close\r\n\r\n" + request.body;
}

ClientResponse to_response(const Parser& parser) {
  ClientResponse response;
  response.status = parser.get().result_int();
  for (const auto& field : parser.get()) {
    response.fields.push_back({std::string(field.name_string()), std::string(field.value())});
  }
  response.body = parser.get().body();
  return response;
}

/// One request on one connection. Each step starts an asynchronous operation and runs the event loop until it is done
/// or the deadline has passed; a socket closed by the deadline ends the operation, so nothing outlives this object.
class Exchange {
 public:
  Exchange(const ClientRequest& request, const Url& url)
      : request_(request), url_(url), deadline_(std::chrono::steady_clock::now() + request.timeout) {}

  Result<ClientResponse, ClientFault> run() {
    if (const auto connected = connect(); !connected) return Failure(connected.error());
    if (url_.scheme == Scheme::http) return converse(socket_);

    asio::ssl::context tls(asio::ssl::context::tls_client);
    if (const auto prepared = prepare(tls); !prepared) return Failure(prepared.error());
    TlsStream stream(socket_, tls);
    if (const auto shaken = handshake(stream); !shaken) return Failure(shaken.error());
    return converse(stream);
  }

 private:
  using Outcome = Result<void, ClientFault>;

  template <class Start, class Cancel>
  error_code wait(const Start& start, const Cancel& cancel) {
    std::optional<error_code> result;
    start([&result](error_code error, const auto&...) { result = error; });
    context_.restart();
    context_.run_until(deadline_);
    if (result) return *result;
    cancel();
    context_.restart();
    context_.run();
    return asio::error::timed_out;
  }

  template <class Start>
  error_code wait(const Start& start) {
    return wait(start, [this] {
      error_code ignored;
      [[maybe_unused]] const auto closed = socket_.close(ignored);
    });
  }

  Failure<ClientFault> fail(Kind kind, std::string_view what, const error_code& error) const {
    if (error == asio::error::timed_out) {
      return Failure(ClientFault{Kind::timeout, url_.authority() + " did not answer within " +
                                                    std::to_string(request_.timeout.count()) + " ms"});
    }
    return Failure(ClientFault{kind, std::string(what) + " " + url_.authority() + ": " + error.message()});
  }

  Outcome connect() {
    tcp::resolver resolver(context_);
    tcp::resolver::results_type addresses;
    const auto port = std::to_string(url_.port);
    const auto looked_up = wait(
        [&](auto done) {
          resolver.async_resolve(url_.host, port, [&addresses, done](error_code error, auto results) {
            addresses = std::move(results);
            done(error);
          });
        },
        [&] { resolver.cancel(); });
    if (looked_up) return fail(Kind::unknown_host, "cannot find", looked_up);

    const auto connected = wait([&](auto done) { asio::async_connect(socket_, addresses, done); });
    if (connected == asio::error::connection_refused) return fail(Kind::refused, "nothing listens at", connected);
    if (connected) return fail(Kind::unreachable, "cannot connect to", connected);
    return {};
  }

  Outcome prepare(asio::ssl::context& tls) const {
    error_code error;
    tls.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                    asio::ssl::context::no_tlsv1_1);
    tls.set_verify_mode(asio::ssl::verify_peer);
    if (tls.set_default_verify_paths(error)) {
      return fail(Kind::tls, "cannot read the system's certificate authorities for", error);
    }
    if (!request_.ca_file.empty() && tls.load_verify_file(request_.ca_file, error)) {
      return fail(Kind::tls, "cannot read the file of certificate authorities for", error);
    }
    return {};
  }

  /// Whom the certificate must name (RFC 9110 section 4.3.4), and the name for the server to choose it by.
  bool name_host(SSL* tls) const {
    error_code not_an_address;
    (void)asio::ip::make_address(url_.host, not_an_address);
    // RFC 6066 section 3: literal addresses are not permitted in server_name.
    if (!not_an_address) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), url_.host.c_str()) == 1;
    SSL_set_hostflags(tls, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    // What SSL_set_tlsext_host_name is, which is a macro with an old-style cast.
    auto* name = const_cast<char*>(url_.host.c_str());
    return SSL_set1_host(tls, name) == 1 &&
           SSL_ctrl(tls, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name) == 1;
  }

  Outcome handshake(TlsStream& stream) {
    if (!name_host(stream.native_handle())) {
      return Failure(ClientFault{Kind::tls, "cannot name " + url_.host + " in the TLS handshake"});
    }
    const auto error = wait([&](auto done) { stream.async_handshake(asio::ssl::stream_base::client, done); });
    const auto verified = SSL_get_verify_result(stream.native_handle());
    if (error && verified != X509_V_OK) {
      return Failure(ClientFault{Kind::tls, "the certificate of " + url_.authority() +
                                                " is refused: " + X509_verify_cert_error_string(verified)});
    }
    if (error) return fail(Kind::tls, "no TLS with", error);
    return {};
  }

  template <class Stream>
  Result<ClientResponse, ClientFault> converse(Stream& stream) {
    const auto bytes = render(request_, url_);
    const auto written = wait([&](auto done) { asio::async_write(stream, asio::buffer(bytes), done); });
    // A server may answer and close before it has read everything: its answer is worth reading.
    if (written == asio::error::timed_out) return fail(Kind::broken, "cannot write to", written);

    beast::flat_buffer buffer;
    for (int answers = 0; answers < kMaxInterimAnswers; ++answers) {
      Parser parser;
      parser.header_limit(static_cast<std::uint32_t>(kMaxAnswerHead));
      parser.body_limit(kMaxAnswerSize);
      parser.skip(request_.method == "HEAD");
      const auto error = wait([&](auto done) { beast::http::async_read(stream, buffer, parser, done); });
      if (error == beast::http::error::body_limit || error == beast::http::error::header_limit) {
        return fail(Kind::too_large, "too large an answer from", error);
      }
      if (error) return fail(Kind::broken, "no complete HTTP answer from", error);
      if (parser.get().result_int() >= 200) return to_response(parser);
    }
    return Failure(ClientFault{Kind::broken, url_.authority() + " sends interim answers only"});
  }

  const ClientRequest& request_;
  const Url& url_;
  Deadline deadline_;
  asio::io_context context_{1};
  tcp::socket socket_{context_};
};

}  // namespace

std::string_view ClientResponse::field(std::string_view name) const noexcept {
  const auto found = std::ranges::find_if(fields, [&](const auto& f) { return http::equal_names(f.name, name); });
  return found == fields.end() ? std::string_view{} : std::string_view(found->value);
}

std::size_t ClientResponse::count(std::string_view name) const noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(fields, [&](const auto& f) { return http::equal_names(f.name, name); }));
}

Result<ClientResponse, ClientFault> fetch(const ClientRequest& request) {
  const auto url = parse_url(request.url);
  if (!url) return Failure(ClientFault{Kind::invalid_request, std::string(describe(url.error()))});
  if (!can_be_sent(request)) {
    return Failure(
        ClientFault{Kind::invalid_request, "the method or a field holds characters that HTTP does not take"});
  }
  const auto start = std::chrono::steady_clock::now();
  try {
    auto response = Exchange(request, *url).run();
    if (response) {
      response->duration =
          std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    }
    return response;
  } catch (const std::exception&) {
    // Asio and Beast throw for want of memory or descriptors, and Beast's parser for some malformed trailers.
    return Failure(ClientFault{Kind::broken, "the exchange with " + url->authority() + " failed inside the client"});
  }
}

}  // namespace agent_access::client
