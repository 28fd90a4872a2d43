/// \file
/// A TLS client that can violate the protocol. Trusts every certificate and reports which one it received. Every wait
/// ends after 10 s.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct ssl_st;
struct ssl_ctx_st;
struct ssl_session_st;

namespace agent_access::test {

enum class TlsVersion { v1_1, v1_2, v1_3, any };

/// A ticket for resumption.
class TlsTicket {
 public:
  explicit TlsTicket(ssl_session_st* session) : session_(session) {}
  [[nodiscard]] ssl_session_st* get() const { return session_.get(); }

 private:
  struct Free {
    void operator()(ssl_session_st* session) const;
  };
  std::unique_ptr<ssl_session_st, Free> session_;
};

struct TlsWish {
  TlsVersion version = TlsVersion::any;
  std::string name = "localhost";  ///< asked for; empty: none
  std::string protocols{};         ///< for ALPN in wire form: "\x02h2\x08http/1.1"
  std::string suites12{};          ///< OpenSSL's list
  std::string groups{};
  std::string signatures{};
  const TlsTicket* ticket = nullptr;
  std::string source = "127.0.0.1";  ///< its local address
};

class TlsClient {
 public:
  /// Connects to the port on the loopback interface; nothing is sent yet.
  TlsClient(std::uint16_t port, const TlsWish& wish = {});
  ~TlsClient();
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;

  [[nodiscard]] bool handshake();
  [[nodiscard]] bool send(std::string_view bytes);
  /// The head and the body of one response; nothing at the end of the stream.
  [[nodiscard]] std::optional<std::string> receive();
  /// All bytes up to the end.
  [[nodiscard]] std::string receive_all();
  /// Small buffers, so that a reader that stops is detected soon.
  void shrink_receive_buffer() const;
  /// Reads to the end. True if there was a close_notify.
  [[nodiscard]] bool ends_cleanly();
  [[nodiscard]] bool renegotiates();
  [[nodiscard]] bool updates_key();

  [[nodiscard]] bool is_resumed() const;
  [[nodiscard]] std::string version() const;
  [[nodiscard]] std::string suite() const;
  [[nodiscard]] std::string protocol() const;
  /// The first DNS name of the received certificate.
  [[nodiscard]] std::string shown_name() const;
  [[nodiscard]] int descriptor() const { return socket_; }
  /// To be called after a response, because TLS 1.3 sends tickets after the handshake.
  [[nodiscard]] TlsTicket ticket() const;
  [[nodiscard]] std::string key_kind() const;

 private:
  struct FreeContext {
    void operator()(ssl_ctx_st* context) const;
  };
  struct FreeConnection {
    void operator()(ssl_st* connection) const;
  };
  int socket_;
  std::unique_ptr<ssl_ctx_st, FreeContext> context_;
  std::unique_ptr<ssl_st, FreeConnection> tls_;
  std::string buffer_;
};

}  // namespace agent_access::test
