// Beside a site the paths of the service alone are its own, without those that the owner keeps.
import { of } from '../of.mjs'

const kBeside = ['conformance/beside.test.mjs']

export default [
  ...of('src/service/rate_limit.cpp', [], [
    ['paths of the site are counted', '!settings.is_beside || snapshot.service_paths.have(path)', 'true'],
    ['questions about gates are not counted', 'if (call.forwarded != nullptr) return true;', '']
  ], kBeside),
  ...of('src/service/handler.cpp', [], [
    ['paths of the site are redirected', 'if (call.context.snapshot->settings.is_beside) return refuse(fault("unknown_path"), response);', '']
  ], kBeside),
  ...of('src/site/documents/document_row.hpp', [], [
    ['a kept document is published', ' && !settings.gives_up(row.path)', '']
  ], kBeside),
  ...of('src/site/publish/publication.cpp', [], [
    ['a file of the owner is at the second name of the guide, which is kept', 'settings.gives_up(file.first)', 'false']
  ], kBeside),
  ...of('src/app/deployment/kept_paths.cpp', ['app_deployment'], [
    ['what clients rely on can be kept', 'can_be_kept(*row) || !exists_beside(*row)', 'true'],
    ['a file may be at a kept path', 'if (std::ranges::find(files, path, &content::StaticFile::path) == files.end()) continue;', 'continue;']
  ]),
  ...of('src/tools/proxies/nginx_servers.cpp', ['tools_proxies'], [
    ['a location in another location counts', '!is_in_server || ', ''],
    ['locations of port 80 count', 'with_tls_.empty() ? without_tls_ : with_tls_', 'without_tls_'],
    ['the printed text counts', 'if (std::ranges::any_of(kOwnMarks, [&](std::string_view mark) { return text.contains(mark); })) return;', '']
  ])
]
