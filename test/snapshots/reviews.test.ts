import { beforeEach, describe, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { readDeployment } from '../support/deployments.ts';
import { createAnnotation } from '../support/factories.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let site: DeployedSite;

beforeEach(async () => {
  site = await createSite(app, owner);
});

const BEFORE = () => sitePage(0);
/** Button and logo changed. */
const AFTER = () => sitePage(200, 100);

const run = (commit: string, show = AFTER, more = {}) => runDeployment(app, site, commit, show, more);
const comment = (selector = '#buy', content = 'This should be red') =>
  createAnnotation(app, owner, site.projectId, {
    url: 'https://shop.example/',
    content,
    metadata: { selector, text: selector === '#buy' ? 'Buy' : 'Logo' },
  });
const review = (id: string, body: Record<string, unknown>, token = owner.token) =>
  rest(app, 'POST', `/v1/deployments/${id}/reviews`, { token, body });
const undo = (id: string, token = owner.token) => rest(app, 'POST', `/v1/reviews/${id}/undo`, { token });
const read = (id: string) => readDeployment(app, owner, id);
const statusOf = async (id: string) =>
  (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body.status;
const changeOf = (deployment: { changes: { id: string; selector: string }[] }, selector: string) =>
  deployment.changes.find((change) => change.selector === selector)?.id ?? '';

describe('an approval', () => {
  test('of the deployment accepts its pictures and resolves the annotations whose change does what they say', async () => {
    const annotation = await comment();
    await run('one', BEFORE);
    const { id } = await run('two');
    const made = await review(id, { decision: 'approved' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        data: { decision: 'approved', changeCount: 2, baselineCount: 1, resolvedAnnotationIds: [annotation.id] },
      },
    });
    expect(await read(id)).toMatchObject({
      status: 'passed',
      counts: { approved: 2, unreviewed: 0 },
      verdicts: [{ decision: 'approved', reviewId: made.body.data.id }],
    });
    const query = `{ annotation(id: "${annotation.id}") { status resolution
      history { edges { node { kind after actorId } } } } }`;
    const { data } = await graphql(app, query, {}, { token: owner.token });
    expect(data.annotation).toMatchObject({
      status: 'resolved',
      resolution: 'fixed',
      history: { edges: [{ node: { kind: 'status', after: 'resolved', actorId: owner.id } }] },
    });
    const listed = await rest(app, 'GET', `/v1/environments/${site.environmentId}/baselines`, { token: owner.token });
    expect(listed.body).toMatchObject([{ url: 'https://shop.example', acceptedById: owner.id }]);
    expect(await run('three')).toMatchObject({ status: 'passed', counts: { unchangedCaptures: 1 } });
  });

  test('of one change waits for the others of its picture', async () => {
    const annotation = await comment();
    await run('one', BEFORE);
    const second = await run('two');
    const { id } = second;
    const logo = await review(id, { decision: 'approved', changeIds: [changeOf(second, '#logo')] });
    expect(logo.body.data).toMatchObject({ changeCount: 1, baselineCount: 0, resolvedAnnotationIds: [] });
    expect(await read(id)).toMatchObject({ status: 'needs_review', counts: { approved: 1, unreviewed: 1 } });
    const others = await review(id, { decision: 'approved', explained: true, resolve: false });
    expect(others.body.data).toMatchObject({ changeCount: 1, baselineCount: 1, resolvedAnnotationIds: [] });
    expect(await statusOf(annotation.id)).toBe('open');
    expect(await read(id)).toMatchObject({ status: 'passed' });
  });

  test('of a change includes like ones on other pages, and none that are decided', async () => {
    const pages = { pages: ['/', '/cart'] };
    await run('one', BEFORE, pages);
    const second = await run('two', AFTER, pages);
    expect(second.counts).toMatchObject({ changes: 4 });
    const alike = { decision: 'approved', changeIds: [changeOf(second, '#logo')], alike: true };
    expect((await review(second.id, alike)).body.data).toMatchObject({ changeCount: 2, baselineCount: 0 });
    const again = await review(second.id, alike);
    expect(again).toMatchObject({
      status: 400,
      body: { message: 'Each of these changes has a decision already; undo its review first' },
    });
    expect((await review(second.id, { decision: 'approved' })).body.data).toMatchObject({
      changeCount: 2,
      baselineCount: 2,
    });
  });

  test('of what an annotation explains on its page includes like changes of other pages, which resolve nothing', async () => {
    const annotation = await comment();
    const pages = { pages: ['/', '/cart'] };
    await run('one', BEFORE, pages);
    const second = await run('two', AFTER, pages);
    expect(second.counts).toMatchObject({ changes: 4, explained: 2, unexplained: 2 });
    const buttons = second.changes.filter(({ selector }: { selector: string }) => selector === '#buy');
    expect(buttons).toMatchObject([{ annotationIds: [annotation.id] }, { annotationIds: [annotation.id] }]);
    const { rows } = await app.services.pool.query(
      `SELECT id FROM deployment_changes c WHERE id = ANY($1)
         AND NOT EXISTS (SELECT FROM deployment_verdicts v WHERE v.capture_id = c.capture_id)`,
      [buttons.map(({ id }: { id: string }) => id)],
    );
    const elsewhere = await review(second.id, { decision: 'approved', changeIds: [rows[0].id] });
    expect(elsewhere.body.data).toMatchObject({ changeCount: 1, resolvedAnnotationIds: [] });
    expect(await statusOf(annotation.id)).toBe('open');
    const others = await review(second.id, { decision: 'approved', explained: true });
    expect(others.body.data).toMatchObject({ changeCount: 1, resolvedAnnotationIds: [annotation.id] });
  });

  test('by a program without annotation.change resolves nothing', async () => {
    await comment();
    await run('one', BEFORE);
    const { id } = await run('two');
    const rights = { organizationId: owner.organizationId, role: 'editor', name: 'Build', allProjects: true };
    const actions = ['project.read', 'review.write'];
    const made = await rest(app, 'POST', '/access-tokens', { token: owner.token, body: { ...rights, actions } });
    const refused = await review(id, { decision: 'approved' }, made.body.token);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('annotation.change')]);
    const kept = await review(id, { decision: 'approved', resolve: false }, made.body.token);
    expect(kept).toMatchObject({ status: 201, body: { data: { via: made.body.id, resolvedAnnotationIds: [] } } });
  });
});

