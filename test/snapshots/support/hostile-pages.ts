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

/** So much more than the bytes that come. */
const BOMB = gzipSync(Buffer.alloc(300 * 1024 * 1024, '<p>x</p>'));

const script = (code: string) => page(`<p>Text</p><script>${code}</script>`);

interface HostilePage {
  answer: Site[string];
  /** A picture, a failure that says why, or either, as the machine is quick or slow. */
  ends: ('picture' | RegExp)[];
}

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
    ends: [/^The page redirects without end$/],
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
    ends: ['picture'],
  },
  'a page that writes itself': {
    answer: script('setInterval(() => document.write("<p>more</p>".repeat(1000)), 0)'),
    ends: ['picture', LATE, MEMORY, REPLACED],
  },
};
