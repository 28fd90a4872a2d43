// Unmodified clients that send a body without knowing its length. Through proxies: proxies/chunked.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { kHaproxy, runHaproxy } from '../support/haproxy.mjs'
import { startNginx } from '../support/nginx.mjs'
import { freePort, run, startServe } from '../support/server.mjs'
import { decode, form, kForm, register } from '../support/steps.mjs'

const exists = (command, ...args) => (spawnSync(command, args).status === 0 ? false : `skipped: ${command} is not installed`)
const noPython = exists('python3', '--version')
const noPerl = exists('perl', '-MHTTP::Tiny', '-e', '1')
const noJava = exists('java', '--list-modules') || (spawnSync('java', ['--list-modules']).stdout.includes('jdk.compiler@') ? false : 'skipped: java has no compiler')

const kPython = `
import http.client, json, sys, urllib.parse
url = urllib.parse.urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(url.netloc)
pieces = lambda: (sys.argv[2][at:at + 7].encode() for at in range(0, len(sys.argv[2]), 7))
for _ in range(2):
    connection.request('POST', url.path, body=pieces(), headers={'Content-Type': '${kForm}'})
    answer = connection.getresponse().read()
print(answer.decode())
`
const kPerl = `
use HTTP::Tiny;
my ($url, $body) = @ARGV;
my @pieces = $body =~ /.{1,7}/g;
my $answer = HTTP::Tiny->new->post($url, { headers => { 'Content-Type' => '${kForm}' }, content => sub { shift @pieces } });
print $answer->{content};
`
const kJava = `
import java.io.*;
import java.net.*;
import java.net.http.*;

public class Post {
  public static void main(String[] args) throws Exception {
    byte[] body = args[1].getBytes();
    HttpRequest.BodyPublisher stream = HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).header("Content-Type", "${kForm}").POST(stream).build();
    String first = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    HttpURLConnection old = (HttpURLConnection) URI.create(args[0]).toURL().openConnection();
    old.setDoOutput(true);
    old.setChunkedStreamingMode(16);
    old.setRequestProperty("Content-Type", "${kForm}");
    old.getOutputStream().write(body);
    String second = new String(old.getInputStream().readAllBytes());
    if (!second.contains("access_token")) throw new IOException(second);
    System.out.println(first);
  }
}
`

const server = await startServe()
const client = await register(server.baseUrl)
let body = form({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret })
after(() => server.stop())

const pieces = () => body.match(/.{1,7}/g)
const answered = (text, name) => assert.equal(decode(JSON.parse(text).access_token).payload.client_id, client.client_id, name)

/** A request of Node's http without Content-Length; `options` are those of the request. */
function nodeRequest(url, options = {}) {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers: { 'Content-Type': kForm, ...options.headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (data) => { text += data }).on('end', () => resolve(text))
    })
    call.once('error', reject)
    const send = () => Readable.from(pieces()).pipe(call)
    if (options.headers?.Expect) call.once('continue', send)
    else send()
  })
}

/** [name, skip, (url) => text of the response] */
const clients = [
  ['fetch of Node with a stream', false, async (url) => {
    const stream = new ReadableStream({ start(controller) {
      for (const piece of pieces()) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    } })
    return (await fetch(url, { method: 'POST', headers: { 'Content-Type': kForm }, body: stream, duplex: 'half' })).text()
  }],
  ['http of Node with a stream', false, (url) => nodeRequest(url)],
  ['http of Node that waits for 100', false, (url) => nodeRequest(url, { headers: { Expect: '100-continue' } })],
  ['curl with Transfer-Encoding', exists('curl', '--version'),
    async (url) => (await run('curl', ['-sS', '-H', 'Transfer-Encoding: chunked', '-d', body, url])).stdout],
  ['curl that uploads from a pipe', exists('curl', '--version'), async (url) => {
    const command = 'printf %s "$1" | curl -sS -X POST -T - -H "Content-Type: $2" "$3"'
    return (await run('bash', ['-c', command, 'bash', body, kForm, url])).stdout
  }],
  ['http.client of Python with a generator', noPython, async (url) => (await run('python3', ['-c', kPython, url, body])).stdout],
  ['HTTP::Tiny of Perl with a callback', noPerl, async (url) => (await run('perl', ['-e', kPerl, url, body])).stdout],
  ['HttpClient and HttpURLConnection of Java with streams', noJava, async (url) => {
    const file = server.path('Post.java')
    await writeFile(file, kJava)
    return (await run('java', [file, url, body])).stdout
  }],
]

for (const [name, skip, ask] of clients) {
  test(`${name} gets a token`, { skip }, async () => answered(await ask(`${server.baseUrl}/oauth/token`), name))
}