describe('what a person must judge', () => {
  const idsOf = ({ body }: Awaited<ReturnType<typeof review>>) => body.data.resolvedAnnotationIds;

  test('stays open and undecided in an approval of explained changes', async () => {
    const met = await comment();
    const other = await comment('#logo', 'Why is the logo like that?');
    await run('one', BEFORE);
    const { id, counts, verdicts } = await run('two');
    expect(counts).toMatchObject({ doesIt: 1, changedOtherwise: 1 });
    const effects = verdicts.map((verdict: Record<string, unknown>) => [verdict.annotationId, verdict.overallEffect]);
    expect(new Map(effects)).toEqual(
      new Map([
        [met.id, 'does_it'],
        [other.id, 'changed_otherwise'],
      ]),
    );
    const made = await review(id, { decision: 'approved', explained: true });
    expect(made.body.data).toMatchObject({ changeCount: 1, resolvedAnnotationIds: [met.id] });
    expect(await read(id)).toMatchObject({ status: 'needs_review', counts: { unreviewed: 1 } });
    expect(await statusOf(other.id)).toBe('open');
    const again = await review(id, { decision: 'approved', explained: true });
    expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('undo its review first')]);
    expect(idsOf(await review(id, { decision: 'approved', annotationIds: [other.id] }))).toEqual([other.id]);
    expect(await read(id)).toMatchObject({ status: 'passed' });
  });

  test('stays open when everything is approved, and has no change to approve with others by rules', async () => {
    const other = await comment('#buy', 'Is this the right price?');
    await run('one', BEFORE);
    const { id } = await run('two');
    const none = await review(id, { decision: 'approved', explained: true });
    expect([none.status, none.body.message]).toEqual([
      400,
      'By the rules, no change does what its comment says; name those that a person judged in annotationIds',
    ]);
    expect(idsOf(await review(id, { decision: 'approved' }))).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'passed' });
    expect(await statusOf(other.id)).toBe('open');
  });

  test('is resolved by its id alone, without other comments on the same element', async () => {
    const met = await comment();
    const other = await comment('#buy', 'Is this the right price?');
    await run('one', BEFORE);
    const { id } = await run('two');
    expect(idsOf(await review(id, { decision: 'approved', annotationIds: [other.id] }))).toEqual([other.id]);
    expect(await statusOf(met.id)).toBe('open');
    const { verdicts } = await read(id);
    expect(verdicts.find(({ annotationId }: { annotationId: string }) => annotationId === met.id).decision).toBe(null);
    expect(idsOf(await review(id, { decision: 'approved', explained: true }))).toEqual([met.id]);
  });

  test('includes a comment whose element looks as before in another width', async () => {
    const annotation = await comment();
    const viewports = [
      { width: 1280, height: 800 },
      { width: 390, height: 800 },
    ];
    await run('one', BEFORE, { viewports });
    const { id } = await run('two', AFTER, { viewports });
    const { pool } = app.services;
    const narrow = `UPDATE deployment_verdicts v SET verdict = $2::"VerdictKind", reason = $3, effect = NULL FROM deployment_captures c
      WHERE c.id = v.capture_id AND c.viewport_width = 390 AND v.deployment_id = $1`;
    await pool.query(narrow, [id, 'unknown', 'no_earlier_pin']);
    expect(await read(id)).toMatchObject({ counts: { doesIt: 1, changedOtherwise: 0 } });
    await pool.query(narrow, [id, 'unchanged', null]);
    expect(await read(id)).toMatchObject({ counts: { doesIt: 0, changedOtherwise: 1 } });
    expect((await review(id, { decision: 'approved', explained: true })).status).toBe(400);
    expect(await statusOf(annotation.id)).toBe('open');
  });
});

