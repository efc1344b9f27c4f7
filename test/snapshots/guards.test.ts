import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/infrastructure/database/transaction.ts';
import { acceptResolved } from '../../src/resolvers/addons/deployments/guards/accept-resolved.ts';
import { graphql, rest } from '../support/client.ts';
import { addEnvironment, createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance } from '../support/deployments.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let site: DeployedSite;
let annotationId: string;

beforeEach(async () => {
  site = await createSite(app, owner);
  annotationId = (
    await createAnnotation(app, owner, site.projectId, {
      url: 'https://shop.example/',
      content: 'Make it red',
      metadata: { selector: '#buy', text: 'Buy' },
    })
  ).id;
});

/** As reported, as accepted, and otherwise. */
const [GREEN, RED, BLUE] = [() => sitePage(0), () => sitePage(200), () => sitePage(90)];
const GONE = () => ({ ...sitePage(250), elements: sitePage(250).elements.slice(1) });

const run = (commit: string, show = RED, at = site) => runDeployment(app, at, commit, show);
const review = async (id: string, body: Record<string, unknown> = {}) => {
  const options = { token: owner.token, body: { decision: 'approved', ...body } };
  const made = await rest(app, 'POST', `/v1/deployments/${id}/reviews`, options);
  expect(made.status).toBe(201);
  return made;
};
const verdictOf = (deployment: { verdicts: { verdict: string }[] }) =>
  deployment.verdicts.map(({ verdict }) => verdict);

/** Deploys the reported look, then another one, and approves it. */
async function accept(show = RED) {
  await run('one', GREEN);
  const { id } = await run('two', show);
  const made = await review(id, { annotationIds: [annotationId] });
  // Stores the crops.
  await advance(app, show);
  return { deploymentId: id, reviewId: made.body.data.id as string };
}

const FIELDS = `status resolution assigneeId
  fixes { environmentId state viewport { width } deploymentId }
  proof { verdict decision isDisputed otherChangeCount beforeUrl afterUrl evidence }
  guards { edges { node { id state isPaused reason endedById reported accepted reportedUrl acceptedUrl } } }`;

async function read(token = owner.token) {
  const { data } = await graphql(app, `{ annotation(id: "${annotationId}") { ${FIELDS} } }`, {}, { token });
  const { guards, ...annotation } = data.annotation;
  return { ...annotation, guards: guards?.edges.map(({ node }: { node: unknown }) => node) };
}
const stateOf = async () => (await read()).fixes.map(({ state }: { state: string }) => state);

const eventsOf = async (type: string) => {
  const { rows } = await app.services.pool.query(
    'SELECT data, visibility FROM events WHERE type = $1 AND annotation_id = $2',
    [type, annotationId],
  );
  return rows.map(({ data, visibility }) => ({ ...JSON.parse(data), visibility }));
};

