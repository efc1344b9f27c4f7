import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

/** What a page asks for, and what it gets in a capture. */
const ASKED: Record<string, [code: string, answer: string]> = {
  notifications: ['await Notification.requestPermission()', 'denied'],
  geolocation: [
    "await new Promise((tell) => navigator.geolocation.getCurrentPosition(() => tell('told'), (error) => tell('error ' + error.code)))",
    'error 1',
  ],
  microphone: ["(await navigator.permissions.query({ name: 'microphone' })).state", 'denied'],
  clipboard: ["await navigator.clipboard.readText().then(() => 'read', (error) => error.name)", 'NotAllowedError'],
  serviceWorker: [
    "await navigator.serviceWorker.register('/worker.js').then(() => 'on', (error) => error.name)",
    'SecurityError',
  ],
  popup: ["String(open('/ok', '_blank'))", 'null'],
};

let site: PageServer;
beforeAll(async () => {
  const ask = Object.entries(ASKED).map(
    ([name, [code]]) =>
      `await (async () => { try { say('${name}', ${code}) } catch (error) { say('${name}', error.name) } })();`,
  );
  site = await servePages({
    '/': page(`<script type="module">
      const say = (id, text) => { const p = document.createElement('p'); p.id = id; p.textContent = text; document.body.append(p) };
      ${ask.join('\n')}
      say('end', 'asked');
    </script>`),
    '/worker.js': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('fetch("/from-worker")');
    },
    '/ok': page('<p>Ok</p>'),
  });
});
afterAll(() => site.close());

test('permissions, service workers and popups are denied', async () => {
  const pool = await testPool();
  const { record } = await pool.capture(captureOf(site.url, { waitForSelector: '#end' }));
  await pool.close();
  const told = Object.fromEntries(record.elements.filter(({ id }) => id).map(({ id, text }) => [id, text]));
  expect(told).toEqual({
    ...Object.fromEntries(Object.entries(ASKED).map(([name, [, answer]]) => [name, answer])),
    end: 'asked',
  });
  expect(site.requests).not.toContain('/from-worker');
  expect(site.requests).not.toContain('/worker.js');
});
