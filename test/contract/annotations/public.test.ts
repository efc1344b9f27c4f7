import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { errorBody } from '../support/call.ts';
import { databaseContent, eventsOf } from '../support/database-content.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { COMMENT, PUBLIC_ANNOTATION, TIME, VISITOR_TOKEN } from '../support/response-shapes.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

const PIN = { content: 'The price is wrong', url: 'https://shop.example/cart' };
const ORIGIN = 'https://shop.example';

useProject();

const create = (body: object, headers: Record<string, string> = { 'x-project-key': project.projectKey }) =>
  rest(app, 'POST', '/annotations/public', { headers, body });
const list = (query: Record<string, string> = {}, headers: Record<string, string> = {}, key = project.projectKey) =>
  rest(app, 'GET', `/annotations/project/${key}/public?${new URLSearchParams(query)}`, { headers });
/** Members of an annotation as its visitor reads it, with the token, and as others do. */
const OF_VISITOR = { visitorToken: VISITOR_TOKEN, canReply: true };
const OF_OTHERS = { visitorToken: null, canReply: false };
const patch = (changes: object) => rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body: changes });

describe('POST /annotations/public', () => {
  test('returns 201 without e-mail address and assignee, as does the list', async () => {
    const metadata = { selector: '#total', text: '12 €' };
    const { status, body } = await create({ ...PIN, position_x: 1, metadata, name: ' Eve ', email: 'Eve@Example.com' });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      ...PUBLIC_ANNOTATION,
      ...PIN,
      projectId: project.id,
      number: 1,
      position_x: 1,
      position_y: 0,
      metadata,
      domFingerprint: metadata,
      author: { id: null, name: 'Eve' },
      source: 'overlay',
      ...OF_VISITOR,
    });
    expect((await list()).body).toStrictEqual([{ ...body, ...OF_OTHERS }]);
    expect(JSON.stringify(body)).not.toMatch(/eve@example/i);
  });

  test('shows members the e-mail address of the visitor', async () => {
    const { body } = await create({ ...PIN, name: 'Eve', email: 'Eve@Example.com' });
    const { body: read } = await rest(app, 'GET', `/annotations/${body.id}`, { token: owner.token });
    expect(read.author).toEqual({ id: null, name: 'Eve', email: 'eve@example.com' });
  });

  test('shows data about the visitor to members only', async () => {
    const visitor = {
      diagnostics: { console: [{ level: 'error', text: 'Boom', at: 12 }] },
      userAgent: 'Mozilla/5.0',
      language: 'de',
      viewport: { width: 1280, height: 720 },
      sessionId: 'visit-1',
    };
    const { body } = await create({ ...PIN, metadata: { selector: 'h1', ...visitor } });
    expect(body.metadata).toEqual({ selector: 'h1' });
    const [listed] = (await list()).body.filter(({ id }: { id: string }) => id === body.id);
    expect(listed.metadata).toEqual({ selector: 'h1' });
    const { body: read } = await rest(app, 'GET', `/annotations/${body.id}`, { token: owner.token });
    expect(read.metadata).toEqual({ selector: 'h1', ...visitor });
  });

  test('shows visitors page addresses without secrets, and members all of them', async () => {
    const url = 'https://ann:pass@shop.example/reset?token=abc&step=2#access_token=xyz';
    const shown = 'https://shop.example/reset?token=redacted&step=2#access_token=redacted';
    const metadata = { selector: 'a', traits: { href: '/next?sig=abc&a=1' } };
    const { body } = await create({ ...PIN, url, metadata });
    expect([body.url, body.metadata.traits.href]).toEqual([shown, '/next?sig=redacted&a=1']);
    const { body: listed } = await list({ url });
    expect(listed.map((each: { url: string }) => each.url)).toEqual([shown]);
    const { body: read } = await rest(app, 'GET', `/annotations/${body.id}`, { token: owner.token });
    expect([read.url, read.metadata]).toEqual([url, metadata]);
  });

  test('accepts an anonymous visitor', async () => {
    const { body } = await create(PIN);
    expect(body).toStrictEqual({ ...PUBLIC_ANNOTATION, ...PIN, projectId: project.id, ...OF_VISITOR });
  });

  test('emits comment.created', async () => {
    const { body } = await create(PIN);
    const comment = {
      id: body.id,
      text: PIN.content,
      annotationId: body.id,
      url: PIN.url,
      status: 'open',
      visibility: 'public',
    };
    expect(await eventsOf(app, { annotationId: body.id })).toEqual([
      {
        type: 'comment.created',
        organizationId: owner.organizationId,
        projectId: project.id,
        annotationId: body.id,
        commentId: null,
        data: { comment, project: { id: project.id } },
      },
    ]);
  });

  test('continues the numbers of annotations by members', async () => {
    await createAnnotation(app, owner, project.id);
    expect((await create(PIN)).body.number).toBe(2);
  });
});

