import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { createSecretBox } from '../../../src/infrastructure/secrets/secret-box.ts';
import { openValues } from '../../../src/resolvers/core/environments/capture-credentials.ts';
import { credentialsOfCapture } from '../../../src/resolvers/core/environments/credentials-of-capture.ts';
import { resealCaptureCredentials } from '../../../src/resolvers/core/environments/reseal-capture-credentials.ts';
import { captureAfterComment } from '../../../src/resolvers/core/snapshots/capture-after-comment.ts';
import { claimSnapshot } from '../../../src/resolvers/core/snapshots/claim-snapshot.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { createPicture } from '../../support/pictures.ts';
import { completeWith, pageElement } from '../../support/snapshots.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const ctx = () => systemContext(app.services);
const PASSWORD = 'open-sesame-42';
const BASIC = { basic: { username: 'ann', password: PASSWORD } };

let owner: TestUser;
let project: { id: string; projectKey: string };
let environmentId: string;
beforeAll(async () => {
  owner = await registerUser(app);
});
beforeEach(async () => {
  await app.services.pool.query('DELETE FROM snapshots');
  project = await createProject(app, owner);
  const body = { projectId: project.id, name: 'Staging', url: 'https://staging.example/shop', kind: 'staging' };
  environmentId = (await call('POST', '/environments', body)).body.id;
});

const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const path = () => `/environments/${environmentId}/capture-credentials`;
const set = (body: object) => call('PUT', path(), body);
const storedSecrets = async () => (await app.services.pool.query('SELECT * FROM capture_credentials')).rows;

/** Requests a snapshot and returns the credentials of its capture. */
async function credentialsFor(url: string) {
  await call('POST', '/v1/snapshots', { projectId: project.id, url });
  const claimed = await claimSnapshot(ctx());
  return claimed && credentialsOfCapture(ctx(), claimed);
}

test('credentials are set, described without values, replaced and deleted', async () => {
  expect((await call('GET', path())).body).toEqual({
    environmentId,
    isSet: false,
    origin: 'https://staging.example',
    hasBasicAuth: false,
    headerNames: [],
    cookieNames: [],
    paths: [],
    isShared: false,
    updatedAt: null,
  });
  const headers = [{ name: 'X-Bypass', value: ` ${PASSWORD} ` }];
  const made = await set({
    ...BASIC,
    headers,
    cookies: [{ name: 'gate', value: PASSWORD }],
    paths: ['/shop/../a', '/b'],
  });
  expect(made).toMatchObject({
    status: 200,
    body: { isSet: true, hasBasicAuth: true, headerNames: ['X-Bypass'], cookieNames: ['gate'], paths: ['/a', '/b'] },
  });
  expect((await call('GET', path())).body).toEqual(made.body);
  const trail = await call('GET', `/organizations/${owner.organizationId}/audit`);
  expect(trail.body).toContainEqual(
    expect.objectContaining({ action: 'capture_credentials_set', targetId: environmentId }),
  );
  const kept = [JSON.stringify([made.body, trail.body]), JSON.stringify(await storedSecrets())].join('\n');
  expect(kept).not.toContain(PASSWORD);
  expect((await set({ cookies: [{ name: 'gate', value: 'other' }] })).body).toMatchObject({
    hasBasicAuth: false,
    headerNames: [],
    cookieNames: ['gate'],
    paths: ['/'],
  });
  expect(await call('DELETE', path())).toMatchObject({ status: 200, body: { id: environmentId, deleted: true } });
  expect((await call('GET', path())).body.isSet).toBe(false);
  expect((await call('DELETE', path())).status).toBe(200);
});

