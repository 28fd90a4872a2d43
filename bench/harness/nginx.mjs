// nginx as a peer: a fixed response, and the bytes of this program as static files. One process, no access log, open files
// cached: the fastest configuration; and one location with an access log, like this program.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const kBrotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** Writes the configuration of one nginx in `root`: one process, no access log, open files cached, and `http` of its http section. Gives its command. */
export function writeNginx(root, http, modules = []) {
  mkdirSync(root, { recursive: true })
  const file = join(root, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${root}/${kind};`).join('\n')
  writeFileSync(file, `daemon off;
master_process off;
worker_processes 1;
pid ${root}/pid;
error_log ${root}/error.log;
${modules.map((module) => `load_module ${module};\n`).join('')}worker_rlimit_nofile 19000;
events { worker_connections 19000; multi_accept on; }
http {
${temporary}
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 300s;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100 inactive=600s;
  open_file_cache_valid 600s;
${http}}
`)
  return ['nginx', '-e', join(root, 'error.log'), '-c', file]
}

/** Writes files and configuration; `bodies` are the bytes that this program serves: { profile, discovery, gzip, brotli }. */
export function configureNginx(site, ports, bodies) {
  const root = site.at('nginx')
  mkdirSync(join(root, 'www'), { recursive: true })
  const hasBrotli = existsSync(kBrotliModule) && bodies.brotli !== undefined
  writeFileSync(join(root, 'www/profile.json'), bodies.profile)
  writeFileSync(join(root, 'www/discovery.json'), bodies.discovery)
  if (bodies.gzip) writeFileSync(join(root, 'www/discovery.json.gz'), bodies.gzip)
  if (hasBrotli) writeFileSync(join(root, 'www/discovery.json.br'), bodies.brotli)
  const http = `  types { application/json json; }
  server {
    listen 127.0.0.1:${ports.nginx} backlog=16384;
    listen 127.0.0.1:${ports.nginxTls} ssl;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_certificate ${site.at('tls.pem')};
    ssl_certificate_key ${site.at('tls.key')};
    root ${root}/www;
    location = /return { default_type text/plain; return 200 "01234567890123456789012345678901234567"; }
    location /logged/ {
      alias ${root}/www/;
      access_log ${site.logFile} combined buffer=64k flush=1s;
      add_header Cache-Control "public, max-age=300";
    }
    location / { gzip_static on; ${hasBrotli ? 'brotli_static on;' : ''} add_header Cache-Control "public, max-age=300"; }
  }
`
  return { command: writeNginx(root, http, hasBrotli ? [kBrotliModule] : []), hasBrotli }
}
