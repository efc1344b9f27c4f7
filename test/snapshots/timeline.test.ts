import { beforeEach, describe, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { pageElement } from '../support/snapshots.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let site: DeployedSite;
let annotationId: string;

beforeEach(async () => {
  site = await createSite(app, owner);
  const metadata = { selector: '#buy', text: 'Buy' };
  annotationId = (await createAnnotation(app, owner, site.projectId, { url: 'https://shop.example/', metadata })).id;
});

const [GREEN, RED] = [() => sitePage(0), () => sitePage(200)];
/** The page without the button; `standing` is at its place. */
const gone =
  (...standing: ReturnType<typeof pageElement>[]) =>
  () => ({
    ...sitePage(250),
    elements: [...sitePage(250).elements.slice(1), ...standing],
  });
const run = (commit: string, show: () => ReturnType<typeof sitePage>) => runDeployment(app, site, commit, show);

const TIMELINE = `query ($id: ID!, $kinds: [AnnotationTimelineKind!], $first: Int, $after: String) {
  annotation(id: $id) { timeline(kinds: $kinds, first: $first, after: $after) {
    nodes { id kind createdAt pin { state cropUrl text } deployment { commit } verdicts { verdict } change { before after } }
    pageInfo { endCursor hasNextPage }
  } }
}`;
async function timeline(variables: object = {}, token = owner.token) {
  const { data, errors } = await graphql(app, TIMELINE, { id: annotationId, ...variables }, { token });
  return { ...data.annotation.timeline, errors };
}
const setStatus = (status: string) =>
  rest(app, 'PUT', `/annotations/${annotationId}/status`, { token: owner.token, body: { status } });

describe('a timeline', () => {
  test('has looks, deployments and changes of the status, newest first', async () => {
    await run('one', GREEN);
    await setStatus('in_progress');
    await run('two', RED);
    const { nodes } = await timeline();
    expect(nodes).toEqual([
      expect.objectContaining({
        kind: 'look',
        pin: { state: 'bound', text: 'Buy', cropUrl: expect.stringContaining('/objects/') },
        deployment: null,
        verdicts: [],
        change: null,
      }),
      expect.objectContaining({
        kind: 'deployment',
        pin: null,
        deployment: { commit: 'two' },
        verdicts: [{ verdict: 'changed' }],
      }),
      expect.objectContaining({ kind: 'status', change: { before: 'open', after: 'in_progress' } }),
      expect.objectContaining({ kind: 'look', pin: expect.objectContaining({ state: 'bound' }) }),
      expect.objectContaining({
        kind: 'deployment',
        deployment: { commit: 'one' },
        verdicts: [{ verdict: 'unknown' }],
      }),
    ]);
  });

  test('is read in pages, and by kind', async () => {
    await run('one', GREEN);
    await run('two', RED);
    const all = await timeline();
    const seen: unknown[] = [];
    let after: string | null = null;
    do {
      const page = await timeline({ first: 1, after });
      expect(page.nodes).toHaveLength(1);
      seen.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    const withoutUrls = (nodes: { id: string; kind: string }[]) => nodes.map(({ id, kind }) => [id, kind]);
    expect(withoutUrls(seen as never)).toEqual(withoutUrls(all.nodes));
    const { nodes: looks } = await timeline({ kinds: ['look'] });
    expect(looks.map(({ kind }: { kind: string }) => kind)).toEqual(['look', 'look']);
    expect((await timeline({ kinds: [] })).errors?.[0]?.message).toBe('kinds: must have 1 to 3 items; omit it for all');
  });

  test('has no entry of another annotation, and is not for guests', async () => {
    await run('one', GREEN);
    const other = await createAnnotation(app, owner, site.projectId, { url: 'https://shop.example/other' });
    expect((await timeline({ id: other.id })).nodes).toEqual([]);
    const guest = await registerMember(app, owner.organizationId, 'guest', [site.projectId]);
    expect((await timeline({}, guest.token)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

const vanished = async (token = owner.token) =>
  (await rest(app, 'GET', `/v1/annotations/${annotationId}/vanished`, { token })).body;

const NOTHING = {
  annotationId: expect.any(String),
  text: null,
  box: null,
  lastSnapshotId: null,
  lastSeenAt: null,
  missingSnapshotId: null,
  missingSince: null,
  currentSnapshotId: null,
  standing: null,
  beforeUrl: null,
  currentUrl: null,
};

describe('an orphan', () => {
  const snapshotOf = async (deployment: { id: string }) => {
    const { rows } = await app.services.pool.query(
      'SELECT snapshot_id AS id FROM deployment_captures WHERE deployment_id = $1',
      [deployment.id],
    );
    return rows[0].id as string;
  };
  const banner = pageElement('#banner', [8, 8, 24, 14], { tag: 'section', text: 'Sale' });
  const body = pageElement('body', [0, 0, 60, 40], { tag: 'body', text: 'Logo' });

  test('has the captures between which it vanished, and what stands there now', async () => {
    await run('one', RED);
    const two = await snapshotOf(await run('two', RED));
    const three = await snapshotOf(await run('three', gone(body)));
    const four = await snapshotOf(await run('four', gone(body, banner)));
    const { data } = await vanished();
    expect(data).toEqual({
      annotationId,
      text: 'Buy',
      box: { x: 10, y: 10, width: 20, height: 10 },
      lastSnapshotId: two,
      lastSeenAt: expect.any(String),
      missingSnapshotId: three,
      missingSince: expect.any(String),
      currentSnapshotId: four,
      standing: { selector: '#banner', tag: 'section', text: 'Sale', box: { x: 8, y: 8, width: 24, height: 14 } },
      beforeUrl: expect.any(String),
      currentUrl: expect.any(String),
    });
    for (const url of [data.beforeUrl, data.currentUrl]) {
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    const document = `query ($id: ID!) { vanishedElement(id: $id) {
      lastSnapshot { id } missingSnapshot { id } currentSnapshot { id } } }`;
    const read = await graphql(app, document, { id: annotationId }, { token: owner.token });
    expect(read.data.vanishedElement).toEqual({
      lastSnapshot: { id: two },
      missingSnapshot: { id: three },
      currentSnapshot: { id: four },
    });
  });

  test('where only the page itself is left has no element at its place', async () => {
    await run('one', RED);
    await run('two', gone(body));
    expect((await vanished()).data).toMatchObject({ lastSnapshotId: expect.any(String), standing: null });
  });

  test('has captures also when the page record is lost', async () => {
    await run('one', RED);
    const id = await snapshotOf(await run('two', gone(banner)));
    // A second capture confirms that the element is gone.
    await app.services.pool.query('UPDATE snapshots SET record_key = NULL WHERE id >= $1', [id]);
    expect((await vanished()).data).toMatchObject({ missingSnapshotId: id, standing: null });
  });

  test('that was never captured with its element has nothing to say', async () => {
    await run('one', gone(banner));
    await run('two', gone(banner));
    expect((await vanished()).data).toEqual(NOTHING);
  });

  test('that is back is none', async () => {
    await run('one', RED);
    await run('two', gone(banner));
    await run('three', RED);
    expect((await vanished()).data).toEqual(NOTHING);
  });

  test('is not for guests', async () => {
    const guest = await registerMember(app, owner.organizationId, 'guest', [site.projectId]);
    expect(await vanished(guest.token)).toMatchObject({ statusCode: 403 });
  });
});
