import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { page, type Site } from './pages.ts';

/** Sends an endless response. */
function endless(response: ServerResponse, chunk: string, type = 'text/html'): void {
  response.writeHead(200, { 'content-type': type });
  const more = () => {
    while (response.write(chunk));
  };
  response.on('drain', more);
  more();
}

/** Page with an image whose response, sent on a raw socket, has invalid HTTP headers. */
const withBadHead =
  (head: string): Site[string] =>
  (request, response) => {
    if (request.url?.includes('bad'))
      response.socket?.end(Buffer.from(`${head}\r\ncontent-length: 1\r\n\r\na`, 'latin1'));
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page('<p>Text</p><img src="?bad">'));
  };

/** Hosts that browsers accept, but the URL standard does not. */
const INVALID_HOSTS = [
  'my host',
  'xn--a',
  'xn--',
  'a..b',
  'a%20b',
  'a!b',
  '1.2.3.4.5',
  '0x',
  '\u00ad',
  'a'.repeat(300),
];

/** Decompression bomb. */
const BOMB = gzipSync(Buffer.alloc(300 * 1024 * 1024, '<p>x</p>'));

const script = (code: string) => page(`<p>Text</p><script>${code}</script>`);

export interface HostilePage {
  response: Site[string];
  /** Possible outcomes: an image or error messages; several when they depend on the machine. */
  outcomes: ('image' | RegExp)[];
}

const TOO_LONG = /^The image of the page or one of its messages exceeds 100 MB; omit/;
/** Error of a capture that exceeds its deadline. */
export const LATE = /^The page did not finish loading within|^The capture took longer than/;
const MEMORY = /^The page crashed|^The page needs more memory/;
const REPLACED = /^The page keeps navigating to another page/;

