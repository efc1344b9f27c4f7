import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createProject, registerMember, registerUser } from '../../support/factories.ts';
import { errorBody } from '../support/call.ts';
import { databaseContent, eventsOf } from '../support/database-content.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { LISTED_PROJECT, PROJECT, TIME } from '../support/response-shapes.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

useProject();

const call = (method: string, path: string, body?: object, token = owner.token) =>
  rest(app, method, `/projects${path}`, { token, body });
const create = (values: object, user = owner) =>
  call('POST', '', { organizationId: user.organizationId, name: 'Blog', ...values }, user.token);

describe('POST /projects', () => {
  test('returns 201 with the project, as does the next read', async () => {
    const { status, body } = await create({ name: ' My blog ', slug: 'my-blog' });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      ...PROJECT,
      name: 'My blog',
      slug: 'my-blog',
      organizationId: owner.organizationId,
      publicFeedback: true,
      respectDoNotTrack: true,
      allowedOrigins: [],
      panelOrigins: [],
      previewHosts: [],
    });
    expect(body.updatedAt).toBe(body.createdAt);
    expect((await call('GET', `/${body.id}`)).body).toEqual(body);
  });

  test('emits project.created', async () => {
    const { body } = await create({ slug: 'told' });
    const { id, name, slug, organizationId, createdAt } = body;
    const data = { project: { id, name, slug, organizationId, createdAt } };
    const of = { organizationId, projectId: id, annotationId: null, commentId: null };
    expect(await eventsOf(app, { projectId: id })).toEqual([{ type: 'project.created', ...of, data }]);
  });

  test('derives a free slug from the name, also concurrently', async () => {
    const other = await registerUser(app);
    const responses = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Café Été' }, other)));
    const slugs = responses.map(({ body }) => body.slug);
    expect(slugs.sort()).toEqual(['cafe-ete', 'cafe-ete-2', 'cafe-ete-3', 'cafe-ete-4', 'cafe-ete-5']);
    expect((await create({ name: '日本', slug: null }, other)).body.slug).toBe('project');
  });

  test('rejects a taken slug with 400 and writes nothing; another organization may use it', async () => {
    const before = await databaseContent(app);
    const { status, body } = await create({ slug: project.slug });
    const message = `slug: "${project.slug}" is taken in this organization; choose another`;
    expect([status, body]).toEqual([400, errorBody(400, message)]);
    expect(await databaseContent(app)).toEqual(before);
    expect((await create({ slug: project.slug }, await registerUser(app))).status).toBe(201);
  });

  test('creates one of several concurrent projects with one slug', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => create({ slug: 'race' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  });

  test.each([
    ['admin', 201],
    ['editor', 403],
    ['viewer', 403],
  ] as const)('%s: %i', async (role, status) => {
    const { token } = await registerMember(app, owner.organizationId, role);
    const values = { organizationId: owner.organizationId, name: 'Of a member', slug: `by-${role}` };
    expect((await call('POST', '', values, token)).status).toBe(status);
  });
});

describe('GET /projects/organization/:organizationId', () => {
  test('lists exactly six members of each, newest first', async () => {
    const second = await createProject(app, owner);
    const { status, body } = await call('GET', `/organization/${owner.organizationId}`);
    expect(status).toBe(200);
    expect(body.slice(0, 2)).toStrictEqual([
      { ...LISTED_PROJECT, id: second.id, slug: second.slug },
      { ...LISTED_PROJECT, id: project.id, slug: project.slug },
    ]);
  });

  test('is empty for an organization without projects', async () => {
    const other = await registerUser(app);
    const { status, body, headers } = await call(
      'GET',
      `/organization/${other.organizationId}`,
      undefined,
      other.token,
    );
    expect([status, body, headers.get('x-next-cursor')]).toEqual([200, [], null]);
  });

  test('pages 25 by 10 without gap or duplicate', async () => {
    const other = await registerUser(app);
    const made: string[] = [];
    for (let i = 1; i <= 25; i++) made.unshift((await create({ slug: `p-${i}` }, other)).body.id);
    const pages = await readAllPages(app, `/projects/organization/${other.organizationId}`, 10, { token: other.token });
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat().map(({ id }) => id)).toEqual(made);
  });
});

