import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerMember, registerUser } from '../../support/factories.ts';
import {
  type Stream,
  type Subscribe,
  subscriberCount,
  transports,
  waitForSubscribers,
} from '../../support/live-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const CHANGES = `subscription ($projectId: ID!) {
  annotationChanged(projectId: $projectId) { kind annotation { id content status commentCount } comment { content } commentId }
}`;

const app = useTestApp();
/** Another process on the same database. */
const twin = useTestApp(() => ({ databaseUrl: app.databaseUrl }));
const owner = useOwner(app);
let projectId: string;

beforeAll(async () => {
  projectId = (await createProject(app, owner)).id;
});

/** All kinds of changes of one annotation, with the kind that subscribers receive. */
const changes: [kind: string, method: string, path: string, body?: object][] = [
  ['updated', 'PUT', '/status', { status: 'in_progress' }],
  ['resolved', 'PUT', '/status', { status: 'resolved' }],
  ['rebound', 'POST', '/rebind', { domFingerprint: { selector: '#total' } }],
  ['comment_added', 'POST', '/comments', { content: 'Fixed' }],
  ['updated', 'PATCH', '', { content: 'The price was wrong' }],
  ['deleted', 'DELETE', ''],
];

describe.each(Object.entries(transports))('over %s', (_name, subscribe: Subscribe) => {
  const open = (on: TestApp, token: string | undefined, id = projectId): Stream =>
    subscribe(on, { query: CHANGES, variables: { projectId: id }, token });
  const arrival = (stream: Stream, kind: string, id: string) =>
    expect
      .poll(() => stream.results.map((result) => result.annotationChanged), { interval: 5 })
      .toContainEqual(expect.objectContaining({ kind, annotation: expect.objectContaining({ id }) }));

  test('every kind of change arrives without a sweep, in this process and another', async () => {
    const streams = [open(app, owner.token), open(twin, owner.token)];
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 1)));
    const { id } = await createAnnotation(app, owner, projectId);
    for (const stream of streams) await arrival(stream, 'created', id);
    for (const [kind, method, path, body] of changes) {
      const { status } = await rest(app, method, `/annotations/${id}${path}`, { token: owner.token, body });
      expect(status).toBeLessThan(300);
      for (const stream of streams) await arrival(stream, kind, id);
    }
    for (const { results } of streams) {
      expect(results.map(({ annotationChanged }) => annotationChanged.kind)).toEqual([
        'created',
        ...changes.map(([kind]) => kind),
      ]);
      expect(results[4].annotationChanged.comment).toEqual({ content: 'Fixed' });
    }
    for (const stream of streams) stream.stop();
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 0)));
  });

  test('changed and deleted replies are published, in this process and another', async () => {
    const streams = [open(app, owner.token), open(twin, owner.token)];
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 1)));
    const { id } = await createAnnotation(app, owner, projectId);
    const path = `/annotations/${id}/comments`;
    const { body: reply } = await rest(app, 'POST', path, { token: owner.token, body: { content: 'Fixed' } });
    const reported = (kind: string, content: string | null, commentCount: number) => ({
      kind,
      annotation: { id, content: expect.any(String), status: 'open', commentCount },
      comment: content && { content },
      commentId: reply.id,
    });
    const expectUpdate = async (update: object) => {
      for (const { results } of streams) {
        await expect.poll(() => results.at(-1)?.annotationChanged, { interval: 5 }).toEqual(update);
      }
    };
    await expectUpdate(reported('comment_added', 'Fixed', 1));
    await rest(app, 'PATCH', `${path}/${reply.id}`, { token: owner.token, body: { content: 'Almost' } });
    await expectUpdate(reported('comment_updated', 'Almost', 1));
    await rest(app, 'DELETE', `${path}/${reply.id}`, { token: owner.token });
    await expectUpdate(reported('comment_deleted', null, 0));
    for (const stream of streams) stream.stop();
    await Promise.all([app, twin].map((each) => waitForSubscribers(each, 0)));
  });

  test('permits viewers', async () => {
    const viewer = await registerMember(app, owner.organizationId, 'viewer');
    const stream = open(app, viewer.token);
    await waitForSubscribers(app, 1);
    const { id } = await createAnnotation(app, owner, projectId);
    await arrival(stream, 'created', id);
    stream.stop();
    await waitForSubscribers(app, 0);
  });

  test('rejects non-members before the stream opens', async () => {
    const outsider = await registerUser(app);
    expect(await open(app, outsider.token).ended).toBe('NOT_FOUND');
    expect(await open(app, owner.token, '00000000-0000-7000-8000-000000000000').ended).toBe('NOT_FOUND');
    expect(await open(app, owner.token, 'not-an-id').ended).toBe('NOT_FOUND');
    expect(await open(app, undefined).ended).toBe('UNAUTHENTICATED');
    expect(await subscriberCount(app)).toBe(0);
  });

  test('rejects an invalid token', async () => {
    const refusal = subscribe === transports['a WebSocket'] ? 4403 : 'UNAUTHENTICATED';
    const expired = await app.services.accessTokens.sign(owner.id, 0, -1);
    for (const token of [expired, 'nonsense']) expect(await open(app, token).ended).toBe(refusal);
    expect(await subscriberCount(app)).toBe(0);
  });

  test('ends a stream when its token expires; a WebSocket close code prevents reconnecting with it', async () => {
    const stream = open(app, await app.services.accessTokens.sign(owner.id, 0, 5));
    await waitForSubscribers(app, 1);
    expect(await stream.ended).toBe(subscribe === transports['a WebSocket'] ? 4403 : 'complete');
    await waitForSubscribers(app, 0);
  });
});
