import { createClient } from 'graphql-ws';
import { beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createResetToken } from '../../contract/support/world.ts';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { type Stream, type Subscribe, transports, waitForSubscribers } from '../../support/live-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
/** Another process on the same database. */
const twin = useTestApp(() => ({ databaseUrl: app.databaseUrl }));
let owner: TestUser;
let member: TestUser;
let project: { id: string; projectKey: string };

beforeEach(async () => {
  owner = await registerUser(app);
  member = await registerMember(app, owner.organizationId, 'editor');
  project = await createProject(app, owner);
});

const asOwner = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const memberPath = async () => {
  const where = { organizationId_userId: { organizationId: owner.organizationId, userId: member.id } };
  const { id } = await app.services.db.membership.findUniqueOrThrow({ where });
  return `/organizations/${owner.organizationId}/members/${id}`;
};
const contents = ({ results }: Stream) => results.map((result) => result.changed.annotation.content);

describe.each(Object.entries(transports))('over %s', (_name, subscribe: Subscribe) => {
  const listen = (on: TestApp, token: string): Stream => {
    const query = `subscription { changed: annotationChanged(projectId: "${project.id}") { annotation { content } } }`;
    return subscribe(on, { query, token });
  };
  const watch = (on: TestApp, token: string): Stream =>
    subscribe(on, { query: `subscription { activityChanged(projectId: "${project.id}") { views } }`, token });
  const view = () => {
    const body = { projectKey: project.projectKey, type: 'page_view', data: { url: 'https://shop.example/' } };
    return rest(app, 'POST', '/svc/event', { body });
  };
  const views = ({ results }: Stream) => results.map((result) => result.activityChanged.views);
  const visit = (on: TestApp): Stream => {
    const query = `subscription { changed: publicAnnotationChanged(projectKey: "${project.projectKey}") { annotation { content } } }`;
    return subscribe(on, { query });
  };
  /** Opens streams of member, owner and visitor, in this process and in another. */
  async function openAll() {
    const both = [app, twin];
    const open = {
      ofMember: both.map((each) => listen(each, member.token)),
      ofOwner: both.map((each) => listen(each, owner.token)),
      ofVisitors: both.map(visit),
    };
    const all = [...open.ofMember, ...open.ofOwner, ...open.ofVisitors];
    await Promise.all(both.map((each) => waitForSubscribers(each, 3)));
    // A subscriber counts before its access is checked; its first update comes after the check.
    await createAnnotation(app, owner, project.id, { content: 'before' });
    for (const stream of all) {
      await expect.poll(() => contents(stream)).toEqual(['before']);
      stream.results.length = 0;
    }
    return { ...open, all };
  }
  async function stop(streams: Stream[]) {
    for (const stream of streams) stream.stop();
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 0)));
  }

  test.each([
    ['is removed', async () => asOwner('DELETE', await memberPath())],
    ['leaves', async () => rest(app, 'DELETE', await memberPath(), { token: member.token })],
  ])('when a member %s, only its streams end, in every process', async (_how, act) => {
    const { ofMember, ofOwner, ofVisitors, all } = await openAll();
    expect((await act()).status).toBe(200);
    expect(await Promise.all(ofMember.map(({ ended }) => ended))).toEqual(['complete', 'complete']);
    await createAnnotation(app, owner, project.id, { content: 'after' });
    for (const stream of [...ofOwner, ...ofVisitors]) await expect.poll(() => contents(stream)).toEqual(['after']);
    for (const stream of ofMember) expect(contents(stream)).toEqual([]);
    expect(await listen(twin, member.token).ended).toBe('NOT_FOUND');
    await stop(all);
  });

  test('when a member’s password is reset, streams of the old access token end, and new ones open', async () => {
    const { ofMember, ofOwner, all } = await openAll();
    const password = 'another long password';
    const body = { token: await createResetToken(app, member.id), password };
    expect((await rest(app, 'POST', '/auth/password-reset/confirm', { body })).status).toBe(200);
    expect(await Promise.all(ofMember.map(({ ended }) => ended))).toEqual(['complete', 'complete']);
    const login = await rest(app, 'POST', '/auth/login', { body: { email: member.email, password } });
    const again = listen(twin, login.body.accessToken);
    await waitForSubscribers(twin, 3);
    await createAnnotation(app, owner, project.id, { content: 'after' });
    for (const stream of [...ofOwner, again]) await expect.poll(() => contents(stream)).toEqual(['after']);
    expect(await listen(twin, member.token).ended).toBe('UNAUTHENTICATED');
    await stop([...all, again]);
  });

  test('a change to another role with read access ends no stream', async () => {
    const { all } = await openAll();
    expect((await asOwner('PATCH', await memberPath(), { role: 'viewer' })).status).toBe(200);
    await createAnnotation(app, owner, project.id, { content: 'after' });
    for (const stream of all) await expect.poll(() => contents(stream)).toEqual(['after']);
    await stop(all);
  });

  test.each([
    ['the project', () => asOwner('DELETE', `/projects/${project.id}`)],
    ['the organization', () => asOwner('DELETE', `/organizations/${owner.organizationId}`)],
  ])('when %s is deleted, every stream ends, including those of visitors', async (_what, act) => {
    const { all } = await openAll();
    expect((await act()).status).toBe(200);
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => 'complete'));
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 0)));
  });

  test('when a member is removed, only its activity streams end, in every process', async () => {
    const both = [app, twin];
    const ofMember = both.map((each) => watch(each, member.token));
    const ofOwner = both.map((each) => watch(each, owner.token));
    await Promise.all(both.map((each) => waitForSubscribers(each, 2)));
    for (const stream of [...ofMember, ...ofOwner]) await expect.poll(() => views(stream)).toEqual([0]);
    expect((await asOwner('DELETE', await memberPath())).status).toBe(200);
    expect(await Promise.all(ofMember.map(({ ended }) => ended))).toEqual(['complete', 'complete']);
    expect((await view()).status).toBe(202);
    for (const stream of ofOwner) await expect.poll(() => views(stream)).toEqual([0, 1]);
    for (const stream of ofMember) expect(views(stream)).toEqual([0]);
    expect(await watch(twin, member.token).ended).toBe('NOT_FOUND');
    await stop(ofOwner);
  });

  test('when the project is deleted, its activity streams end', async () => {
    const streams = [app, twin].map((each) => watch(each, owner.token));
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 1)));
    expect((await asOwner('DELETE', `/projects/${project.id}`)).status).toBe(200);
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['complete', 'complete']);
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 0)));
  });

  test('a stream that opens while its member is removed is rejected or ends', async () => {
    for (let round = 0; round < 5; round++) {
      const guest = await registerMember(app, owner.organizationId, 'viewer');
      const where = { organizationId_userId: { organizationId: owner.organizationId, userId: guest.id } };
      const { id } = await app.services.db.membership.findUniqueOrThrow({ where });
      const streams = Array.from({ length: 4 }, () => listen(twin, guest.token));
      await asOwner('DELETE', `/organizations/${owner.organizationId}/members/${id}`);
      for (const stream of streams) expect(['complete', 'NOT_FOUND']).toContain(await stream.ended);
    }
    await waitForSubscribers(twin, 0);
  });
});

test('a socket stays open when it loses access to one stream', async () => {
  const other = await registerUser(app);
  const elsewhere = await createProject(app, other);
  await app.services.db.membership.create({
    data: { id: member.id, organizationId: other.organizationId, userId: member.id, role: 'viewer' },
  });
  const client = createClient({
    url: `${twin.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${member.token}` },
  });
  const [lost, kept] = [project.id, elsewhere.id].map((id) => {
    const query = `subscription { annotationChanged(projectId: "${id}") { annotation { content } } }`;
    return client.iterate({ query });
  });
  const [ending, next] = [lost?.next(), kept?.next()];
  await waitForSubscribers(twin, 2);
  await asOwner('DELETE', await memberPath());
  expect(await ending).toEqual({ value: undefined, done: true });
  await createAnnotation(app, other, elsewhere.id, { content: 'here' });
  expect((await next)?.value).toMatchObject({ data: { annotationChanged: { annotation: { content: 'here' } } } });
  await client.dispose();
  await waitForSubscribers(twin, 0);
});
