import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerMember } from '../../support/factories.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp({ env: { NETWORK_POLICY: 'public' } });
const owner = useOwner(app);
let projectId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const list = (previewHosts: unknown, token = owner.token) =>
  rest(app, 'PATCH', `/projects/${projectId}`, { token, body: { previewHosts } });

describe('previewHosts', () => {
  test.each([
    ['preview.shop.example', 'preview.shop.example'],
    ['Preview.Shop.Example:8443', 'preview.shop.example:8443'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.preview.shop.example', '*.preview.shop.example'],
    ['*.shop.pages.dev', '*.shop.pages.dev'],
    ['*--shop.netlify.app', '*--shop.netlify.app'],
    ['deploy-preview-*--shop.netlify.app', 'deploy-preview-*--shop.netlify.app'],
    ['fix-*.preview.shop.example', 'fix-*.preview.shop.example'],
    ['shop.vercel.app', 'shop.vercel.app'],
  ])('%s is listed as %s', async (given, listed) => {
    const { status, body } = await list([given, given]);
    expect([status, body.previewHosts]).toEqual([200, [listed]]);
  });

  test.each([
    ...['', '*', 'https://preview.shop.example', 'preview.shop.example/cart', 'a@shop.example', 'shop.example?x'],
    ...[
      'shop..example',
      'shop.example.',
      'preview.*.example',
      '*.*.shop.example',
      '**.shop.example',
      '*ü.shop.example',
    ],
    ...['shop.example:99999', 'a b.example', '%2a.example', '*.0.0.1', '[::1', 'shop\\.example'],
  ])('%j is not a host', async (host) => {
    const { status, body } = await list([host]);
    expect([status, body.message]).toEqual([400, expect.stringContaining('must be a host such as')]);
  });

  test.each([
    '*.vercel.app',
    '*.netlify.app',
    '*.github.io',
    '*.example',
    '*.co.uk',
    '*-.vercel.app',
    'shop-*.vercel.app',
    '*-abc.vercel.app',
    '*-shop.vercel.app',
    '*--shop.vercel.app',
    'shop-git-*-acme.vercel.app',
    '*-3000.githubpreview.dev',
    '*-shop.netlify.app',
    '*--.netlify.app',
    '*.code.run',
    '*--shop.code.run',
    '*.shop.code.run',
  ])('%s includes hosts of strangers', async (host) => {
    const { status, body } = await list([host]);
    expect([status, body.message]).toEqual([
      400,
      `previewHosts: ${host} matches hosts that anyone can register. Add the part that only your previews have, such as *--shop.netlify.app, or use a domain of your own`,
    ]);
  });

  test.each([
    '127.0.0.1',
    '10.0.0.1:3000',
    '169.254.169.254',
    '[::1]:3000',
    'localhost:3000',
    'app.localhost',
    '2130706433',
    '0x7f.1',
  ])('%s is rejected like an address to capture', async (host) => {
    const { status, body } = await list([host]);
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^previewHosts: \S+ is not an address of the public internet \(NETWORK_POLICY=public\)$/),
    ]);
  });

  test('are at most 20, and short', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `p${index}.shop.example`);
    expect((await list(many)).body.message).toBe('previewHosts: must list at most 20 hosts');
    expect((await list([`${'a.'.repeat(150)}example`])).body.message).toContain('must have at most 259 characters');
  });

  test('are changed by admins, and the change is in the audit trail', async () => {
    const editor = await registerMember(app, owner.organizationId, 'editor');
    expect((await list(['preview.shop.example'], editor.token)).status).toBe(403);
    await list(['preview.shop.example']);
    const path = `/organizations/${owner.organizationId}/audit`;
    const { body } = await rest(app, 'GET', path, { token: owner.token });
    expect(JSON.stringify(body)).toContain('preview.shop.example');
  });
});

describe('a check', () => {
  const verify = async (url: string, annotation = 'https://shop.example/de/cart?b=1') => {
    const { id } = await createAnnotation(app, owner, projectId, { url: annotation });
    return rest(app, 'POST', `/v1/annotations/${id}/verify-fix`, { token: owner.token, body: { url } });
  };

  beforeEach(async () => {
    const body = { projectId, name: 'Production', url: 'https://shop.example/de', kind: 'production' };
    await rest(app, 'POST', '/environments', { token: owner.token, body });
    await list(['*.preview.shop.example', '*--shop.netlify.app', 'local.shop.example:3000']);
  });

  test.each([
    'https://a-1.preview.shop.example/de/cart?b=1',
    'https://a-1.preview.shop.example/cart?b=1&utm_source=mail',
    'https://A.preview.shop.example/cart/?b=1#top',
    'http://local.shop.example:3000/cart?b=1',
    'https://fix-1--shop.netlify.app/cart?b=1',
    'https://shop.example/de/other',
    'https://shop.example/elsewhere',
  ])('captures %s', async (url) => {
    const { status, body } = await verify(url);
    expect([status, body.data?.url]).toEqual([202, url]);
  });

  test.each([
    'https://preview.shop.example/cart?b=1',
    'https://a.b.preview.shop.example/cart?b=1',
    'https://a.preview.shop.example.evil.example/cart?b=1',
    'https://a.preview.shop.example:8443/cart?b=1',
    'https://evilpreview.shop.example/cart?b=1',
    'https://evil-shop.netlify.app/cart?b=1',
    'https://shop.netlify.app/cart?b=1',
    'https://evil.example/cart?b=1#.preview.shop.example',
  ])('refuses the host of %s', async (url) => {
    const { status, body } = await verify(url);
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining(
        `url: ${new URL(url).host} is not a host of the project. Check an address of an environment, or`,
      ),
    ]);
  });

  test.each(['/', '/cart', '/cart?b=2', '/de/cart?b=1#/route', '/other?b=1'])(
    'refuses the page %s of a preview',
    async (path) => {
      const { status, body } = await verify(`https://a.preview.shop.example${path}`);
      expect([status, body.message]).toEqual([
        400,
        'url: must be the page of the comment on a.preview.shop.example: the same path and parameters as on its own host',
      ]);
    },
  );

  test('takes http of a preview host only for a page of http', async () => {
    const url = 'http://a.preview.shop.example/cart?b=1';
    const refused = await verify(url);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'url: must begin with https:// on a.preview.shop.example, like the page of the comment',
    ]);
    expect((await verify(url, 'http://other.example/cart?b=1')).status).toBe(202);
  });

  test('names a private address as such', async () => {
    expect((await verify('http://127.0.0.1/cart?b=1')).body.message).toContain(
      'is not an address of the public internet',
    );
  });
});