describe('an approval', () => {
  test('proves the fix with crops that outlive the snapshots, and starts a guard', async () => {
    await accept();
    await app.services.pool.query('DELETE FROM snapshots');
    const { status, proof, guards, fixes } = await read();
    expect([status, fixes]).toEqual([
      'resolved',
      [expect.objectContaining({ environmentId: site.environmentId, state: 'accepted' })],
    ]);
    expect(proof).toMatchObject({ verdict: 'changed', decision: 'approved', otherChangeCount: 0 });
    expect(guards).toMatchObject([
      {
        state: 'active',
        reported: { styles: { backgroundColor: 'rgb(0, 0, 0)' } },
        accepted: { styles: { backgroundColor: 'rgb(200, 0, 0)' } },
      },
    ]);
    for (const url of [proof.beforeUrl, proof.afterUrl, guards[0].reportedUrl, guards[0].acceptedUrl]) {
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    const guest = await registerMember(app, owner.organizationId, 'guest', [site.projectId]);
    expect(await read(guest.token)).toMatchObject({ proof: { verdict: 'changed' }, guards: undefined });
  });

  test('is proven once, although the resolution starts guards, too', async () => {
    await accept();
    await inTransaction(app.services.pool, (sql) => acceptResolved(sql, [annotationId]));
    await advance(app, RED);
    expect(await eventsOf('annotation.proven')).toHaveLength(1);
  });

  test('that comes after a deployment without another change proves the change before', async () => {
    await run('one', GREEN);
    await run('two');
    const third = await run('three');
    expect(third.verdicts).toMatchObject([{ verdict: 'changed', sinceDeployment: 'unchanged' }]);
    expect(third.counts).toMatchObject({ explained: 1, unexplained: 0 });
    await review(third.id, { explained: true });
    expect(await read()).toMatchObject({
      status: 'resolved',
      proof: { evidence: { styles: [{ name: 'backgroundColor', before: 'rgb(0, 0, 0)', after: 'rgb(200, 0, 0)' }] } },
      guards: [{ state: 'active', reported: { styles: { backgroundColor: 'rgb(0, 0, 0)' } } }],
    });
  });

  test('that is undone takes guard and proof with it', async () => {
    const { reviewId } = await accept();
    await rest(app, 'POST', `/v1/reviews/${reviewId}/undo`, { token: owner.token });
    expect(await read()).toMatchObject({ status: 'open', proof: null, guards: [], fixes: [{ state: 'changed' }] });
  });
});

describe('a rollback', () => {
  const seen = (deployment: { verdicts: Record<string, unknown>[] }) =>
    deployment.verdicts.map(({ verdict, effect }) => [verdict, effect]);

  test('of a change that nobody accepted went back, once', async () => {
    await run('one', GREEN);
    expect(seen(await run('two'))).toEqual([['changed', 'does_it']]);
    const third = await run('three', GREEN);
    expect(seen(third)).toEqual([['unchanged', 'went_back']]);
    expect(third).toMatchObject({ status: 'needs_review', counts: { wentBack: 1, unchanged: 0, unexplained: 0 } });
    await review(third.id);
    expect(await read()).toMatchObject({ status: 'open', proof: null, fixes: [{ state: 'as_reported' }] });
    const fourth = await run('four', GREEN);
    expect(seen(fourth)).toEqual([['unchanged', null]]);
    expect(fourth).toMatchObject({ status: 'passed', counts: { wentBack: 0, unchanged: 1 } });
  });

  test('of an accepted fix disputes its proof, which a new one replaces', async () => {
    await accept();
    expect(await read()).toMatchObject({ proof: { isDisputed: false }, guards: [{ isPaused: false }] });
    const back = await run('three', GREEN);
    expect(seen(back)).toEqual([['regressed', 'went_back']]);
    expect(await read()).toMatchObject({
      status: 'open',
      proof: { isDisputed: true },
      guards: [{ state: 'returned', isPaused: false }],
    });
    const again = await run('four', RED);
    await review(again.id, { annotationIds: [annotationId] });
    expect(await read()).toMatchObject({ status: 'resolved', proof: { isDisputed: false } });
  });

  test('after the annotation was opened again went back, while its guard is paused', async () => {
    await accept();
    const body = { status: 'open' };
    await rest(app, 'PUT', `/annotations/${annotationId}/status`, { token: owner.token, body });
    expect(await read()).toMatchObject({ guards: [{ state: 'active', isPaused: true }] });
    expect(seen(await run('three', GREEN))).toEqual([['unchanged', 'went_back']]);
    expect(await read()).toMatchObject({ proof: { isDisputed: true }, fixes: [{ state: 'as_reported' }] });
  });
});

describe('resolving by hand', () => {
  const resolve = async (body: Record<string, unknown> = { status: 'resolved' }) => {
    const response = await rest(app, 'PUT', `/annotations/${annotationId}/status`, { token: owner.token, body });
    expect(response.status).toBe(200);
    await advance(app, RED);
  };

  test('accepts the look that the environment shows, and guards it', async () => {
    await run('one', GREEN);
    await run('two');
    await resolve();
    await expect
      .poll(async () => (await read()).guards)
      .toMatchObject([
        {
          state: 'active',
          reported: { styles: { backgroundColor: 'rgb(0, 0, 0)' } },
          accepted: { styles: { backgroundColor: 'rgb(200, 0, 0)' } },
        },
      ]);
    expect(await stateOf()).toEqual(['accepted']);
    expect(verdictOf(await run('three', GREEN))).toEqual(['regressed']);
    expect((await read()).status).toBe('open');
  });

  test('accepts the look at the next deployment, and no later one', async () => {
    await run('one', GREEN);
    await resolve();
    await run('two');
    expect((await read()).guards).toMatchObject([
      { state: 'active', accepted: { styles: { backgroundColor: 'rgb(200, 0, 0)' } } },
    ]);
    await run('three', BLUE);
    expect((await read()).guards).toMatchObject([{ accepted: { styles: { backgroundColor: 'rgb(200, 0, 0)' } } }]);
  });

  test('accepts the look of a later fix once the comment was opened again', async () => {
    await run('one', GREEN);
    await run('two');
    await resolve();
    await expect.poll(async () => (await read()).guards.length).toBe(1);
    await resolve({ status: 'open' });
    await run('three', BLUE);
    await resolve();
    const accepted = async () => (await read()).guards.map((guard: { accepted: unknown }) => guard.accepted);
    await expect.poll(accepted).toMatchObject([{ styles: { backgroundColor: 'rgb(90, 0, 0)' } }]);
    expect((await read()).guards).toMatchObject([{ state: 'active' }]);
  });

  test('guards nothing that looked as reported', async () => {
    await run('one', GREEN);
    await resolve();
    await run('two', GREEN);
    await run('three');
    expect((await read()).guards).toEqual([]);
  });
});

describe('the reported look', () => {
  test('that comes back reopens the annotation and assigns it to the person who resolved it', async () => {
    const { organizationId, token } = owner;
    const { body: hook } = await rest(app, 'POST', '/v1/webhooks', {
      token,
      body: { organizationId, url: 'https://receiver.example/', events: ['annotation.reopened'] },
    });
    await accept();
    const third = await run('three', GREEN);
    expect(third).toMatchObject({
      status: 'needs_review',
      counts: { regressed: 1, explained: 0 },
      verdicts: [{ verdict: 'regressed' }],
      changes: [{ guardedIds: [annotationId], annotationIds: [] }],
    });
    expect(await read()).toMatchObject({
      status: 'open',
      resolution: null,
      assigneeId: owner.id,
      fixes: [{ state: 'as_reported', deploymentId: third.id }],
      guards: [{ state: 'returned' }],
    });
    expect(await eventsOf('annotation.reopened')).toEqual([
      {
        comment: expect.objectContaining({ id: annotationId, status: 'open', text: 'Make it red' }),
        deployment: { id: third.id, environmentId: site.environmentId },
        project: { id: site.projectId },
        visibility: 'public',
      },
    ]);
    await rest(app, 'DELETE', `/v1/webhooks/${hook.data.id}`, { token });
  });

  test('is told by pixels where text and styles are equal', async () => {
    const painted = (color: number) => () => ({ ...sitePage(color), elements: sitePage(0).elements });
    await run('one', painted(0));
    await review((await run('two', painted(200))).id, { annotationIds: [annotationId] });
    await advance(app, painted(200));
    expect(verdictOf(await run('three', painted(90)))).toEqual(['changed']);
    expect(verdictOf(await run('four', painted(0)))).toEqual(['regressed']);
    expect(await read()).toMatchObject({ status: 'open', guards: [{ state: 'returned' }] });
  });

  test('is an element again whose removal was accepted', async () => {
    await accept(GONE);
    expect(await read()).toMatchObject({ status: 'resolved', guards: [{ accepted: { state: 'orphaned' } }] });
    expect(verdictOf(await run('three', GONE))).toEqual(['unchanged']);
    expect(verdictOf(await run('four', GREEN))).toEqual(['regressed']);
    expect(await stateOf()).toEqual(['as_reported']);
  });
});

test('another look of a guarded element asks for a review, which accepts it', async () => {
  await accept();
  const third = await run('three', BLUE);
  expect([third.status, verdictOf(third), await stateOf()]).toEqual(['needs_review', ['changed'], ['changed']]);
  expect(await read()).toMatchObject({ status: 'resolved', guards: [{ state: 'active' }] });
  await review(third.id);
  expect(await read()).toMatchObject({
    fixes: [{ state: 'accepted' }],
    guards: [{ state: 'active', accepted: { styles: { backgroundColor: 'rgb(90, 0, 0)' } } }],
  });
  expect(verdictOf(await run('four', BLUE))).toEqual(['unchanged']);
});

test('a retired guard lets the reported look come back, and is not retired twice', async () => {
  await accept();
  const [{ id }] = (await read()).guards;
  const retire = (reason: string) =>
    rest(app, 'POST', `/v1/guards/${id}/retire`, { token: owner.token, body: { reason } });
  expect((await retire(' ')).body.message).toMatch(/^reason: must not be empty/);
  expect(await retire('Redesigned')).toMatchObject({
    status: 200,
    body: { data: { state: 'retired', reason: 'Redesigned', endedById: owner.id } },
  });
  expect((await retire('Again')).body.message).toBe('The guard has ended already; only active ones can be retired');
  await run('three', GREEN);
  expect((await read()).status).toBe('resolved');
  const listed = await rest(app, 'GET', `/v1/projects/${site.projectId}/guards?state=active`, { token: owner.token });
  expect(listed.body).toEqual([]);
});

describe('another environment', () => {
  let live: DeployedSite;
  beforeEach(async () => {
    live = { ...site, environmentId: await addEnvironment(app, site, 'https://live.example/') };
  });
  const listed = async (filter: Record<string, string[]>) => {
    const query = `query($filter: AnnotationFilter) {
      annotations(projectId: "${site.projectId}", filter: $filter) { edges { node { id } } } }`;
    const { data } = await graphql(app, query, { filter }, { token: owner.token });
    return data.annotations.edges.length;
  };

  test('has the same page, a state of its own, and a guard once it shows the accepted look', async () => {
    await run('one', GREEN, live);
    await accept();
    const [here, there] = [[site.environmentId], [live.environmentId]];
    expect(await listed({ fixedIn: here, notFixedIn: there })).toBe(1);
    expect(await listed({ fixedIn: there })).toBe(0);
    const second = await run('two', RED, live);
    expect(second).toMatchObject({
      counts: { changed: 1, explained: 1 },
      changes: [{ annotationIds: [annotationId] }],
    });
    expect(await stateOf()).toEqual(['accepted', 'accepted']);
    expect(await listed({ fixedIn: here, notFixedIn: there })).toBe(0);
    expect(await listed({ fixedIn: there })).toBe(1);
    expect((await read()).guards).toHaveLength(2);
    expect(verdictOf(await run('three', GREEN, live))).toEqual(['regressed']);
    expect(await read()).toMatchObject({ status: 'open' });
    expect(await listed({ notFixedIn: there })).toBe(1);
  });

  test('does not change where an annotation is anchored', async () => {
    await run('one', GREEN);
    const anchor = async () => {
      const { rows } = await app.services.pool.query(
        'SELECT anchor_state, anchor_checked_at FROM annotations WHERE id = $1',
        [annotationId],
      );
      return rows;
    };
    const before = await anchor();
    await run('one', GONE, live);
    expect(await anchor()).toEqual(before);
  });
});
