import { beforeEach, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation } from '../../support/factories.ts';
import { setHourlyUsage, waitForStableHour } from '../../support/hourly-quota.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const QUOTA = 64 * 1024 * 1024;
const PIN = { content: 'The price is wrong: ü', url: 'https://shop.example/cart', metadata: { selector: '#price' } };
/** Thrice what was sent, as it is read, and its rows. */
const BYTES = 2_048 + 3 * Buffer.byteLength(JSON.stringify({ ...PIN, position_x: 0, position_y: 0 }));

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
const owner = useOwner(app);
const project = useProject(app, owner, beforeEach);
beforeEach(async () => {
  await waitForStableHour();
});

const create = (key: string, ip = '192.0.2.1') =>
  rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': project.projectKey, 'x-forwarded-for': ip, 'idempotency-key': key },
    body: PIN,
  });

test('accepts visitors up to the exact quota, then 429 with Retry-After; repeats and members still succeed', async () => {
  await setHourlyUsage(app, project.id, 'annotations', QUOTA - BYTES);
  const last = await create('last');
  expect(last.status).toBe(201);
  const { status, headers, body } = await create('beyond');
  expect(status).toBe(429);
  const left = Number(headers.get('retry-after'));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(3_600);
  expect(body.message).toMatch(/^The hourly quota of this project for visitors' comments is exceeded; retry in \d+ s/);
  expect((await create('last')).body).toEqual({ ...last.body, visitorToken: expect.stringMatching(/^pbv_/) });
  await createAnnotation(app, owner, project.id);
  const { rows } = await app.services.pool.query('SELECT annotation_count AS count FROM projects WHERE id = $1', [
    project.id,
  ]);
  expect(rows).toEqual([{ count: 2 }]);
});

test('rejects an annotation that exceeds the quota by a byte', async () => {
  await setHourlyUsage(app, project.id, 'annotations', QUOTA - BYTES + 1);
  expect((await create('one')).status).toBe(429);
});

test('limits one network to exactly a quarter of the quota', async () => {
  await app.services.annotationQuota.consume(project.id, '192.0.2.1', QUOTA / 4 - BYTES);
  expect((await create('last')).status).toBe(201);
  expect((await create('beyond')).status).toBe(429);
  expect((await create('of another', '192.0.2.2')).status).toBe(201);
});