test.each([
  ['nothing', {}, 'basic: is required without headers and cookies'],
  ['a colon in the user name', { basic: { username: 'a:b', password: 'c' } }, 'basic.username: must have no colon'],
  ['a line break', { headers: [{ name: 'a', value: 'b\r\nc: d' }] }, 'headers.0.value: must be printable ASCII'],
  ['a header of the browser', { headers: [{ name: 'Host', value: 'a' }] }, 'headers.0.name: is set by the browser'],
  ['a header as cookie', { headers: [{ name: 'Cookie', value: 'a=1' }] }, 'cookies have a list of their own'],
  [
    'a header twice',
    { headers: ['A', 'a'].map((name) => ({ name, value: '1' })) },
    'headers: must name each header once',
  ],
  ['two cookies in one', { cookies: [{ name: 'a', value: '1; b=2' }] }, 'cookies.0.value: must be printable ASCII'],
  ['two authorizations', { ...BASIC, headers: [{ name: 'Authorization', value: 'a' }] }, 'basic: must be omitted with'],
  ['a relative path', { ...BASIC, paths: ['shop'] }, 'paths.0: must begin with /'],
  ['a query', { ...BASIC, paths: ['/shop?a=1'] }, 'paths.0: must be a path without query'],
])('%s is rejected', async (_what, body, message) => {
  expect(await set(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  expect(await storedSecrets()).not.toContainEqual(expect.objectContaining({ environment_id: environmentId }));
});

test('another origin deletes the credentials, another path of the same origin keeps them', async () => {
  await set(BASIC);
  await call('PATCH', `/environments/${environmentId}`, { url: 'https://staging.example/other' });
  expect((await call('GET', path())).body.isSet).toBe(true);
  await call('PATCH', `/environments/${environmentId}`, { url: 'https://evil.example/' });
  expect((await call('GET', path())).body).toMatchObject({ isSet: false, origin: 'https://evil.example' });
  const trail = await call('GET', `/organizations/${owner.organizationId}/audit`);
  expect(trail.body[0]).toMatchObject({ action: 'environment_changed' });
  expect(trail.body.map(({ action }: { action: string }) => action)).toContain('capture_credentials_deleted');
});

test('credentials of a former origin are not used, as after a change by the previous release', async () => {
  await set(BASIC);
  const change = 'UPDATE environments SET url = $2, url_key = $2 WHERE id = $1';
  await app.services.pool.query(change, [environmentId, 'https://evil.example']);
  expect(await credentialsFor('https://evil.example/')).toBeUndefined();
  await app.services.pool.query('UPDATE capture_credentials SET origin = $1', ['https://evil.example']);
  await expect(credentialsFor('https://evil.example/')).rejects.toThrow();
});

test('credentials are for pages and requests of the origin below the prefixes', async () => {
  await set({ ...BASIC, headers: [{ name: 'X-Key', value: 'k' }], paths: ['/shop/app'] });
  expect(await credentialsFor('https://staging.example/shop/other')).toBeUndefined();
  expect(await credentialsFor('https://staging.example/shop/apple')).toBeUndefined();
  expect(await credentialsFor('https://staging.example/shop/app/..%2fadmin')).toBeUndefined();
  const { sent } = (await credentialsFor('https://staging.example/shop/app/cart?a=1')) ?? {};
  expect(sent?.headers).toEqual({
    authorization: `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`,
    'x-key': 'k',
  });
  const may = (url: string) => sent?.mayReceive(new URL(url));
  expect(may('https://staging.example/shop/app')).toBe(true);
  expect(may('https://staging.example/shop/app/style.css')).toBe(true);
  expect(may('https://staging.example/style.css')).toBe(false);
  expect(may('http://staging.example/shop/app')).toBe(false);
  expect(may('https://staging.example:8443/shop/app')).toBe(false);
  expect(may('https://other.example/shop/app')).toBe(false);
});

test('the capture after a visitor’s comment never sends them; that after a member’s comment does', async () => {
  await set(BASIC);
  const url = 'https://staging.example/shop/cart';
  const comment = { projectKey: project.projectKey, content: 'Too dark', url };
  expect((await rest(app, 'POST', '/annotations/public', { body: comment })).status).toBe(201);
  const caused = async () => {
    await expect.poll(async () => (await claimable()).length).toBe(1);
    const claimed = await claimSnapshot(ctx());
    return claimed && [claimed.byVisitor, await credentialsOfCapture(ctx(), claimed)];
  };
  expect(await caused()).toEqual([true, undefined]);
  await app.services.pool.query('DELETE FROM snapshots');
  const { id } = await createAnnotation(app, owner, project.id, { url });
  const { rows } = await app.services.pool.query(
    `SELECT id, project_id AS "projectId", environment_id AS "environmentId", url, url_key AS "urlKey", metadata,
            author_id AS "authorId" FROM annotations WHERE id = $1`,
    [id],
  );
  await captureAfterComment(ctx(), rows[0]);
  expect(await caused()).toEqual([false, expect.objectContaining({ isShared: false })]);
});

const claimable = async () =>
  (await app.services.pool.query("SELECT FROM snapshots WHERE status = 'processing' AND lease_id IS NULL")).rows;

test.each([false, true])('public answers show what the capture found only if it is shared (%s)', async (isShared) => {
  await set({ ...BASIC, isShared });
  const url = 'https://staging.example/shop/account';
  const metadata = { selector: '#balance', xpath: '/html/body/p', tag: 'p', text: 'Balance' };
  const { id } = await createAnnotation(app, owner, project.id, { url, metadata });
  await call('POST', '/v1/snapshots', { projectId: project.id, url });
  const claimed = await claimSnapshot(ctx());
  const elements = [pageElement('#balance', [1, 1, 20, 10], { text: 'Balance: 1 234 €' })];
  if (claimed) await completeWith(app, claimed, { picture: createPicture(60, 40, () => [250, 250, 250]), elements });
  const listed = await rest(app, 'GET', `/annotations/project/${project.projectKey}/public`);
  expect(listed.body[0].anchor.fingerprint === null).toBe(!isShared);
  // Members see it in either case.
  expect((await call('GET', `/annotations/${id}`)).body.lastSeen).toMatchObject({ imageUrl: expect.any(String) });
  const query = `{ snapshot(id: "${claimed?.id}") { usedCredentials pins { nodes { text } } } }`;
  const { data } = await graphql(app, query, {}, { token: owner.token });
  expect(data.snapshot).toEqual({ usedCredentials: true, pins: { nodes: [{ text: 'Balance: 1 234 €' }] } });
});

test('credentials are re-encrypted with a new AUTH_SECRET, and fail with a reason once it is gone', async () => {
  const [old, current] = ['old-secret-old-secret-old-secret-old', 'new-secret-new-secret-new-secret-new'];
  const context = (...secrets: string[]) => systemContext({ ...app.services, secretBox: createSecretBox(secrets) });
  await set(BASIC);
  await resealCaptureCredentials(context(old, 'test-secret-test-secret-test-secret-1'));
  await call('POST', '/v1/snapshots', { projectId: project.id, url: 'https://staging.example/shop' });
  const claimed = await claimSnapshot(ctx());
  if (!claimed) throw new Error('nothing to capture');
  await expect(credentialsOfCapture(context(current), claimed)).rejects.toThrow(
    'The capture credentials of the environment were encrypted with an AUTH_SECRET that is no longer listed; set them again',
  );
  await resealCaptureCredentials(context(current, old));
  const stored = await app.services.pool.query(
    'SELECT environment_id AS "environmentId", origin, secret FROM capture_credentials WHERE environment_id = $1',
    [environmentId],
  );
  expect(openValues(createSecretBox([current]), stored.rows[0])).toMatchObject(BASIC);
});