describe('the project key', () => {
  test('is accepted in the header, in the body or in both, as is the project id', async () => {
    for (const key of [project.projectKey, project.id]) {
      expect((await create(PIN, { 'x-project-key': key })).status).toBe(201);
      expect((await create({ ...PIN, projectKey: key }, {})).status).toBe(201);
      expect((await create({ ...PIN, projectKey: key }, { 'x-project-key': key })).status).toBe(201);
      expect((await list({}, {}, key)).body).toHaveLength(key === project.id ? 6 : 3);
    }
  });

  test('returns 400 if header and body differ', async () => {
    const other = await createProject(app, owner);
    const before = await databaseContent(app);
    const { status, body } = await create({ ...PIN, projectKey: other.projectKey });
    expect([status, body]).toEqual([
      400,
      errorBody(400, expect.stringMatching(/^projectKey: differs from the header/)),
    ]);
    expect(await databaseContent(app)).toEqual(before);
  });

  test.each([
    ['missing', {}, {}],
    ['null', { projectKey: null }, {}],
    ['empty', { projectKey: '' }, { 'x-project-key': '' }],
    ['unknown in the body', { projectKey: 'pk_unknown' }, {}],
    ['unknown in the header', {}, { 'x-project-key': 'pk_unknown' }],
    ['an id that no project has', {}, { 'x-project-key': '01900000-0000-7000-8000-000000000000' }],
    ['NUL', { projectKey: 'pk_\0' }, {}],
  ])('%s returns 401', async (_kind, body, headers) => {
    const before = await databaseContent(app);
    const response = await create({ ...PIN, ...body }, headers as Record<string, string>);
    expect([response.status, response.body]).toEqual([401, errorBody(401, expect.stringContaining('project key'))]);
    expect(await databaseContent(app)).toEqual(before);
  });

  test('returns 401 if unknown in the path', async () => {
    for (const key of ['pk_unknown', '01900000-0000-7000-8000-000000000000', project.projectKey.toUpperCase()]) {
      const { status, body } = await list({}, {}, key);
      expect([status, body]).toEqual([401, errorBody(401, expect.stringContaining('project key'))]);
    }
  });
});

describe('GET /annotations/project/:projectKey/public', () => {
  test('shows annotations and replies of members without e-mail address and assignee', async () => {
    const { token } = owner;
    const { id } = await createAnnotation(app, owner, project.id);
    await rest(app, 'PUT', `/annotations/${id}/assign`, { token, body: { assigneeId: owner.id } });
    await rest(app, 'POST', `/annotations/${id}/comments`, { token, body: { content: 'Why?' } });
    const { status, body } = await list();
    expect(status).toBe(200);
    const author = { id: owner.id, name: 'Ada' };
    const { annotationId: _, visibility: __, updatedAt: ___, via: ____, mentions: _____, ...comment } = COMMENT;
    expect(body).toStrictEqual([
      {
        ...PUBLIC_ANNOTATION,
        id,
        source: 'api',
        author,
        commentCount: 1,
        updatedAt: TIME,
        comments: [{ ...comment, content: 'Why?', author }],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  test('filters by URL, newest first', async () => {
    const first = (await create(PIN)).body;
    await create({ ...PIN, url: 'https://shop.example/other' });
    const third = (await create({ ...PIN, url: `${PIN.url}/?utm_source=mail#top` })).body;
    expect((await list({ url: `${PIN.url}#elsewhere` })).body).toEqual(
      [third, first].map((each) => ({ ...each, ...OF_OTHERS })),
    );
  });

  test('pages 25 by 10 without gap or duplicate', async () => {
    const made: string[] = [];
    for (let i = 0; i < 25; i++) made.unshift((await create(PIN)).body.id);
    const pages = await readAllPages(app, `/annotations/project/${project.projectKey}/public`, 10);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat().map(({ id }) => id)).toEqual(made);
  });
});

describe('a project closed to visitors', () => {
  test('returns 403 for both endpoints if publicFeedback is false', async () => {
    await patch({ publicFeedback: false });
    const before = await databaseContent(app);
    for (const key of [project.projectKey, project.id]) {
      for (const { status, body } of [await list({}, {}, key), await create(PIN, { 'x-project-key': key })]) {
        expect([status, body]).toEqual([403, errorBody(403, expect.stringContaining('Public feedback is disabled'))]);
      }
    }
    expect(await databaseContent(app)).toEqual(before);
    await patch({ publicFeedback: true });
    expect((await create(PIN)).status).toBe(201);
  });

  test.each([
    [ORIGIN, 201],
    ['https://shop.example:8443', 403],
    ['http://shop.example', 403],
    ['https://evil.example', 403],
    ['https://shop.example.evil.example', 403],
    ['null', 403],
    [undefined, 403],
  ])('allowedOrigins, called from %s: %i', async (origin, status) => {
    await patch({ allowedOrigins: ['https://other.example', ORIGIN] });
    const headers: Record<string, string> = { 'x-project-key': project.projectKey, ...(origin && { origin }) };
    const made = await create(PIN, headers);
    expect(made.status).toBe(status);
    expect((await list({}, headers)).status).toBe(status === 201 ? 200 : 403);
    if (status === 403) expect(made.body).toEqual(errorBody(403, expect.stringContaining('takes no feedback from')));
  });

  test.each([
    ['itself', (own: string) => own, 'same-origin', undefined, 200],
    ['itself, said by a page of another origin', (own: string) => own, 'cross-site', undefined, 403],
    ['its own host, without Sec-Fetch-Site', (own: string) => own, undefined, undefined, 403],
    ['another origin', () => ORIGIN, 'same-origin', undefined, 403],
    ['a name that somebody else points here', (own: string) => own, 'same-origin', 'rebound.example', 403],
    ['its other name', () => 'http://localhost:4000', 'same-origin', 'localhost:4000', 200],
  ])('allowedOrigins with %s, read without an origin', async (_title, listed, site, host, status) => {
    await patch({ allowedOrigins: [listed(new URL(app.url).origin)] });
    // fetch does not permit these headers.
    const statusCode = await new Promise<number | undefined>((resolve, reject) => {
      const path = `${app.url}/annotations/project/${project.projectKey}/public`;
      const headers = { ...(site && { 'sec-fetch-site': site }), ...(host && { host }) };
      get(path, { headers }, (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    expect(statusCode).toBe(status);
  });
});
