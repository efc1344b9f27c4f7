import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { orderCaptures } from '../../src/resolvers/addons/deployments/run/order-captures.ts';
import { rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance, deploy, readDeployment, type Site } from '../support/deployments.ts';
import { createAnnotation } from '../support/factories.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let site: DeployedSite;

beforeEach(async () => {
  site = await createSite(app, owner);
});

const PAGES = { pages: ['/', '/slow'] };
const GOOD = () => sitePage(0);
/** A site whose page /slow is bad the first times. */
function slowAtFirst(times: number, bad: ReturnType<Site>): { show: Site; loads: () => number } {
  let loads = 0;
  const show: Site = ({ url }) => {
    if (!url.endsWith('/slow')) return sitePage(0);
    loads += 1;
    return loads <= times ? bad : sitePage(0);
  };
  return { show, loads: () => loads };
}
const INCOMPLETE = { ...sitePage(0), record: { isComplete: false } };
const usedSnapshots = async () =>
  (
    await app.services.pool.query(
      `SELECT used::int FROM usage_counters WHERE organization_id = $1 AND metric = 'snapshots'`,
      [owner.organizationId],
    )
  ).rows[0]?.used ?? 0;
const captureAgain = (id: string) => rest(app, 'POST', `/v1/deployments/${id}/recapture`, { token: owner.token });

describe('a page that does not show at once', () => {
  test.each<[string, ReturnType<Site>]>([
    ['does not load', 'The page did not load within 30 s'],
    ['has not finished loading', INCOMPLETE],
    ['responds with 503', { ...sitePage(0), record: { status: 503 } }],
  ])('and %s is captured up to twice more', async (_case, bad) => {
    const once = slowAtFirst(2, bad);
    const before = await usedSnapshots();
    expect(await runDeployment(app, site, 'one', once.show, PAGES)).toMatchObject({ status: 'passed', error: null });
    expect(once.loads()).toBe(3);
    expect((await usedSnapshots()) - before).toBe(2);
    const never = slowAtFirst(9, bad);
    const failed = await runDeployment(app, site, 'two', never.show, PAGES);
    expect(failed).toMatchObject({
      status: 'failed',
      failedCaptures: [{ url: 'https://shop.example/slow', error: expect.any(String) }],
    });
    expect(never.loads()).toBe(3);
  });

  test('waits before it is captured again', async () => {
    await deploy(app, site, { commit: 'one', pages: ['/slow'] });
    const ctx = systemContext(app.services);
    await orderCaptures(ctx);
    await app.services.pool.query(
      `UPDATE deployment_captures SET state = 'queued', snapshot_id = NULL, retry_at = now() + interval '1 hour'`,
    );
    await orderCaptures(ctx);
    const { rows } = await app.services.pool.query(
      `SELECT FROM deployment_captures WHERE state = 'capturing' AND retry_at IS NOT NULL`,
    );
    expect(rows).toEqual([]);
    await app.services.pool.query('DELETE FROM deployments');
  });

  test('and responds with 404 is not', async () => {
    const missing = slowAtFirst(9, { ...sitePage(0), record: { status: 404 } });
    await runDeployment(app, site, 'one', missing.show, PAGES);
    expect(missing.loads()).toBe(1);
  });
});

describe('capturing again', () => {
  test('takes the failed pages only, and ends with their results', async () => {
    const url = 'https://shop.example/slow';
    await createAnnotation(app, owner, site.projectId, { url, metadata: { selector: '#buy', text: 'Buy' } });
    await runDeployment(app, site, 'one', GOOD, PAGES);
    const failed = await runDeployment(app, site, 'two', slowAtFirst(9, INCOMPLETE).show, PAGES);
    expect(failed).toMatchObject({ status: 'failed', counts: { failedCaptures: 1, unchangedCaptures: 1 } });
    const again = await captureAgain(failed.id);
    expect(again).toMatchObject({ status: 200, body: { data: { status: 'running', error: null } } });
    const captured: string[] = [];
    await advance(app, (claimed) => {
      captured.push(claimed.url);
      return sitePage(0);
    });
    expect(captured).toEqual([url]);
    expect(await readDeployment(app, owner, failed.id)).toMatchObject({
      status: 'passed',
      counts: { failedCaptures: 0, unchangedCaptures: 2 },
      failedCaptures: [],
      verdicts: [{ verdict: 'unchanged' }],
    });
    expect((await captureAgain(failed.id)).body.message).toBe('No capture of the deployment failed');
  });

  test('is for the newest deployment', async () => {
    const bad = slowAtFirst(9, INCOMPLETE).show;
    const first = await runDeployment(app, site, 'one', bad, PAGES);
    await deploy(app, site, { commit: 'two', ...PAGES });
    expect((await captureAgain(first.id)).body.message).toMatch(/captures its pages now; wait for that one$/);
    await advance(app, bad);
    expect((await captureAgain(first.id)).body.message).toMatch(/^The deployment of two at .* UTC is newer/);
  });
});