test('a rejection fails the deployment, and leaves its annotations and baselines', async () => {
  const annotation = await comment();
  await run('one', BEFORE);
  const { id } = await run('two');
  const made = await review(id, { decision: 'rejected', annotationIds: [annotation.id] });
  expect(made.body.data).toMatchObject({ changeCount: 1, baselineCount: 0, resolvedAnnotationIds: [] });
  expect(await read(id)).toMatchObject({ status: 'failed', error: null, counts: { rejected: 1, unreviewed: 1 } });
  expect(await statusOf(annotation.id)).toBe('open');
  expect(await run('three')).toMatchObject({ status: 'needs_review', counts: { changedCaptures: 1 } });
});

describe('undoing an approval', () => {
  test('puts back baselines and statuses', async () => {
    const annotation = await comment();
    await rest(app, 'PUT', `/annotations/${annotation.id}/status`, {
      token: owner.token,
      body: { status: 'in_progress' },
    });
    await run('one', BEFORE);
    const { id } = await run('two');
    const made = (await review(id, { decision: 'approved' })).body.data;
    const undone = await undo(made.id);
    expect(undone).toMatchObject({ status: 200, body: { data: { undoneById: owner.id, changeCount: 2 } } });
    expect(await read(id)).toMatchObject({ status: 'needs_review', counts: { unreviewed: 2 } });
    expect(await statusOf(annotation.id)).toBe('in_progress');
    expect((await undo(made.id)).body.data).toEqual(undone.body.data);
    expect(await run('three')).toMatchObject({ status: 'needs_review', counts: { changedCaptures: 1 } });
  });

  test('keeps a status that was changed meanwhile, and forgets a baseline whose snapshot is deleted', async () => {
    const annotation = await comment();
    const first = await run('one', BEFORE);
    const { id } = await run('two');
    const made = (await review(id, { decision: 'approved' })).body.data;
    await rest(app, 'PUT', `/annotations/${annotation.id}/status`, {
      token: owner.token,
      body: { status: 'in_progress' },
    });
    await app.services.pool.query(
      'DELETE FROM snapshots WHERE id IN (SELECT snapshot_id FROM deployment_captures WHERE deployment_id = $1)',
      [first.id],
    );
    await undo(made.id);
    expect(await statusOf(annotation.id)).toBe('in_progress');
    const { body } = await rest(app, 'GET', `/v1/environments/${site.environmentId}/baselines`, { token: owner.token });
    expect(body).toEqual([]);
  });
});

