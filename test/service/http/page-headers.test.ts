import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import { createPicture } from '../../support/pictures.ts';
import { storeSnapshot } from '../../support/snapshots.ts';
import { useTestApp } from '../../support/use-test-app.ts';

// test/e2e/security-policy.test.ts shows in Chromium what these headers permit.

const app = useTestApp({ demo: true });

/** Paths of the built pages whose path is not their name. */
const PATHS: Record<string, string> = { landing: '/', graphiql: '/graphql' };
let paths: string[];
beforeAll(async () => {
  // Other sites frame draw.html, see below.
  const files = (await readdir('dist/clients')).filter((name) => /(?<!^draw)\.html$/.test(name));
  const names = files.map((file) => file.slice(0, -'.html'.length));
  paths = [...names.map((name) => PATHS[name] ?? `/${name}`), '/app', '/demo/mails'];
});

test('every HTML page permits only its own inline scripts, by their hashes', async () => {
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) {
    const response = await fetch(app.url + path, { headers: { accept: 'text/html' } });
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, scripts = ''] = /(?:^|; )script-src ([^;]*)/.exec(policy) ?? [];
    const hashes = [...(await response.text()).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    const own = [`'self'`, new URL(app.url).origin, ...hashes];
    expect([path, scripts.split(' ').filter((source) => !own.includes(source))]).toEqual([path, []]);
    expect(hashes.every((hash) => scripts.includes(hash))).toBe(true);
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
  }
});

test('the frame for pictures may be framed by any page, and sends nothing', async () => {
  const { headers, status } = await fetch(`${app.url}/overlay/draw`);
  expect(status).toBe(200);
  const directives = (headers.get('content-security-policy') ?? '').split('; ');
  expect(directives).toContain('frame-ancestors *');
  for (const name of ['default-src', 'base-uri', 'form-action', 'trusted-types']) {
    expect(directives).toContain(`${name} 'none'`);
  }
  expect(directives.filter((directive) => /^\S+-src /.test(directive)).map((each) => each.replace(/ .*/, ''))).toEqual([
    'default-src',
    'script-src',
    'style-src',
  ]);
  expect(directives.join()).not.toMatch(/unsafe|'self'|http/);
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('set-cookie')).toBeNull();
});

test('the page with mails of the demo shows those to its visitors, as text, and no others', async () => {
  const link = 'https://shop.example/cart?a=1&b=2#pinbound=7.code_-1';
  const mail = {
    subject: 'Answer to <b>you</b>: « Le prix est changé, la réponse suit » 価格を変更しました',
    text: `Open the comment: ${link}`,
    html: `<a href="${link}">Open</a>`,
  };
  await app.services.mail.send({ ...mail, to: 'you@visitor.example' });
  await app.services.mail.send({ to: 'ada@pinbound.example', subject: 'New password', text: 'Secret', html: 'Secret' });
  const response = await fetch(`${app.url}/demo/mails`);
  const html = await response.text();
  expect(html).toContain(
    'Answer to &lt;b&gt;you&lt;/b&gt;: « Le prix est changé, la réponse suit » 価格を変更しました',
  );
  expect(html).toContain(`<a href="${link.replace('&', '&amp;')}">Open the comment</a>`);
  expect(html).not.toMatch(/New password|Secret/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  const [, path = ''] = /src="(\/demo\/mails\?mail=[^"]+)"/.exec(html) ?? [];
  const shown = await fetch(app.url + path);
  expect((await shown.text()).trim()).toBe(`<a target="_blank" rel="noopener" href="${link}">Open</a>`);
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/);
  const hidden = (await readdir(join(app.dataDir, 'mail'))).sort().at(-1);
  expect(await (await fetch(`${app.url}/demo/mails?mail=${hidden}`)).text()).toBe('');
});

describe('a stored object', () => {
  test('has no rights as a document', async () => {
    const owner = await registerUser(app);
    const { id: projectId } = await createProject(app, owner);
    const { id } = await storeSnapshot(
      app,
      owner,
      projectId,
      createPicture(9, 9, () => [1, 2, 3]),
    );
    const { imageUrl } = (await rest(app, 'GET', `/v1/snapshots/${id}`, { token: owner.token })).body.data;
    const { status, headers } = await fetch(imageUrl);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBe('image/png');
  });
});
