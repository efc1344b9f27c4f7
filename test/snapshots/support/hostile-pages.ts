import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { page, type Site } from './pages.ts';

/** HTML that never ends. */
function endless(response: ServerResponse, chunk: string, type = 'text/html'): void {
  response.writeHead(200, { 'content-type': type });
  const more = () => {
    while (response.write(chunk));
  };
  response.on('drain', more);
  more();
}

/** A page whose picture is answered, by a raw socket, with a head that is not HTTP. */
const withBadHead =
  (head: string): Site[string] =>
  (request, response) => {
    if (request.url?.includes('bad'))
      response.socket?.end(Buffer.from(`${head}\r\ncontent-length: 1\r\n\r\na`, 'latin1'));
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page('<p>Text</p><img src="?bad">'));
  };

/** Browsers take them for hosts, the standard of URLs does not. */
const HOSTS_OF_NOBODY = [
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

/** So much more than the bytes that come. */
const BOMB = gzipSync(Buffer.alloc(300 * 1024 * 1024, '<p>x</p>'));

const script = (code: string) => page(`<p>Text</p><script>${code}</script>`);

interface HostilePage {
  answer: Site[string];
  /** A picture, a failure that says why, or either, as the machine is quick or slow. */
  ends: ('picture' | RegExp)[];
}

const TOO_LONG = /^The picture of the page, or something that the page says, has more than 100 MB; leave out/;
const LATE = /^The page did not finish loading within|^The capture took longer than/;
const MEMORY = /^The page crashed|^The page needs more memory/;
const REPLACED = /^The page keeps replacing itself by another/;

/** Pages that want to keep the browser. */
export const HOSTILE_PAGES: Record<string, HostilePage> = {
  'a loop while it loads': { answer: script('while (true);'), ends: [LATE] },
  'a loop after it has loaded': {
    answer: script("addEventListener('load', () => setTimeout(() => { while (true); }, 0))"),
    ends: [LATE],
  },
  'a loop of promises': {
    answer: script('const again = () => Promise.resolve().then(again); again()'),
    ends: [LATE],
  },
  'dialogs without end': { answer: script('while (true) alert(confirm(prompt(1)))'), ends: [LATE] },
  'a dialog at every turn': {
    answer: script("alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay'"),
    ends: ['picture'],
  },
  'a print dialog': { answer: script('print()'), ends: ['picture'] },
  'a script that eats memory': {
    answer: script('const all = []; while (true) all.push(new Array(1e6).fill(all.length))'),
    ends: [MEMORY, LATE],
  },
  'buffers that eat memory': {
    answer: script('const all = []; setInterval(() => all.push(new Uint8Array(2e8).fill(1)), 1)'),
    ends: [MEMORY, LATE, 'picture'],
  },
  '50 popups': {
    answer: script("for (let i = 0; i < 50; i++) open('/ok?' + i, '_blank', 'width=9')"),
    ends: ['picture'],
  },
  'a body without end': {
    answer: (_request, response) => endless(response, '<p>more</p>'.repeat(1_000)),
    ends: [LATE, /^The page loaded more than/, MEMORY],
  },
  'a picture without end': {
    answer: (request, response) => {
      if (request.url?.includes('endless')) endless(response, 'x'.repeat(65_536), 'image/png');
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page('<img src="?endless">'));
    },
    ends: ['picture', LATE],
  },
  'a compressed bomb': {
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(BOMB);
    },
    ends: [LATE, MEMORY],
  },
  'a server that never answers': { answer: () => undefined, ends: [LATE] },
  'a redirect loop': {
    answer: (request, response) => {
      response.writeHead(302, { location: `${request.url?.split('?')[0]}?${Math.random()}` }).end();
    },
    ends: [/^The page redirects without end$/, LATE],
  },
  'a page that replaces itself': {
    answer: script('location.replace(location.pathname + "?" + Math.random())'),
    ends: ['picture', REPLACED, LATE],
  },
  'a page that refreshes itself': {
    answer: page('<p>Text</p>', '<meta http-equiv="refresh" content="0">'),
    ends: ['picture', REPLACED, LATE],
  },
  'a page of a million pixels each way': {
    answer: page('<div style="width:1000000px;height:1000000px;background:red"></div>'),
    ends: ['picture'],
  },
  'a document without measure': {
    answer: script("document.body.innerHTML = '<div>'.repeat(400) + '<b>x</b>'.repeat(400000)"),
    ends: ['picture', LATE],
  },
  'frames within frames': {
    answer: page('<iframe src="?"></iframe><iframe src="?a"></iframe>'),
    ends: ['picture', LATE],
  },
  'workers that never rest': {
    answer: script(
      "const url = URL.createObjectURL(new Blob(['while (true);'])); for (let i = 0; i < 20; i++) new Worker(url)",
    ),
    ends: ['picture', LATE],
  },
  'a history without end': {
    answer: script('setInterval(() => history.pushState(0, 0, "?" + Math.random()), 0)'),
    ends: ['picture', LATE],
  },
  'a page that writes itself': {
    answer: script('setInterval(() => document.write("<p>more</p>".repeat(1000)), 0)'),
    ends: ['picture', LATE, MEMORY, REPLACED],
  },
  'pictures of hosts that are none': {
    answer: page(`<p>Text</p>${HOSTS_OF_NOBODY.map((host) => `<img src="http://${host}/x.png">`).join('')}`),
    ends: ['picture'],
  },
  'requests to hosts that are none': {
    answer: script(
      `for (const host of ${JSON.stringify(HOSTS_OF_NOBODY)}) for (const scheme of ['http', 'https', 'ws', 'wss']) {
        try { fetch(scheme + '://' + host + '/').catch(() => 0) } catch {}
        try { new WebSocket(scheme.replace('http', 'ws') + '://' + host + '/') } catch {}
        document.body.append(Object.assign(document.createElement('iframe'), { src: scheme + '://' + host + '/' }));
      }`,
    ),
    ends: ['picture', LATE],
  },
  'a redirect to a host that is none': {
    answer: (_request, response) => response.writeHead(302, { location: 'http://xn--a/' }).end(),
    ends: [/^The page leads to http:\/\/xn--a\/, which is no address$/],
  },
  'a redirect to text': {
    answer: (_request, response) => response.writeHead(302, { location: 'http://[::1' }).end(),
    ends: [/^The page could not be opened \(ERR_\w+\)$/],
  },
  'a page that goes on to a host that is none': {
    answer: script("location.href = 'http://xn--a/'"),
    ends: [/^The page leads to http:\/\/xn--a\/, which is no address$/],
  },
  'control characters in a status line': { answer: withBadHead('HTTP/1.1 200 O\x01K'), ends: ['picture'] },
  'a status below 100': { answer: withBadHead('HTTP/1.1 099 Low'), ends: ['picture'] },
  'a status that is 0': { answer: withBadHead('HTTP/1.1 000 None'), ends: ['picture'] },
  'a change of protocol': {
    answer: withBadHead('HTTP/1.1 101 Other\r\nupgrade: other\r\nconnection: upgrade'),
    ends: ['picture'],
  },
  'control characters in a header': { answer: withBadHead('HTTP/1.1 200 OK\r\nx-a: \x01\x7f'), ends: ['picture'] },
  'a page whose own status is 99': {
    answer: (_request, response) => response.socket?.end('HTTP/1.1 099 Low\r\ncontent-length: 1\r\n\r\na'),
    ends: [/answered with what is not HTTP: Invalid status code: 99$/],
  },
  'a page without a document element': {
    answer: script('document.documentElement.remove()'),
    ends: ['picture'],
  },
  'a page that removes its document element when it has loaded': {
    answer: script("addEventListener('load', () => document.documentElement.remove())"),
    ends: ['picture'],
  },
  'a page whose document element is another one': {
    answer: script("document.documentElement.remove(); document.append(document.createElementNS('urn:x', 'html'))"),
    ends: ['picture'],
  },
  'an empty fenced frame': { answer: page('<fencedframe></fencedframe><p>Text</p>'), ends: ['picture'] },
  'words to the console that no string can hold': {
    answer: script("console.error('\\u0001'.repeat(3e8))"),
    ends: [TOO_LONG, MEMORY, LATE],
  },
  'an error that no string can hold': {
    answer: script("throw new Error('\\u0001'.repeat(3e8))"),
    ends: ['picture', TOO_LONG, MEMORY, LATE],
  },
  'a title that no string can hold': {
    answer: script("document.title = '\\u0001a'.repeat(2e8)"),
    ends: ['picture', TOO_LONG, MEMORY, LATE],
  },
  'a dialog that no string can hold': {
    answer: script("alert('\\u0001'.repeat(3e8))"),
    ends: ['picture', TOO_LONG, MEMORY, LATE],
  },
  'an address that is long': {
    answer: script("history.pushState(0, 0, '?' + 'x'.repeat(2e6)); fetch('data:,' + 'x'.repeat(2e8)).catch(() => 0)"),
    ends: ['picture', TOO_LONG, MEMORY, LATE],
  },
  'elements whose selectors no string can hold': {
    answer: script(
      `const name = 'x-' + 'a'.repeat(120); let at = document.body;
       for (let i = 0; i < 380; i++) at = at.appendChild(document.createElement(name));
       for (let i = 0; i < 15000; i++) at.append(Object.assign(document.createElement(name), { textContent: 'y' }));`,
    ),
    ends: ['picture', LATE],
  },
};
