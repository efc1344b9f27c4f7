import { beforeEach, describe, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerMember } from '../../support/factories.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { eventsOf } from '../support/database-content.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { ANNOTATION } from '../support/response-shapes.ts';

const app = useTestApp();
const owner = useOwner(app);
let projectId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const get = (path: string) => rest(app, 'GET', `/annotations${path}`, { token: owner.token });
const list = async (query: Record<string, string> = {}): Promise<{ id: string }[]> => {
  const { status, body } = await get(`/project/${projectId}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
};
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

describe('POST /annotations', () => {
  test('returns 201 with the whole record, as does the next read', async () => {
    const metadata = { selector: '#total', xpath: '/html/body/p[2]', text: '12 €', tag: 'p', styles: { color: 'red' } };
    const pin = {
      content: ' Wrong\nsum 😀 ',
      url: 'HTTPS://Shop.example/Cart/?b=1#top',
      position_x: 12.5,
      position_y: -3,
    };
    const { status, body } = await rest(app, 'POST', '/annotations', {
      token: owner.token,
      body: { projectId, ...pin, metadata },
    });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      ...ANNOTATION,
      ...pin,
      projectId,
      number: 1,
      metadata,
      domFingerprint: { selector: '#total', xpath: '/html/body/p[2]', text: '12 €' },
      author: { id: owner.id, name: 'Ada', email: owner.email },
      source: 'api',
    });
    expect(body.updatedAt).toBe(body.createdAt);
    expect((await get(`/${body.id}`)).body).toEqual(body);
    expect(await list()).toEqual([body]);
  });

  test('reads metadata in the document like in a variable', async () => {
    const { data } = await graphql(
      app,
      `mutation ($id: ID!, $tag: JSON) { createAnnotation(projectId: $id, content: "a", url: "https://a.example", metadata: {
        text: "12 €", box: { x: 1.5, y: -3, parts: [1, true, null, "a", [], {}] }, big: 1e3, kind: p, tag: $tag }) { metadata } }`,
      { id: projectId, tag: { name: 'p' } },
      { token: owner.token },
    );
    expect(data?.createAnnotation.metadata).toStrictEqual({
      text: '12 €',
      box: { x: 1.5, y: -3, parts: [1, true, null, 'a', [], {}] },
      big: 1000,
      kind: 'p',
      tag: { name: 'p' },
    });
  });

  test.each([[{}], [{ position_x: null, position_y: null, metadata: null }]])(
    'accepts project, content and url with %o',
    async (values) => {
      const body = await createAnnotation(app, owner, projectId, values);
      expect(body).toMatchObject({ position_x: 0, position_y: 0, metadata: {}, domFingerprint: {} });
    },
  );

  test('accepts fingerprint members that are texts', async () => {
    const metadata = { selector: 5, xpath: '/p', text: null, id: 'a' };
    expect(await createAnnotation(app, owner, projectId, { metadata })).toMatchObject({
      metadata,
      domFingerprint: { xpath: '/p' },
    });
  });

  test('emits comment.created', async () => {
    const { id, content, url } = await createAnnotation(app, owner, projectId);
    expect(await eventsOf(app, { annotationId: id })).toEqual([
      {
        type: 'comment.created',
        organizationId: owner.organizationId,
        projectId,
        annotationId: id,
        commentId: null,
        data: {
          comment: { id, text: content, annotationId: id, url, status: 'open', visibility: 'public' },
          project: { id: projectId },
        },
      },
    ]);
  });

  test('numbers annotations 1, 2, 3 … per project, also when created concurrently', async () => {
    const other = await createProject(app, owner);
    for (const id of [projectId, other.id]) {
      const made = await Promise.all(Array.from({ length: 20 }, () => createAnnotation(app, owner, id)));
      const numbers = made.map(({ number }) => number).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    }
  });

  test.each([
    ['admin', 201],
    ['editor', 201],
    ['viewer', 403],
  ] as const)('%s: %i', async (role, status) => {
    const { token } = await registerMember(app, owner.organizationId, role);
    const body = { projectId, content: 'a', url: 'https://shop.example' };
    expect((await rest(app, 'POST', '/annotations', { token, body })).status).toBe(status);
  });
});

describe('GET /annotations/project/:projectId', () => {
  test('returns an array, newest first', async () => {
    expect(await list()).toEqual([]);
    const [first, second, third] = [
      await createAnnotation(app, owner, projectId),
      await createAnnotation(app, owner, projectId),
      await createAnnotation(app, owner, projectId),
    ];
    expect(await list()).toEqual([third, second, first]);
    await rest(app, 'PUT', `/annotations/${first.id}/status`, { token: owner.token, body: { status: 'in_progress' } });
    expect(idsOf(await list())).toEqual([third.id, second.id, first.id]);
  });

  test('pages 25 by 10 without gap or duplicate, also while annotations are created', async () => {
    const made: string[] = [];
    for (let i = 0; i < 25; i++) made.unshift((await createAnnotation(app, owner, projectId)).id);
    const path = `/annotations/project/${projectId}`;
    const pages = await readAllPages(app, path, 10, { token: owner.token });
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(idsOf(pages.flat())).toEqual(made);

    const first = await get(`/project/${projectId}?limit=10`);
    await createAnnotation(app, owner, projectId);
    const cursor = first.headers.get('x-next-cursor') ?? '';
    const second = await get(`/project/${projectId}?limit=10&cursor=${cursor}`);
    expect(idsOf(second.body)).toEqual(made.slice(10, 20));
  });

  test('returns no cursor with the last page', async () => {
    for (let i = 0; i < 3; i++) await createAnnotation(app, owner, projectId);
    for (const [limit, more] of [
      [2, true],
      [3, false],
      [500, false],
    ] as const) {
      const { headers } = await get(`/project/${projectId}?limit=${limit}`);
      expect([limit, headers.has('x-next-cursor')]).toEqual([limit, more]);
    }
  });

  test('returns 100 by default', async () => {
    await Promise.all(Array.from({ length: 101 }, () => createAnnotation(app, owner, projectId)));
    const { body, headers } = await get(`/project/${projectId}`);
    expect([body.length, headers.has('x-next-cursor')]).toEqual([100, true]);
    expect(await list({ limit: '500' })).toHaveLength(101);
  });

  test.each([
    ['https://shop.example/cart', 'HTTPS://SHOP.example:443/cart/#top'],
    ['https://shop.example/cart?b=2&a=1&utm_source=mail&gclid=1', 'https://shop.example/cart?a=1&b=2'],
    ['https://shop.example/#/cart', 'https://shop.example#/cart'],
    ['https://shop.example', 'https://shop.example/'],
  ])('finds %s by %s', async (url, filter) => {
    const found = await createAnnotation(app, owner, projectId, { url });
    for (const other of ['http://shop.example/cart', 'https://shop.example/Cart', 'https://shop.example/cart?a=1']) {
      await createAnnotation(app, owner, projectId, { url: other });
    }
    expect(await list({ url: filter })).toEqual([found]);
  });

  test('filters by status, by url and by both, page by page', async () => {
    const made: Record<string, string[]> = {};
    for (const status of ['open', 'resolved', 'in_progress', 'open', 'resolved']) {
      for (const url of ['https://shop.example/a', 'https://shop.example/b']) {
        const { id } = await createAnnotation(app, owner, projectId, { url });
        await rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status } });
        for (const key of [status, url, status + url]) made[key] = [id, ...(made[key] ?? [])];
      }
    }
    for (const status of ['open', 'in_progress', 'resolved']) {
      expect(idsOf(await list({ status }))).toEqual(made[status]);
      for (const url of ['https://shop.example/a', 'https://shop.example/b']) {
        expect(idsOf(await list({ status, url }))).toEqual(made[status + url]);
      }
    }
    const path = `/annotations/project/${projectId}`;
    const query = new URLSearchParams({ url: 'https://shop.example/a', limit: '3' });
    const first = await rest(app, 'GET', `${path}?${query}`, { token: owner.token });
    query.set('cursor', first.headers.get('x-next-cursor') ?? '');
    const second = await rest(app, 'GET', `${path}?${query}`, { token: owner.token });
    expect(idsOf([...first.body, ...second.body])).toEqual(made['https://shop.example/a']);
  });
});
