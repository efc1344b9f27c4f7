import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { purgeExpired } from '../../src/resolvers/addons/retention/purge-expired.ts';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance } from '../support/deployments.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { hasOutline } from '../support/pictures.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let site: DeployedSite;
let annotationId: string;

beforeEach(async () => {
  site = await createSite(app, owner);
  annotationId = await comment();
  await check(GREEN);
});

const comment = async (content = 'Make it red') => {
  const page = { url: 'https://shop.example/', metadata: { selector: '#buy', text: 'Buy' } };
  return (await createAnnotation(app, owner, site.projectId, { ...page, content })).id;
};

/** As reported, as fixed, and otherwise. */
const [GREEN, RED, BLUE] = [() => sitePage(0), () => sitePage(200), () => sitePage(90)];
const GONE = () => ({ ...sitePage(250), elements: sitePage(250).elements.slice(1) });

const call = async (method: string, path: string, body?: Record<string, unknown>, token = owner.token) =>
  rest(app, method, path, { token, ...(body && { body }) });
const verdictIn = async (snapshotId: string, of = annotationId, token = owner.token) =>
  (await call('GET', `/v1/annotations/${of}/verdict?snapshotId=${snapshotId}`, undefined, token)).body.data;

/** Captures the page as it is now, and reads the verdict. */
async function check(show = RED, of = annotationId) {
  const { environmentId } = site;
  const { id } = (await call('POST', `/v1/annotations/${of}/verify-fix`, { environmentId })).body.data;
  await advance(app, show);
  return verdictIn(id, of);
}

const resolve = (verdictId: string, body: Record<string, unknown> = {}, token = owner.token) =>
  call('PUT', `/annotations/${annotationId}/status`, { status: 'resolved', verdictId, ...body }, token);

const FIELDS = `status proof { id verdict deploymentId decision resolvedAt beforeUrl afterUrl evidence }
  fixes { state deploymentId environmentId } guards { edges { node { state deploymentId reported accepted } } }`;
async function read() {
  const { data } = await graphql(
    app,
    `{ annotation(id: "${annotationId}") { ${FIELDS} } }`,
    {},
    { token: owner.token },
  );
  const { guards, ...annotation } = data.annotation;
  return { ...annotation, guards: guards.edges.map(({ node }: { node: unknown }) => node) };
}
/** Proof in the data of the last comment.resolved. */
const lastResolved = async () => {
  const { rows } = await app.services.pool.query(
    `SELECT data FROM events WHERE annotation_id = $1 AND type = 'comment.resolved' ORDER BY id DESC LIMIT 1`,
    [annotationId],
  );
  return JSON.parse(rows[0].data).proof;
};
const storedChecks = async () =>
  (await app.services.pool.query('SELECT id FROM deployment_verdicts WHERE annotation_id = $1', [annotationId])).rows;

