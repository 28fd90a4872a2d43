// Nothing is coded: who serves the files of an export codes them.
#include "site/publish/compression.hpp"

namespace agent_access::publish {

struct Compressor::State {};

Compressor::Compressor(std::size_t /*documents*/) {}
Compressor::~Compressor() = default;

std::optional<std::string> Compressor::gzip(std::string_view /*text*/) { return std::nullopt; }
std::optional<std::string> Compressor::brotli(std::string_view /*text*/) { return std::nullopt; }

}  // namespace agent_access::publish