describe('PATCH /projects/:id', () => {
  test.each([
    [{ name: 'New' }],
    [{ slug: 'quite-new' }],
    [{ publicFeedback: false }],
    [{ respectDoNotTrack: false }],
    [{ allowedOrigins: ['https://shop.example', 'http://localhost:3000'] }],
    [{ panelOrigins: ['https://shop.example'] }],
    [{ previewHosts: ['*.preview.shop.example'] }],
    [{ name: 'Both', slug: 'both' }],
    [{}],
  ])('changes %o and nothing else', async (changes) => {
    const before = (await call('GET', `/${project.id}`)).body;
    const { status, body } = await call('PATCH', `/${project.id}`, changes);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ ...before, ...changes, updatedAt: TIME });
    expect((await call('GET', `/${project.id}`)).body).toEqual(body);
  });

  test('keeps only the origin of a URL', async () => {
    const allowedOrigins = ['HTTPS://Shop.Example:443/cart?a#b'];
    const { body } = await call('PATCH', `/${project.id}`, { allowedOrigins });
    expect(body.allowedOrigins).toEqual(['https://shop.example']);
  });

  test('rejects a taken slug with 400, except its own', async () => {
    const other = await createProject(app, owner);
    const taken = await call('PATCH', `/${project.id}`, { slug: other.slug });
    expect([taken.status, taken.body.message]).toEqual([400, expect.stringContaining(`"${other.slug}" is taken`)]);
    expect((await call('PATCH', `/${project.id}`, { slug: project.slug })).status).toBe(200);
  });

  test('rejects more than 50 origins with 400', async () => {
    const allowedOrigins = Array.from({ length: 51 }, (_, i) => `https://${i}.example`);
    const { status, body } = await call('PATCH', `/${project.id}`, { allowedOrigins });
    expect([status, body]).toEqual([400, errorBody(400, 'allowedOrigins: must list at most 50 origins')]);
  });
});

test('returns 404 for an unknown project', async () => {
  const { status, body } = await call('GET', `/${randomUUID()}`);
  expect([status, body]).toEqual([404, errorBody(404, 'Project not found')]);
});

test('returns the elements that load the scripts, with addresses and keys', async () => {
  const { body } = await call('GET', `/${project.id}/embed-script`);
  const { projectKey } = project;
  expect(body).toEqual({
    projectKey,
    script: `<script src="${app.url}/embed.min.js" data-project-key="${projectKey}" defer></script>`,
    overlayScript: expect.stringMatching(
      /^<script src="[^"]+\/overlay\.js" data-svc-config='[^']+' defer="defer"><\/script>$/,
    ),
  });
  const [, config = ''] = /data-svc-config='([^']+)'/.exec(body.overlayScript) ?? [];
  expect(JSON.parse(config)).toEqual({ apiUrl: app.url, projectId: project.id, apiKey: projectKey });
});

test.each([
  ['everyone', {}],
  ['parameter', { audience: 'parameter' }],
  ['members', { audience: 'members' }],
])('the element of the overlay limits who sees it: %s', async (audience, option) => {
  const { body } = await call('GET', `/${project.id}/embed-script?audience=${audience}`);
  const [, config = ''] = /data-svc-config='([^']+)'/.exec(body.overlayScript) ?? [];
  const { projectKey } = project;
  expect(JSON.parse(config)).toEqual({ apiUrl: app.url, projectId: project.id, apiKey: projectKey, ...option });
});

test('rejects an unknown audience with 400', async () => {
  expect((await call('GET', `/${project.id}/embed-script?audience=nobody`)).status).toBe(400);
});