describe('a verdict', () => {
  test('is stored once, and its answer stays the same', async () => {
    const unchanged = await check(GREEN);
    expect(unchanged).toMatchObject({ verdict: 'unchanged', id: expect.any(String) });
    const first = await check();
    expect(first).toMatchObject({ verdict: 'changed', effect: 'does_it', id: expect.any(String) });
    const all = await Promise.all([verdictIn(first.snapshotId), verdictIn(first.snapshotId)]);
    for (const again of all) {
      expect(again).toEqual({ ...first, beforeUrl: expect.any(String), afterUrl: expect.any(String) });
    }
    expect(await storedChecks()).toHaveLength(2);
    // A later check of the same page agrees, with a verdict of its own.
    expect(await check()).toMatchObject({ verdict: 'changed', evidence: first.evidence });
    expect((await resolve(first.id)).status).toBe(200);
    expect(await verdictIn(first.snapshotId)).toMatchObject({ id: first.id, verdict: 'changed' });
  });

  test('of a rollback that nobody accepted says that it went back, as a deployment of the page does', async () => {
    const back = ({ verdict, effect }: Record<string, unknown>) => [verdict, effect];
    expect(back(await check())).toEqual(['changed', 'does_it']);
    // Later checks of the same page say the same, and so does the next deployment, once.
    for (const _ of [1, 2]) expect(back(await check(GREEN))).toEqual(['unchanged', 'went_back']);
    expect((await runDeployment(app, site, 'one', GREEN)).verdicts.map(back)).toEqual([['unchanged', 'went_back']]);
    expect(back(await check(GREEN))).toEqual(['unchanged', 'went_back']);
    expect((await runDeployment(app, site, 'two', GREEN)).verdicts.map(back)).toEqual([['unchanged', null]]);
    expect(back(await check(GREEN))).toEqual(['unchanged', null]);
    // The change and the rollback of deployments count for a check, too.
    await runDeployment(app, site, 'three', RED);
    const [first, second] = [await check(GREEN), await check(GREEN)];
    expect([first, second].map(back)).toEqual(Array(2).fill(['unchanged', 'went_back']));
  });

  test('of an earlier picture does not know of later changes', async () => {
    const { id } = (await call('POST', `/v1/annotations/${annotationId}/verify-fix`)).body.data;
    await advance(app, GREEN);
    await runDeployment(app, site, 'one', RED);
    expect(await verdictIn(id)).toMatchObject({ verdict: 'unchanged', effect: null });
  });

  test('of several first readers is one', async () => {
    const { id } = (await call('POST', `/v1/annotations/${annotationId}/verify-fix`)).body.data;
    await advance(app, RED);
    const verdicts = await Promise.all([1, 2, 3, 4].map(() => verdictIn(id)));
    expect(new Set(verdicts.map((verdict) => verdict.id)).size).toBe(1);
    expect(await storedChecks()).toHaveLength(1);
  });

  test('is given again once the comment asks for something else', async () => {
    const first = await check();
    await call('PATCH', `/annotations/${annotationId}`, { content: 'Make it green' });
    const second = await verdictIn(first.snapshotId);
    expect([first.effect, second.effect]).toEqual(['does_it', 'changed_otherwise']);
    expect(second.id).not.toBe(first.id);
    expect(await storedChecks()).toEqual([{ id: second.id }]);
  });

  test('of a deployment answers for its snapshot', async () => {
    const { id, verdicts } = await runDeployment(app, site, 'one', RED);
    const { rows } = await app.services.pool.query<{ id: string }>(
      'SELECT snapshot_id AS id FROM deployment_captures WHERE deployment_id = $1',
      [id],
    );
    expect(await verdictIn(rows[0]?.id ?? '')).toMatchObject({ id: verdicts[0].id, verdict: 'changed' });
  });

  test('is deleted after its snapshot, unless it is the proof', async () => {
    const [before, proof] = [await check(GREEN), await check()];
    await resolve(proof.id);
    await advance(app, RED);
    await app.services.pool.query('DELETE FROM snapshots');
    expect(await storedChecks()).toHaveLength(2);
    await purgeExpired(systemContext(app.services));
    expect(await storedChecks()).toEqual([{ id: proof.id }]);
    expect((await resolve(before.id)).status).toBe(404);
    const { beforeUrl, afterUrl } = (await read()).proof;
    for (const url of [beforeUrl, afterUrl])
      expect(await hasOutline(await (await fetch(url)).arrayBuffer())).toBe(true);
  });
});

