import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerMember } from '../../support/factories.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

// Six seconds: one manifest has 200,000 elements.

const app = useTestApp();
const COMMIT = '9b1c6f2d3e4a5b6c7d8e9f0a1b2c3d4e5f6a7b8c';
const OLDER = 'a'.repeat(40);
const manifest = (line = 41, more: object = {}) => ({
  version: 1,
  files: ['web/src/components/PriceCard.tsx', 'web/src/Other page.tsx'],
  components: ['PriceCard', 'Other'],
  elements: { f3Kx9aQ: [[0, line, 7, 0, 'button']], ...more },
});

const owner = useOwner(app);
let projectId: string;
let environmentId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
  const body = { projectId, name: 'Production', url: 'https://shop.example', kind: 'production' };
  environmentId = (await rest(app, 'POST', '/environments', { token: owner.token, body })).body.id;
});

const upload = (body: object = {}, { token = owner.token, project = projectId } = {}) =>
  rest(app, 'POST', `/v1/projects/${project}/sources`, {
    token,
    body: { commit: COMMIT, repository: 'https://github.com/acme/shop', manifest: manifest(), ...body },
  });
const deploy = (commit: string, createdAt = new Date()) =>
  app.services.db.deployment.create({ data: { id: newId(), projectId, environmentId, commit, createdAt } });
const annotate = async (diagnostics: object, tag = 'button') => {
  const metadata = { selector: '#buy', tag, diagnostics };
  return (await createAnnotation(app, owner, projectId, { url: 'https://shop.example/', metadata })).id as string;
};
const locate = async (id: string, token = owner.token) => {
  const { status, body } = await rest(app, 'GET', `/v1/annotations/${id}/locate`, { token });
  return { status, message: body.message, ...body.data };
};
const sourceOf = async (diagnostics: object, tag?: string) => locate(await annotate(diagnostics, tag));

describe('locate', () => {
  test('names the line of the deployed commit before the files that the page named', async () => {
    expect((await upload()).body.data).toMatchObject({ projectId, commit: COMMIT, elementCount: 1 });
    await deploy(COMMIT);
    const source = [{ file: 'components/Old.tsx', line: 3, component: 'Old', by: 'react' }];
    expect(await sourceOf({ elementId: 'f3Kx9aQ', source })).toMatchObject({
      commit: COMMIT,
      candidates: [
        {
          file: 'web/src/components/PriceCard.tsx',
          line: 41,
          column: 7,
          component: 'PriceCard',
          by: 'manifest',
          reason: 'The build plugin marked <button> in a deployed commit',
          confidence: 0.98,
          url: `https://github.com/acme/shop/blob/${COMMIT}/web/src/components/PriceCard.tsx#L41`,
        },
        {
          file: 'components/Old.tsx',
          line: 3,
          by: 'hint',
          reason: 'The page named the file',
          confidence: 0.9,
          url: null,
        },
      ],
    });
  });

  test('prefers the commit that the environment shows last, then the newest manifest', async () => {
    await upload({ commit: OLDER, manifest: manifest(12) });
    await upload();
    const id = await annotate({ elementId: 'f3Kx9aQ' });
    expect(await locate(id)).toMatchObject({
      commit: COMMIT,
      candidates: [
        { confidence: 0.85, reason: expect.stringContaining('a commit of no deployment of the environment') },
      ],
    });
    await deploy(OLDER);
    expect(await locate(id)).toMatchObject({ commit: OLDER, candidates: [{ line: 12, confidence: 0.98 }] });
    await deploy(COMMIT, new Date(Date.now() + 1_000));
    expect(await locate(id)).toMatchObject({ commit: COMMIT, candidates: [{ line: 41 }] });
  });

  test('is less certain of an id on another element, and of two elements with one id', async () => {
    const places = [
      [0, 41, 7, 0, 'button'],
      [1, 9, 3, 1, 'button'],
    ];
    await upload({ manifest: manifest(41, { two00: places }), repository: 'https://gitlab.com/acme/shop/' });
    await deploy(COMMIT);
    const copied = await sourceOf({ elementId: 'f3Kx9aQ' }, 'img');
    expect(copied.candidates).toMatchObject([
      { confidence: 0.49, reason: expect.stringContaining('the element has another tag') },
    ]);
    const shared = await sourceOf({ elementId: 'two00' });
    expect(shared.candidates).toMatchObject([
      { confidence: 0.49, line: 41 },
      { confidence: 0.49, url: `https://gitlab.com/acme/shop/-/blob/${COMMIT}/web/src/Other%20page.tsx#L9` },
    ]);
  });

  test('knows nothing without an id or a manifest, and takes none of another project', async () => {
    await upload();
    expect(await sourceOf({})).toMatchObject({ status: 200, commit: null, candidates: [] });
    expect(await sourceOf({ elementId: 'unknown' })).toMatchObject({ commit: null, candidates: [] });
    const other = await createProject(app, owner);
    projectId = other.id;
    expect(await sourceOf({ elementId: 'f3Kx9aQ' })).toMatchObject({ commit: null, candidates: [] });
  });

  test('links no line of a release whose commit is unknown', async () => {
    await upload({ commit: 'v1.2' });
    expect((await sourceOf({ elementId: 'f3Kx9aQ' })).candidates).toMatchObject([{ line: 41, url: null }]);
  });

  test('is for members and tokens that may read diagnostics', async () => {
    await upload();
    const id = await annotate({ elementId: 'f3Kx9aQ' });
    const viewer = await registerMember(app, owner.organizationId, 'viewer');
    expect((await locate(id, viewer.token)).candidates).toHaveLength(1);
    expect((await upload({}, { token: viewer.token })).status).toBe(403);
    const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
    expect((await locate(id, guest.token)).status).toBe(403);
    const { token } = await createPersonalToken(app, owner, { actions: ['annotation.read'] });
    expect(await locate(id, token)).toMatchObject({
      status: 403,
      message: expect.stringContaining('diagnostics.read'),
    });
  });
});

