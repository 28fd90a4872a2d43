/// \file
/// A client that sends exactly the given bytes and reads responses strictly. Every wait ends after some seconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>

namespace agent_access::test {

inline const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

struct Answer {
  int status = 0;
  std::string head;  ///< with the empty line
  std::string body;
  /// The value of a field in `head`, or nothing.
  [[nodiscard]] std::optional<std::string> field(std::string_view name) const;
};

class Client {
 public:
  /// A socket that is not connected yet; `source` is its local address.
  explicit Client(std::string_view source = "127.0.0.1");
  Client(std::uint16_t port, std::string_view source) : Client(source) { connect(port); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client();

  void connect(std::uint16_t port);
  /// False if the peer has closed.
  bool send(std::string_view bytes);
  /// Sends as much as fits without waiting.
  [[nodiscard]] std::size_t send_some(std::string_view bytes);
  void shutdown_send();
  /// Small buffers, so that a reader that stops is detected soon.
  void shrink_receive_buffer();

  /// The next response, with its body unless `method_was_head`. Nothing at the end of the stream or after 10 s.
  enum class Asked { with_body, head_only };
  [[nodiscard]] std::optional<Answer> receive(Asked asked = Asked::with_body);
  /// receive() where there must be a response. Without one the test fails at `where` and goes on with an empty one.
  [[nodiscard]] Answer answer(std::source_location where = std::source_location::current());
  /// Reads available bytes, at most `most`, for a later receive(). False at the end of the stream.
  [[nodiscard]] bool read_some(std::size_t most);
  /// Everything up to the end of the stream; "(timeout)" is appended if it does not end in time.
  [[nodiscard]] std::string receive_all();
  /// True when the server has closed and nothing is left to read.
  [[nodiscard]] bool is_at_end();

 private:
  int socket_;
  std::string buffer_;
  bool timed_out_ = false;
};

/// The number of responses in a stream, by their status lines.
[[nodiscard]] std::size_t count_answers(std::string_view stream);

}  // namespace agent_access::test