/** Pages that try to block the browser. */
export const HOSTILE_PAGES: Record<string, HostilePage> = {
  'a loop while it loads': { response: script('while (true);'), outcomes: [LATE] },
  'a loop after it has loaded': {
    response: script("addEventListener('load', () => setTimeout(() => { while (true); }, 0))"),
    outcomes: [LATE],
  },
  'a loop of promises': {
    response: script('const again = () => Promise.resolve().then(again); again()'),
    outcomes: [LATE],
  },
  'endless dialogs': { response: script('while (true) alert(confirm(prompt(1)))'), outcomes: [LATE] },
  'a dialog at every stage': {
    response: script("alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay'"),
    outcomes: ['image'],
  },
  'a print dialog': { response: script('print()'), outcomes: ['image'] },
  'a script that allocates without limit': {
    response: script('const all = []; while (true) all.push(new Array(1e6).fill(all.length))'),
    outcomes: [MEMORY, LATE],
  },
  'buffers without limit': {
    response: script('const all = []; setInterval(() => all.push(new Uint8Array(2e8).fill(1)), 1)'),
    outcomes: [MEMORY, LATE, 'image'],
  },
  '50 popups': {
    response: script("for (let i = 0; i < 50; i++) open('/ok?' + i, '_blank', 'width=9')"),
    outcomes: ['image'],
  },
  'an endless body': {
    response: (_request, response) => endless(response, '<p>more</p>'.repeat(1_000)),
    outcomes: [LATE, /^The page loaded more than/, MEMORY],
  },
  'an endless image': {
    response: (request, response) => {
      if (request.url?.includes('endless')) endless(response, 'x'.repeat(65_536), 'image/png');
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page('<img src="?endless">'));
    },
    outcomes: ['image', LATE],
  },
  'a decompression bomb': {
    response: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(BOMB);
    },
    outcomes: [LATE, MEMORY],
  },
  'a server that never responds': { response: () => undefined, outcomes: [LATE] },
  'a redirect loop': {
    response: (request, response) => {
      response.writeHead(302, { location: `${request.url?.split('?')[0]}?${Math.random()}` }).end();
    },
    outcomes: [/^The page redirects endlessly$/, LATE],
  },
  'a page that replaces itself': {
    response: script('location.replace(location.pathname + "?" + Math.random())'),
    outcomes: ['image', REPLACED, LATE],
  },
  'a page that refreshes itself': {
    response: page('<p>Text</p>', '<meta http-equiv="refresh" content="0">'),
    outcomes: ['image', REPLACED, LATE],
  },
  'a page of a million pixels each way': {
    response: page('<div style="width:1000000px;height:1000000px;background:red"></div>'),
    outcomes: ['image'],
  },
  'a huge document': {
    response: script("document.body.innerHTML = '<div>'.repeat(400) + '<b>x</b>'.repeat(400000)"),
    outcomes: ['image', LATE],
  },
  'recursive frames': {
    response: page('<iframe src="?"></iframe><iframe src="?a"></iframe>'),
    outcomes: ['image', LATE],
  },
  'busy workers': {
    response: script(
      "const url = URL.createObjectURL(new Blob(['while (true);'])); for (let i = 0; i < 20; i++) new Worker(url)",
    ),
    outcomes: ['image', LATE],
  },
  'endless history entries': {
    response: script('setInterval(() => history.pushState(0, 0, "?" + Math.random()), 0)'),
    outcomes: ['image', LATE],
  },
  'a page that rewrites itself': {
    response: script('setInterval(() => document.write("<p>more</p>".repeat(1000)), 0)'),
    outcomes: ['image', LATE, MEMORY, REPLACED],
  },
  'images from invalid hosts': {
    response: page(`<p>Text</p>${INVALID_HOSTS.map((host) => `<img src="http://${host}/x.png">`).join('')}`),
    outcomes: ['image'],
  },
  'requests to invalid hosts': {
    response: script(
      `for (const host of ${JSON.stringify(INVALID_HOSTS)}) for (const scheme of ['http', 'https', 'ws', 'wss']) {
        try { fetch(scheme + '://' + host + '/').catch(() => 0) } catch {}
        try { new WebSocket(scheme.replace('http', 'ws') + '://' + host + '/') } catch {}
        document.body.append(Object.assign(document.createElement('iframe'), { src: scheme + '://' + host + '/' }));
      }`,
    ),
    outcomes: ['image', LATE],
  },
  'a redirect to an invalid host': {
    response: (_request, response) => response.writeHead(302, { location: 'http://xn--a/' }).end(),
    outcomes: [/^The page leads to http:\/\/xn--a\/, which is not a valid URL$/],
  },
  'a redirect to an invalid URL': {
    response: (_request, response) => response.writeHead(302, { location: 'http://[::1' }).end(),
    outcomes: [/^The page could not be opened \(ERR_\w+\)$/],
  },
  'a navigation to an invalid host': {
    response: script("location.href = 'http://xn--a/'"),
    outcomes: [/^The page leads to http:\/\/xn--a\/, which is not a valid URL$/],
  },
  'control characters in a status line': { response: withBadHead('HTTP/1.1 200 O\x01K'), outcomes: ['image'] },
  'a status below 100': { response: withBadHead('HTTP/1.1 099 Low'), outcomes: ['image'] },
  'a status that is 0': { response: withBadHead('HTTP/1.1 000 None'), outcomes: ['image'] },
  'an upgrade to another protocol': {
    response: withBadHead('HTTP/1.1 101 Other\r\nupgrade: other\r\nconnection: upgrade'),
    outcomes: ['image'],
  },
  'control characters in a header': { response: withBadHead('HTTP/1.1 200 OK\r\nx-a: \x01\x7f'), outcomes: ['image'] },
  'a document with status 99': {
    response: (_request, response) => response.socket?.end('HTTP/1.1 099 Low\r\ncontent-length: 1\r\n\r\na'),
    outcomes: ['image'],
  },
  'a page without a document element': {
    response: script('document.documentElement.remove()'),
    outcomes: ['image'],
  },
  'a page that removes its document element when it has loaded': {
    response: script("addEventListener('load', () => document.documentElement.remove())"),
    outcomes: ['image'],
  },
  'a page that replaces its document element': {
    response: script("document.documentElement.remove(); document.append(document.createElementNS('urn:x', 'html'))"),
    outcomes: ['image'],
  },
  'an empty fenced frame': { response: page('<fencedframe></fencedframe><p>Text</p>'), outcomes: ['image'] },
  'a console message longer than a string can be': {
    response: script("console.error('\\u0001'.repeat(3e8))"),
    outcomes: [TOO_LONG, MEMORY, LATE],
  },
  'an error longer than a string can be': {
    response: script("throw new Error('\\u0001'.repeat(3e8))"),
    outcomes: ['image', TOO_LONG, MEMORY, LATE],
  },
  'a title longer than a string can be': {
    response: script("document.title = '\\u0001a'.repeat(2e8)"),
    outcomes: ['image', TOO_LONG, MEMORY, LATE],
  },
  'a dialog longer than a string can be': {
    response: script("alert('\\u0001'.repeat(3e8))"),
    outcomes: ['image', TOO_LONG, MEMORY, LATE],
  },
  'a long URL': {
    response: script(
      "history.pushState(0, 0, '?' + 'x'.repeat(2e6)); fetch('data:,' + 'x'.repeat(2e8)).catch(() => 0)",
    ),
    outcomes: ['image', TOO_LONG, MEMORY, LATE],
  },
  'selectors longer than a string can be': {
    response: script(
      `const name = 'x-' + 'a'.repeat(120); let at = document.body;
       for (let i = 0; i < 380; i++) at = at.appendChild(document.createElement(name));
       for (let i = 0; i < 15000; i++) at.append(Object.assign(document.createElement(name), { textContent: 'y' }));`,
    ),
    outcomes: ['image', LATE],
  },
};
