// What is made when it is first asked for: sites of hosts, and their documents.
import { of } from '../of.mjs'

export default [
  ...of('src/base/lazy.hpp', ['base'], [
    ['a second call makes the value again', 'is_made_.store(true, std::memory_order_release);', ''],
    ['each thread that waited makes the value again', 'if (!is_made_.load(std::memory_order_relaxed)) {', '{']
  ]),
  ...of('src/service/snapshot.cpp', ['service'], [
    ['every site is made with the snapshot', 'static_cast<void>(snapshot.sites->at(0));', 'for (std::size_t host = 0; host < snapshot.sites->size(); ++host) static_cast<void>(snapshot.sites->at(host));'],
    ['a reload makes the first site only', 'if (before != nullptr) snapshot.sites', 'if (before != nullptr && host == 0) snapshot.sites'],
    ['a reload makes nothing before it takes effect', 'if (previous == nullptr) return;', 'return;']
  ]),
  ...of('src/service/host_site.cpp', ['service'], [
    ['an MCP server in use is not made by a reload', 'if (has_mcp_server() && previous.has_made_mcp_server())', 'if (false)'],
    ['the MCP server is left to its first request', 'if (!first.has_mcp_server() || first.has_made_mcp_server()) return false;', 'return false;']
  ]),
  ...of('src/publish/catalogue.cpp', ['publish'], [
    ['a document of the first host is made again', '{first_, previous}', '{previous}'],
    ['a document of the snapshot before is made again', '{first_, previous}', '{first_}'],
    ['a document that differs is shared', 'if (document && !is_same(*document, rendered)) document.reset();', ''],
    ['a reload makes what was not in use', 'if (previous.made(path) == nullptr) continue;', ''],
    ['a reload leaves codings to requests', '    compress(place.group);\n', '']
  ])
]