test('what a newer deployment replaced is neither reviewed nor undone', async () => {
  await run('one', BEFORE);
  const second = await run('two');
  const made = await review(second.id, { decision: 'approved', changeIds: [changeOf(second, '#logo')] });
  const third = await run('three');
  const replaced = expect.stringMatching(
    /^The deployment of three at \d{4}-\d\d-\d\d \d\d:\d\d UTC is newer and replaced this one; review that one$/,
  );
  expect([second, await read(second.id), third]).toMatchObject([
    { isReviewable: true, replacedById: null },
    { isReviewable: false, replacedById: third.id },
    { isReviewable: true, replacedById: null },
  ]);
  for (const refused of [await review(second.id, { decision: 'approved' }), await undo(made.body.data.id)]) {
    expect([refused.status, refused.body.message]).toEqual([400, replaced]);
  }
});

test.each<[Record<string, unknown>, RegExp]>([
  [{}, /^decision: is required$/],
  [{ decision: 'approved', changeIds: [] }, /^changeIds: must not be empty; omit it instead$/],
  [{ decision: 'approved', alike: true }, /^alike: must be omitted without changeIds$/],
  [
    { decision: 'approved', explained: true, annotationIds: ['00000000-0000-4000-8000-000000000000'] },
    /^explained: must be omitted with changeIds or annotationIds$/,
  ],
  [
    { decision: 'approved', changeIds: ['00000000-0000-4000-8000-000000000000'] },
    /^changeIds\.0: must be a change of this deployment$/,
  ],
  [
    { decision: 'approved', annotationIds: ['00000000-0000-4000-8000-000000000000'] },
    /^annotationIds\.0: must be an annotation with a change of this deployment$/,
  ],
  [{ decision: 'approved' }, /^The deployment has nothing of this kind to review$/],
])('%j is rejected', async (body, message) => {
  const { id } = await run('one', BEFORE);
  const rejected = await review(id, body);
  expect(rejected.status).toBe(400);
  expect(rejected.body.message).toMatch(message);
});

test('a deployment that has not ended is not reviewed', async () => {
  const { body } = await rest(app, 'POST', `/v1/projects/${site.projectId}/deployments`, {
    token: owner.token,
    body: { environmentId: site.environmentId, commit: 'one' },
  });
  const rejected = await review(body.data.id, { decision: 'approved' });
  expect(rejected.body.message).toBe(
    'The deployment is queued; only those whose captures are all compared can be reviewed',
  );
});