describe('a resolution', () => {
  test('with a verdict shows it as the proof, guards its look, and ends when the reported look is back', async () => {
    const unchanged = await check(GREEN);
    expect(await resolve(unchanged.id)).toMatchObject({
      status: 400,
      body: {
        message:
          'verdictId: the verdict is unchanged; expected one with evidence that is changed or gone. Publish the fix, check ' +
          'the page, and name the verdict of its snapshot',
      },
    });
    expect((await read()).status).toBe('open');
    const { id, evidence } = await check();
    const { status, body } = await resolve(id);
    expect([status, body.status, body.resolution]).toEqual([200, 'resolved', 'fixed']);
    await advance(app, RED);
    expect(await read()).toMatchObject({
      proof: { id, verdict: 'changed', deploymentId: null, decision: null, resolvedAt: expect.any(String), evidence },
      fixes: [{ state: 'accepted', deploymentId: null, environmentId: site.environmentId }],
      guards: [
        {
          state: 'active',
          deploymentId: null,
          reported: { styles: { backgroundColor: 'rgb(0, 0, 0)' } },
          accepted: { styles: { backgroundColor: 'rgb(200, 0, 0)' } },
        },
      ],
    });
    expect((await runDeployment(app, site, 'held', RED)).verdicts).toMatchObject([{ verdict: 'unchanged' }]);
    expect((await runDeployment(app, site, 'broken', GREEN)).verdicts).toMatchObject([{ verdict: 'regressed' }]);
    expect(await read()).toMatchObject({ status: 'open', guards: [{ state: 'returned' }] });
  });

  describe('by hand', () => {
    const resolveByHand = async () =>
      expect((await call('PUT', `/annotations/${annotationId}/status`, { status: 'resolved' })).status).toBe(200);
    const guards = async () => (await read()).guards;
    const asRed = { state: 'active', deploymentId: null, accepted: { styles: { backgroundColor: 'rgb(200, 0, 0)' } } };

    test('guards the look that the last check before found', async () => {
      await check();
      await resolveByHand();
      await advance(app, RED);
      await expect.poll(guards).toMatchObject([asRed]);
      expect((await runDeployment(app, site, 'broken', GREEN)).verdicts).toMatchObject([{ verdict: 'regressed' }]);
    });

    test('guards the look at the next check, and no later one', async () => {
      await resolveByHand();
      await check();
      expect(await guards()).toMatchObject([asRed]);
      await check(BLUE);
      expect(await guards()).toMatchObject([asRed]);
    });

    test('guards nothing that the last check before and the next one found as reported', async () => {
      await runDeployment(app, site, 'one', RED);
      await check(GREEN);
      await resolveByHand();
      await check(GREEN);
      await runDeployment(app, site, 'two', BLUE);
      expect(await guards()).toEqual([]);
    });
  });

  test('names the proof in its event, by a verdict or by a review', async () => {
    const { id, snapshotId, beforeSnapshotId } = await check();
    await resolve(id);
    const proof = { verdictId: id, verdict: 'changed', effect: 'does_it', deploymentId: null, beforeSnapshotId };
    expect(await lastResolved()).toEqual({ ...proof, afterSnapshotId: snapshotId });
    await call('PUT', `/annotations/${annotationId}/status`, { status: 'open' });
    await call('PUT', `/annotations/${annotationId}/status`, { status: 'resolved' });
    expect(await lastResolved()).toBeNull();
    await call('PUT', `/annotations/${annotationId}/status`, { status: 'open' });
    const deployment = await runDeployment(app, site, 'one', RED);
    await call('POST', `/v1/deployments/${deployment.id}/reviews`, {
      decision: 'approved',
      annotationIds: [annotationId],
    });
    expect(await lastResolved()).toMatchObject({
      verdictId: deployment.verdicts[0].id,
      effect: 'does_it',
      deploymentId: deployment.id,
      afterSnapshotId: expect.any(String),
    });
  });

  test('by GraphQL with the verdict of a removed element proves the removal', async () => {
    const { id } = await check(GONE);
    const document = `mutation ($id: ID!, $verdictId: ID) {
      setAnnotationStatus(id: $id, status: resolved, verdictId: $verdictId) { status } }`;
    const variables = { id: annotationId, verdictId: id };
    expect((await graphql(app, document, variables, { token: owner.token })).data).toEqual({
      setAnnotationStatus: { status: 'resolved' },
    });
    await advance(app, GONE);
    expect(await read()).toMatchObject({
      proof: { id, verdict: 'gone', beforeUrl: expect.any(String), afterUrl: null },
      guards: [{ state: 'active', accepted: { state: 'orphaned' } }],
    });
  });

  test('can be repeated, proves an annotation that was resolved before, and is reported once', async () => {
    const { id } = await check();
    await call('PUT', `/annotations/${annotationId}/status`, { status: 'resolved' });
    expect((await resolve(id)).status).toBe(200);
    await advance(app, RED);
    const { resolvedAt } = (await read()).proof;
    expect((await resolve(id)).status).toBe(200);
    await advance(app, RED);
    expect((await read()).proof).toMatchObject({ id, resolvedAt });
    const { rows } = await app.services.pool.query(
      `SELECT type, actor_id AS "actorId", deployment_id AS "deploymentId" FROM events WHERE annotation_id = $1
         AND type IN ('comment.resolved', 'annotation.proven') ORDER BY id`,
      [annotationId],
    );
    expect(rows).toEqual([
      { type: 'comment.resolved', actorId: owner.id, deploymentId: null },
      { type: 'annotation.proven', actorId: owner.id, deploymentId: null },
    ]);
  });

  test('with the verdict of a deployment keeps it as the proof when a review of it is undone', async () => {
    await runDeployment(app, site, 'one', GREEN);
    const { id, verdicts } = await runDeployment(app, site, 'two', RED);
    expect((await resolve(verdicts[0].id)).status).toBe(200);
    const review = await call('POST', `/v1/deployments/${id}/reviews`, { decision: 'approved' });
    await call('POST', `/v1/reviews/${review.body.data.id}/undo`);
    await advance(app, RED);
    expect(await read()).toMatchObject({
      status: 'resolved',
      proof: { id: verdicts[0].id, deploymentId: id, beforeUrl: expect.any(String) },
      guards: [{ state: 'active' }],
    });
    await call('POST', `/v1/deployments/${id}/reviews`, { decision: 'rejected' });
    expect(await read()).toMatchObject({ proof: null });
    expect(await resolve(verdicts[0].id)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^A review rejected the verdict; undo the review, or check/) },
    });
  });

  test('with a verdict that a newer one contradicts says what the newer one is', async () => {
    const fixed = await check();
    await check(GREEN);
    expect(await resolve(fixed.id)).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining('The verdict of a newer picture of the same page and viewport is unchanged'),
      },
    });
    // The time of the picture counts, not that of the first reading.
    const again = await check(BLUE);
    expect((await resolve(again.id)).status).toBe(200);
  });

  test('with another status, a verdict on another annotation, or for a declined one is rejected', async () => {
    const { id } = await check();
    expect(await resolve(id, { status: 'in_progress' })).toMatchObject({
      status: 400,
      body: { message: 'verdictId: must be omitted for status in_progress; it proves a resolution' },
    });
    const other = await comment('Make it blue');
    const elsewhere = await check(RED, other);
    for (const verdictId of [elsewhere.id ?? randomUUID(), randomUUID()]) {
      expect(await resolve(verdictId)).toMatchObject({
        status: 404,
        body: { message: 'Verdict not found on this annotation; name the id of one of its verdicts' },
      });
    }
    await app.services.pool.query(`UPDATE annotations SET status = 'resolved', resolution = 'declined' WHERE id = $1`, [
      annotationId,
    ]);
    expect(await resolve(id)).toMatchObject({
      status: 400,
      body: { message: 'The annotation is resolved as declined, which no verdict proves; reopen it first' },
    });
  });

  test('is rejected for the verdict that the reporter called still wrong, and for viewers', async () => {
    const { id } = await check();
    const viewer = await registerMember(app, owner.organizationId, 'viewer');
    expect((await resolve(id, {}, viewer.token)).status).toBe(403);
    await app.services.pool.query(
      `UPDATE deployment_verdicts SET answer = 'wrong', answered_at = now() WHERE id = $1`,
      [id],
    );
    expect(await resolve(id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('The reporter answered the verdict with "still wrong"') },
    });
  });
});
