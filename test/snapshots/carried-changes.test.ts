import { beforeEach, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance } from '../support/deployments.ts';
import { createAnnotation } from '../support/factories.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let site: DeployedSite;

beforeEach(async () => {
  site = await createSite(app, owner);
});

const run = (commit: string, button: number, logo = 250) =>
  runDeployment(app, site, commit, () => sitePage(button, logo));
type Change = {
  id: string;
  selector: string;
  since: { deploymentId: string; commit: string } | null;
  annotationIds: string[];
};
const REVIEWS = `query ($id: ID!) { deployment(id: $id) { reviews { nodes { id authorId createdAt changeCount baselineCount } } } }`;
const changeOf = ({ changes }: { changes: Change[] }, selector: string) =>
  changes.find((change) => change.selector === selector);

test('a change that nobody reviewed names the deployment that found it first, and stays explained', async () => {
  const annotation = await createAnnotation(app, owner, site.projectId, {
    url: 'https://shop.example/',
    metadata: { selector: '#buy', text: 'Buy' },
  });
  await run('one', 0);
  const second = await run('two', 200);
  expect(changeOf(second, '#buy')).toMatchObject({ since: null, annotationIds: [annotation.id] });
  const body = { status: 'resolved' };
  await rest(app, 'PUT', `/annotations/${annotation.id}/status`, { token: owner.token, body });
  const third = await run('three', 200, 100);
  expect(third.counts).toMatchObject({ changes: 2, explained: 1, unexplained: 1 });
  const since = { deploymentId: second.id, commit: 'two', createdAt: second.createdAt };
  expect(changeOf(third, '#buy')).toMatchObject({ since, annotationIds: [annotation.id] });
  expect(changeOf(third, '#logo')).toMatchObject({ since: null, annotationIds: [] });
  const fourth = await run('four', 200, 100);
  expect(changeOf(fourth, '#buy')).toMatchObject({ since, annotationIds: [annotation.id] });
  expect(changeOf(fourth, '#logo')).toMatchObject({ since: { commit: 'three' } });
  // Another change of the same element is new.
  expect(changeOf(await run('five', 90, 100), '#buy')).toMatchObject({ since: null });
});

test('an approval counts for later deployments, also if other changes kept the baseline', async () => {
  const { token } = site;
  const read = async ({ id }: { id: string }) => (await rest(app, 'GET', `/v1/deployments/${id}`, { token })).body.data;
  const baselineOf = async () => {
    const { rows } = await app.services.pool.query(
      'SELECT snapshot_id AS id FROM baselines WHERE environment_id = $1',
      [site.environmentId],
    );
    return rows[0]?.id as string;
  };
  await run('one', 0);
  const second = await run('two', 200, 100);
  const first = await baselineOf();
  const changeIds = [changeOf(second, '#buy')?.id];
  const review = await rest(app, 'POST', `/v1/deployments/${second.id}/reviews`, {
    token,
    body: { decision: 'approved', changeIds },
  });
  expect(await baselineOf()).toBe(first);
  const third = await run('three', 200, 100);
  expect(third).toMatchObject({ status: 'needs_review', counts: { approved: 1, unreviewed: 1 } });
  expect(changeOf(third, '#buy')).toMatchObject({ since: null, decision: 'approved' });
  expect(changeOf(third, '#logo')).toMatchObject({ since: { commit: 'two' }, decision: null });
  // The approval belongs to this report, with the author and the time of the first one.
  const { data } = await graphql(app, REVIEWS, { id: third.id }, { token });
  const [carried] = data.deployment.reviews.nodes;
  const { authorId, createdAt, id } = review.body.data;
  expect(carried).toMatchObject({ authorId, createdAt, changeCount: 1, baselineCount: 0 });
  expect(carried.id).not.toBe(id);
  expect((await rest(app, 'POST', `/v1/reviews/${carried.id}/undo`, { token })).status).toBe(200);
  expect(changeOf(await read(third), '#buy')).toMatchObject({ since: { commit: 'two' }, decision: null });
  // A picture whose changes are all approved becomes the baseline.
  const body = { decision: 'approved', changeIds: [changeOf(third, '#buy')?.id] };
  await rest(app, 'POST', `/v1/deployments/${third.id}/reviews`, { token, body });
  expect(await run('four', 200)).toMatchObject({ status: 'passed', counts: { changes: 1, approved: 1 } });
  expect(await baselineOf()).not.toBe(first);
  expect(await run('five', 200)).toMatchObject({ status: 'passed', counts: { changes: 0, unchangedCaptures: 1 } });
});

test('a comment on a page without a baseline explains the like changes of other pages', async () => {
  await run('one', 0);
  const annotation = await createAnnotation(app, owner, site.projectId, {
    url: 'https://shop.example/cart',
    metadata: { selector: '#buy', text: 'Buy' },
  });
  // Its page is captured, but no deployment made a picture of it the baseline.
  const { projectId, token } = site;
  const body = { projectId, url: 'https://shop.example/cart', fullPage: true };
  expect((await rest(app, 'POST', '/v1/snapshots', { token, body })).status).toBe(202);
  await advance(app, () => sitePage(0));
  const pages = { pages: ['/', '/cart'] };
  const second = await runDeployment(app, site, 'two', () => sitePage(200, 200), pages);
  expect(second.counts).toMatchObject({ changes: 2, explained: 1, unexplained: 1, newBaselines: 1 });
  expect(changeOf(second, '#buy')).toMatchObject({ annotationIds: [annotation.id] });
  // The logo has the same new color as the button, by another variable.
  expect(changeOf(second, '#logo')).toMatchObject({ annotationIds: [] });
});
