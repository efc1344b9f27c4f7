import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance } from '../support/deployments.ts';
import { createAnnotation, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let site: DeployedSite;

beforeAll(async () => {
  owner = await registerUser(app);
});
beforeEach(async () => {
  site = await createSite(app, owner);
});

const run = (commit: string, button: number, logo = 250) =>
  runDeployment(app, site, commit, () => sitePage(button, logo));
type Change = { selector: string; since: { deploymentId: string; commit: string } | null; annotationIds: string[] };
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