describe('an ignored element', () => {
  const ignore = (body: Record<string, unknown>) =>
    rest(app, 'POST', `/v1/projects/${site.projectId}/ignore-rules`, {
      token: owner.token,
      body: { selector: '#logo', reason: 'An ad', ...body },
    });
  const LOGO_CHANGED = () => sitePage(0, 100);

  test('is not compared on its page until the rule expires or is deleted', async () => {
    await run('one', BEFORE);
    await ignore({ page: '/cart' });
    expect(await run('two', LOGO_CHANGED)).toMatchObject({ counts: { changedCaptures: 1 } });
    const later = new Date(Date.now() + 60_000).toISOString();
    const made = await ignore({ page: '/', environmentId: site.environmentId, expiresAt: later });
    expect(made).toMatchObject({ status: 201, body: { data: { page: '/', selector: '#logo', expiresAt: later } } });
    expect(await run('three', () => sitePage(0, 50))).toMatchObject({ status: 'passed' });
    await app.services.pool.query('UPDATE ignore_rules SET expires_at = now() WHERE id = $1', [made.body.data.id]);
    expect(await run('four', LOGO_CHANGED)).toMatchObject({ counts: { changedCaptures: 1 } });
    await rest(app, 'DELETE', `/v1/ignore-rules/${made.body.data.id}`, { token: owner.token });
    const listed = await rest(app, 'GET', `/v1/projects/${site.projectId}/ignore-rules`, { token: owner.token });
    expect(listed.body).toMatchObject([{ page: '/cart' }]);
  });

  test.each<[Record<string, unknown>, RegExp]>([
    [{ selector: 'div:hover' }, /^selector: must be a selector of names/],
    [{ page: 'cart' }, /^page: must be a path that starts with \/$/],
    [{ reason: ' ' }, /^reason: must not be empty/],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, /^expiresAt: must be in the future$/],
    [{ environmentId: '00000000-0000-4000-8000-000000000000' }, /^Environment not found$/],
  ])('%j is rejected', async (body, message) => {
    expect((await ignore(body)).body.message).toMatch(message);
  });

  test('is one of fifty at most', async () => {
    await app.services.pool.query(
      `INSERT INTO ignore_rules (id, project_id, selector, reason)
       SELECT gen_random_uuid(), $1, '#ad', 'An ad' FROM generate_series(1, 50)`,
      [site.projectId],
    );
    expect((await ignore({})).body.message).toMatch(/^The project has 50 rules that have not expired, the maximum/);
  });
});

describe('baselines', () => {
  const accept = (id: string) => rest(app, 'POST', `/v1/snapshots/${id}/accept`, { token: owner.token });
  const snapshotOf = async (id: string) => {
    const query = `{ deployment(id: "${id}") { captures(first: 1) { edges { node { snapshotId } } } } }`;
    const { data } = await graphql(app, query, {}, { token: owner.token });
    return data.deployment.captures.edges[0].node.snapshotId;
  };

  test('are accepted without a review', async () => {
    await run('one', BEFORE);
    const snapshotId = await snapshotOf((await run('two')).id);
    expect(await accept(snapshotId)).toMatchObject({
      status: 200,
      body: { data: { snapshotId, acceptedById: owner.id } },
    });
    expect(await run('three')).toMatchObject({ status: 'passed' });
    await app.services.pool.query('UPDATE snapshots SET http_status = 500 WHERE id = $1', [snapshotId]);
    expect((await accept(snapshotId)).body.message).toBe('The page responded with HTTP 500');
    await app.services.pool.query('UPDATE snapshots SET delay = 5 WHERE id = $1', [snapshotId]);
    expect((await accept(snapshotId)).body.message).toMatch(
      /^The snapshot has other options than those of deployments/,
    );
  });

  test('follow a page to its new address', async () => {
    const move = (body: Record<string, unknown>) =>
      rest(app, 'POST', `/v1/environments/${site.environmentId}/baselines/move`, { token: owner.token, body });
    await run('one', BEFORE, { pages: ['/old'] });
    await run('two', AFTER, { pages: ['/new'] });
    expect((await move({ from: '/old', to: '/new' })).body).toEqual({ data: { moved: 1 } });
    const moved = await run('three', AFTER, { pages: ['/new'] });
    expect(moved).toMatchObject({ status: 'needs_review', counts: { changedCaptures: 1 } });
    expect((await move({ from: '/old', to: '/new' })).body.message).toBe(
      'from: https://shop.example/old has no baselines in this environment',
    );
    expect((await move({ from: '/new', to: 'https://shop.example/new/' })).body.message).toMatch(
      /^to: must be another/,
    );
    expect((await move({ from: '/new', to: 'https://other.example/' })).body.message).toMatch(
      /^to: https:\/\/other\.example is not a page of this environment/,
    );
  });
});