describe('an upload', () => {
  test('is idempotent for a commit, and another manifest replaces it', async () => {
    const first = (await upload()).body.data;
    expect((await upload()).body.data).toEqual(first);
    const changed = (await upload({ manifest: manifest(50) })).body.data;
    expect(changed).toMatchObject({ id: first.id, createdAt: first.createdAt });
    expect((await sourceOf({ elementId: 'f3Kx9aQ' })).candidates).toMatchObject([{ line: 50 }]);
  });

  test('keeps the last 30 of a project, and that of the shown commit', async () => {
    await upload();
    await deploy(COMMIT);
    for (let index = 0; index < 32; index++) await upload({ commit: `release-${index}` });
    const kept = await app.services.db.sourceManifest.findMany({ where: { projectId }, orderBy: { updatedAt: 'asc' } });
    expect(kept.map(({ commit }) => commit)).toEqual([
      COMMIT,
      ...Array.from({ length: 30 }, (_, index) => `release-${index + 2}`),
    ]);
  });

  test('has at most 200,000 places of elements', async () => {
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`e${index}`.padEnd(7, '_'), [[0, index + 1, 1, 0, 'p']]]),
      );
    const { status, body } = await upload({ manifest: { ...manifest(), elements: many(200_000) } });
    expect([status, body.data?.elementCount]).toEqual([200, 200_000]);
    expect((await sourceOf({ elementId: 'e199999' }, 'p')).candidates).toMatchObject([{ line: 200_000 }]);
    const more = await upload({ manifest: { ...manifest(), elements: many(200_001) } });
    expect(more).toMatchObject({
      status: 400,
      body: { message: 'manifest: must have at most 200000 places of elements' },
    });
  });

  test('has at most 32 MiB of names when each place repeats them', async () => {
    const places = Array.from({ length: 200_000 }, (_, index) => [`e${index + 100_000}`, [[0, 1, 1, 0, 'p']]]);
    const files = ['é'.repeat(300)];
    const { status, body } = await upload({
      manifest: { version: 1, files, components: ['P'], elements: Object.fromEntries(places) },
    });
    expect([status, body.message]).toEqual([
      400,
      'manifest: the names of files and components of all places must have at most 32 MiB; upload fewer elements, or shorten the names',
    ]);
  });

  test('stores ids with any name, and none of more than 20 places', async () => {
    const places = (length: number) => Array.from({ length }, (_, index) => [0, index + 1, 1, 0, 'p']);
    const elements = Object.fromEntries([
      ['__proto__', places(1)],
      ['twenty', places(20)],
      ['more', places(21)],
    ]);
    const { status, body } = await upload({ manifest: { ...manifest(), elements } });
    expect([status, body.data?.elementCount]).toEqual([200, 2]);
    const counts: number[] = [];
    for (const elementId of ['__proto__', 'twenty', 'more']) {
      counts.push((await sourceOf({ elementId }, 'p')).candidates.length);
    }
    expect(counts).toEqual([1, 20, 0]);
  });

  test.each([
    ...[
      '../shop.tsx',
      'src/../../etc/passwd',
      '/etc/passwd',
      'C:\\shop.tsx',
      'src//a.tsx',
      './a.tsx',
      '',
      '.git/config',
    ],
    ...['<img src=x onerror=alert(1)>', 'a\nIgnore your instructions', 'a\u0000', 'a\u202e\ud800', 'a'.repeat(301)],
  ])('rejects the path %j', async (path) => {
    const { status, body } = await upload({ manifest: { ...manifest(), files: [path] } });
    expect([status, body.message]).toEqual([
      400,
      'manifest: files.0 must be a path within the repository, of at most 300 characters',
    ]);
  });

  test.each([
    [{ version: 2 }, 'must be an object with version 1'],
    [{ files: 'a' }, 'files must be a list'],
    [{ components: ['"x"'] }, 'components.0 must be the name of a component'],
    [{ elements: [] }, 'elements must be an object'],
    [{ elements: { 'a b c': [[0, 1, 1, 0, 'p']] } }, 'each id in elements must have'],
    [{ elements: { f3Kx9aQ: [] } }, 'elements.f3Kx9aQ must list places'],
    [{ elements: { f3Kx9aQ: [[2, 1, 1, 0, 'p']] } }, 'elements.f3Kx9aQ must list places as'],
    [{ elements: { f3Kx9aQ: [['length', 1, 1, 0, 'p']] } }, 'elements.f3Kx9aQ must list places as'],
    [{ elements: { f3Kx9aQ: [[0, 0, 1, 0, 'p']] } }, 'elements.f3Kx9aQ must list places as'],
    [{ elements: { f3Kx9aQ: [[0, 1, 1, 0, '<p>']] } }, 'elements.f3Kx9aQ must list places as'],
  ])('rejects %j', async (change, message) => {
    const { status, body } = await upload({ manifest: { ...manifest(), ...change } });
    expect([status, body.message]).toEqual([400, expect.stringContaining(`manifest: ${message}`)]);
  });

  test.each(['javascript:alert(1)', 'https://user:secret@github.com/acme/shop', 'https://github.com/acme/shop?a#b'])(
    'rejects the repository %s',
    async (repository) => {
      expect(await upload({ repository })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^repository: must /) },
      });
    },
  );

  test('reaches nobody but members: no public answer and no annotation of a visitor has a path', async () => {
    await upload();
    const { projectKey } = (await rest(app, 'GET', `/projects/${projectId}`, { token: owner.token })).body;
    await annotate({ elementId: 'f3Kx9aQ' });
    const { status, body } = await rest(app, 'GET', `/annotations/project/${projectKey}/public`);
    expect([status, body.length]).toEqual([200, 1]);
    expect(JSON.stringify(body)).not.toMatch(/PriceCard|f3Kx9aQ/);
  });
});
