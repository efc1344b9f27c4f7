import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

/** Features that a page requests, with their results in a capture. */
const FEATURES: Record<string, [code: string, result: string]> = {
  notifications: ['await Notification.requestPermission()', 'denied'],
  geolocation: [
    "await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve('granted'), (error) => resolve('error ' + error.code)))",
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
  const requests = Object.entries(FEATURES).map(
    ([name, [code]]) =>
      `await (async () => { try { report('${name}', ${code}) } catch (error) { report('${name}', error.name) } })();`,
  );
  site = await servePages({
    '/': page(`<script type="module">
      const report = (id, text) => { const p = document.createElement('p'); p.id = id; p.textContent = text; document.body.append(p) };
      ${requests.join('\n')}
      report('end', 'done');
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
  const results = Object.fromEntries(record.elements.filter(({ id }) => id).map(({ id, text }) => [id, text]));
  expect(results).toEqual({
    ...Object.fromEntries(Object.entries(FEATURES).map(([name, [, result]]) => [name, result])),
    end: 'done',
  });
  expect(site.requests).not.toContain('/from-worker');
  expect(site.requests).not.toContain('/worker.js');
});
