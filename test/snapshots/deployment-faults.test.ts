import { beforeEach, describe, expect, test } from 'vitest';
import { type Services, systemContext } from '../../src/context.ts';
import { advanceDeployments } from '../../src/resolvers/addons/deployments/run/advance-deployments.ts';
import { claimSnapshot } from '../../src/resolvers/core/snapshots/claim-snapshot.ts';
import { rest } from '../support/client.ts';
import { advance, deploy, readDeployment, type Site } from '../support/deployments.ts';
import { createAnnotation, createProject } from '../support/factories.ts';
import { createPicture, fillBox } from '../support/pictures.ts';
import { completeWith, pageElement } from '../support/snapshots.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

// Seven seconds: a thousand annotations are imported, located and judged twice.

const app = useTestApp();
const PLAIN = createPicture(60, 40, () => [250, 250, 250]);
/** Page with a button in a shade of red. */
const shop = (red: number) => ({
  picture: fillBox(PLAIN, { x: 10, y: 10, width: 20, height: 10 }, [red, 0, 0]),
  elements: [pageElement('#buy', [10, 10, 20, 10], { text: 'Buy', style: { backgroundColor: `rgb(${red}, 0, 0)` } })],
});

const owner = useOwner(app);
let deployer: { token: string; projectId: string; environmentId: string };
beforeEach(async () => {
  await app.services.pool.query('DELETE FROM snapshots');
  const { token } = owner;
  const { id: projectId } = await createProject(app, owner);
  const body = { projectId, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  const environment = await rest(app, 'POST', '/environments', { token, body });
  deployer = { token, projectId, environmentId: environment.body.id };
});

const comment = () =>
  createAnnotation(app, owner, deployer.projectId, {
    url: 'https://shop.example/',
    metadata: { selector: '#buy', xpath: '/html/body/div', text: 'Buy', tag: 'div' },
  });

async function run(commit: string, site: Site) {
  const { body } = await deploy(app, deployer, { commit, pages: ['/'] });
  await advance(app, site);
  return readDeployment(app, owner, body.data.id);
}

/** A page whose button has another color at every load, like an ad. */
function restless(): Site {
  let loads = 0;
  return () => {
    loads += 1;
    return { ...shop((loads * 97) % 256), elements: shop(0).elements };
  };
}

test('an element that differs at every load is unknown from the second deployment on', async () => {
  const { id } = await comment();
  const ad = restless();
  await run('one', ad);
  for (const commit of ['two', 'three', 'four']) {
    const { verdicts, counts } = await run(commit, ad);
    expect(verdicts).toMatchObject([{ annotationId: id, verdict: 'unknown', reason: 'page_unstable' }]);
    expect(counts).toMatchObject({ changed: 0, explained: 0 });
  }
});

test('a page that moves while it is captured is unstable', async () => {
  const { id } = await comment();
  await run('one', () => shop(0));
  const { verdicts } = await run('two', () => ({ ...shop(200), record: { isStill: false } }));
  expect(verdicts).toMatchObject([{ annotationId: id, verdict: 'unknown', reason: 'page_unstable' }]);
});

describe('a change of a page that was seen once', () => {
  const snapshots = async () => {
    const { rows } = await app.services.pool.query(
      'SELECT count(*)::int AS count FROM snapshots WHERE project_id = $1',
      [deployer.projectId],
    );
    return rows[0].count;
  };

  test('is confirmed by a second capture, and one of a page that was seen twice is not', async () => {
    await comment();
    await run('one', () => shop(0));
    expect(await run('two', () => shop(200))).toMatchObject({ counts: { captures: 1, changed: 1 } });
    expect(await snapshots()).toBe(3);
    await run('three', () => shop(200));
    expect(await run('four', () => shop(90))).toMatchObject({ counts: { changed: 1 } });
    expect(await snapshots()).toBe(5);
  });

  test.each<[string, ReturnType<Site>]>([
    ['fails', 'The page did not load'],
    ['shows an error', { ...shop(200), record: { status: 500 } }],
    ['shows no element', { picture: PLAIN, elements: [] }],
  ])('is unknown if the second capture %s', async (_name, second) => {
    const { id } = await comment();
    await run('one', () => shop(0));
    let captures = 0;
    const { verdicts, status } = await run('two', () => (captures++ === 0 ? shop(200) : second));
    expect([captures, status]).toEqual([2, 'needs_review']);
    expect(verdicts).toMatchObject([{ annotationId: id, verdict: 'unknown', reason: 'page_unstable' }]);
  });

  test('is unknown if the second snapshot is deleted', async () => {
    await comment();
    await run('one', () => shop(0));
    const { body } = await deploy(app, deployer, { commit: 'two', pages: ['/'] });
    const broken = systemContext(app.services);
    await advanceDeployments(broken);
    await completeOnly(() => shop(200));
    await advanceDeployments(broken);
    await app.services.pool.query("DELETE FROM snapshots WHERE status = 'processing'");
    await advance(app, () => shop(200));
    expect(await readDeployment(app, owner, body.data.id)).toMatchObject({
      status: 'needs_review',
      verdicts: [{ verdict: 'unknown', reason: 'page_unstable' }],
    });
  });
});

test('an element that differed in three captures before does not count as changed', async () => {
  const { id } = await comment();
  // Like a clock, it differs in each capture, also without a deployment between them.
  for (const red of [10, 90, 170]) {
    await rest(app, 'POST', '/v1/snapshots', {
      token: owner.token,
      body: {
        projectId: deployer.projectId,
        url: 'https://shop.example/',
        viewport: { width: 1920, height: 1080 },
        fullPage: true,
      },
    });
    await advance(app, () => shop(red));
  }
  const { verdicts } = await run('one', () => shop(250));
  expect(verdicts).toMatchObject([{ annotationId: id, verdict: 'unknown', reason: 'page_unstable' }]);
});

describe('a page that cannot be judged', () => {
  const LOGIN = { finalUrl: 'https://shop.example/login?next=%2F' };
  test.each<[string, Site, string, RegExp]>([
    ['answers 500', () => ({ ...shop(200), record: { status: 500 } }), 'page_error', /HTTP 500/],
    [
      'redirects to a login',
      () => ({ ...shop(200), record: LOGIN }),
      'needs_credentials',
      /^The page needs capture credentials: it redirected to the login/,
    ],
    ['answers 401', () => ({ ...shop(200), record: { status: 401 } }), 'needs_credentials', /HTTP 401/],
    [
      'redirects elsewhere',
      () => ({ ...shop(200), record: { finalUrl: 'https://shop.example/other' } }),
      'page_redirected',
      /redirected to https:/,
    ],
    [
      'has not finished loading',
      () => ({ ...shop(200), record: { isComplete: false, pendingRequests: ['https://shop.example/font'] } }),
      'picture_incomplete',
      /had not finished loading/,
    ],
    ['never loads', () => 'The page did not load within 30 seconds', 'capture_failed', /did not load/],
  ])('because it %s: its annotations are unknown, with the reason', async (_name, site, reason, error) => {
    const [one, two] = [await comment(), await comment()];
    const resolved = await comment();
    await rest(app, 'PUT', `/annotations/${resolved.id}/status`, { token: owner.token, body: { status: 'resolved' } });
    await run('one', () => shop(0));
    const { id, status, counts, verdicts } = await run('two', site);
    expect([status, counts.unknown, counts.failedCaptures]).toEqual(['failed', 2, 1]);
    expect(verdicts.map((each: { annotationId: string }) => each.annotationId).sort()).toEqual([one.id, two.id].sort());
    expect(verdicts).toEqual(
      Array(2).fill(expect.objectContaining({ verdict: 'unknown', reason, beforeUrl: null, afterUrl: null })),
    );
    const { rows } = await app.services.pool.query('SELECT error FROM deployment_captures WHERE deployment_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ error: expect.stringMatching(error) }]);
    // The state that the first deployment found stays.
    const { rows: fixes } = await app.services.pool.query(
      'SELECT state FROM annotation_fixes WHERE annotation_id = $1',
      [one.id],
    );
    expect(fixes).toEqual([{ state: 'unknown' }]);
    // The next deployment compares with the last picture of the page.
    expect((await run('three', () => shop(200))).verdicts).toMatchObject([
      { verdict: 'changed' },
      { verdict: 'changed' },
    ]);
  });
});

test('an annotation that is deleted during the run has no verdict, and the others have theirs', async () => {
  const [kept, deleted] = [await comment(), await comment()];
  await run('one', () => shop(0));
  const { body } = await deploy(app, deployer, { commit: 'two', pages: ['/'] });
  await advanceDeployments(systemContext(app.services));
  await rest(app, 'DELETE', `/annotations/${deleted.id}`, { token: owner.token });
  await advance(app, () => shop(200));
  const { status, verdicts } = await readDeployment(app, owner, body.data.id);
  expect(status).toBe('needs_review');
  expect(verdicts).toMatchObject([{ annotationId: kept.id, verdict: 'changed' }]);
});

test('while the storage is unavailable, the comparison is deferred, and done afterwards', async () => {
  await run('one', () => shop(0));
  const { body } = await deploy(app, deployer, { commit: 'two', pages: ['/'] });
  const objects: Services['objects'] = {
    ...app.services.objects,
    get: () => Promise.reject(new Error('the storage does not answer')),
  };
  const broken = systemContext({ ...app.services, objects });
  await advanceDeployments(broken);
  const { rows } = await app.services.pool.query(
    'SELECT attempts, state FROM deployment_captures WHERE deployment_id = $1',
    [body.data.id],
  );
  expect(rows).toEqual([{ attempts: 0, state: 'capturing' }]);
  await completeOnly(() => shop(200));
  await advanceDeployments(broken);
  expect(await readDeployment(app, owner, body.data.id)).toMatchObject({ status: 'running', changes: [] });
  await app.services.pool.query('UPDATE deployment_captures SET lease_expires_at = NULL');
  await advanceDeployments(systemContext(app.services));
  expect(await readDeployment(app, owner, body.data.id)).toMatchObject({
    status: 'needs_review',
    counts: { changedCaptures: 1, changes: 1 },
  });
});

/** Completes ordered snapshots, without evaluating them. */
async function completeOnly(site: Site): Promise<void> {
  for (;;) {
    const claimed = await claimSnapshot(systemContext(app.services));
    if (!claimed) return;
    const page = site(claimed);
    if (typeof page !== 'string') await completeWith(app, claimed, page);
  }
}

test('a thousand annotations on one page each have a verdict', async () => {
  const comments = Array.from({ length: 1_000 }, (_, index) => ({
    externalId: `${index}`,
    content: 'Make this red',
    url: 'https://shop.example/',
    metadata: { selector: '#buy', xpath: '/html/body/div', text: 'Buy', tag: 'div' },
  }));
  const body = { source: 'other', comments };
  const path = `/v1/projects/${deployer.projectId}/import/comments`;
  const imported = await rest(app, 'POST', path, { token: owner.token, body });
  expect([imported.status, imported.body.data ?? imported.body]).toMatchObject([200, { imported: 1_000 }]);
  await run('one', () => shop(0));
  expect(await run('two', () => shop(200))).toMatchObject({ status: 'needs_review', counts: { changed: 1_000 } });
});
