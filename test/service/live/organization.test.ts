import { beforeEach, describe, expect, test } from 'vitest';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { type Stream, subscriberCount, transports, waitForSubscribers } from '../../support/live-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { useTestApp } from '../../support/use-test-app.ts';

// Two processes, whose references carry the organization.
const app = useTestApp();
const twin = useTestApp(() => ({ databaseUrl: app.databaseUrl }));
let owner: TestUser;
let shop: { id: string };
let blog: { id: string };
beforeEach(async () => {
  for (const each of [app, twin]) await waitForSubscribers(each, 0);
  owner = await registerUser(app);
  [shop, blog] = [await createProject(app, owner), await createProject(app, owner)];
});

const [subscribe] = Object.values(transports);
const CHANGES = `subscription ($id: ID!) { changed: annotationChanged(organizationId: $id) { annotation { content } } }`;

/** Opens a stream of the organization and waits until it is subscribed. */
async function follow(on: TestApp, token: string, query = CHANGES): Promise<Stream> {
  const before = await subscriberCount(on);
  const stream = subscribe?.(on, { query, variables: { id: owner.organizationId }, token });
  if (!stream) throw new Error('there is no transport');
  await expect.poll(() => subscriberCount(on), { interval: 20 }).toBe(before + 1);
  return stream;
}
const comment = (project: { id: string }, content: string, more: object = {}) =>
  createAnnotation(app, owner, project.id, { content, ...more });
const contentsOf = ({ results }: Stream) => results.map(({ changed }) => changed.annotation.content);
const arrives = (stream: Stream, contents: string[]) => expect.poll(() => contentsOf(stream)).toEqual(contents);

test('members receive the changes of all their projects, later ones included, in every process', async () => {
  const streams = [await follow(app, owner.token), await follow(twin, owner.token)];
  const listed = await registerMember(app, owner.organizationId, 'editor', [blog.id]);
  const ofListed = await follow(app, listed.token);
  await comment(shop, 'in the shop');
  await comment(blog, 'in the blog');
  const later = await createProject(app, owner);
  await comment(later, 'in a later project');
  for (const stream of streams) await arrives(stream, ['in the shop', 'in the blog', 'in a later project']);
  await arrives(ofListed, ['in the blog']);
  for (const stream of [...streams, ofListed]) stream.stop();
});

test('guests receive public changes, and access tokens those of their projects', async () => {
  const guest = await registerMember(app, owner.organizationId, 'guest', [shop.id]);
  const ofGuest = await follow(app, guest.token);
  const { token } = await createPersonalToken(app, owner, { allProjects: false, projectIds: [blog.id] });
  const ofToken = await follow(app, token);
  await comment(shop, 'internal', { visibility: 'internal' });
  await comment(blog, 'in the blog');
  await comment(shop, 'public');
  await arrives(ofGuest, ['public']);
  await arrives(ofToken, ['in the blog']);
  for (const stream of [ofGuest, ofToken]) stream.stop();
});

test('a stream ends when the member leaves or gets other projects', async () => {
  const members = [];
  for (let i = 0; i < 2; i += 1) members.push(await registerMember(app, owner.organizationId, 'editor', [shop.id]));
  const streams = [];
  for (const { token } of members) streams.push(await follow(app, token));
  const ofOwner = await follow(app, owner.token);
  const pathOf = async ({ id: userId }: TestUser) => {
    const { organizationId } = owner;
    const where = { organizationId_userId: { organizationId, userId } };
    const { id } = await app.services.db.membership.findUniqueOrThrow({ where });
    return `/organizations/${organizationId}/members/${id}`;
  };
  const [left, moved] = members as [TestUser, TestUser];
  const { token } = owner;
  await rest(app, 'DELETE', await pathOf(left), { token });
  await rest(app, 'PATCH', await pathOf(moved), { token, body: { role: 'editor', projectIds: [blog.id] } });
  for (const stream of streams) expect(await stream.ended).toBe('complete');
  await comment(shop, 'still there');
  await arrives(ofOwner, ['still there']);
  ofOwner.stop();
});

test('snapshots of all projects are reported, and those of a deleted project are not', async () => {
  const stream = await follow(
    app,
    owner.token,
    'subscription ($id: ID!) { changed: snapshotChanged(organizationId: $id) { kind snapshot { projectId } } }',
  );
  const request = (project: { id: string }) =>
    rest(app, 'POST', '/v1/snapshots', {
      token: owner.token,
      body: { projectId: project.id, url: 'https://shop.example/' },
    });
  await request(shop);
  await request(blog);
  await expect.poll(() => stream.results.map(({ changed }) => changed.snapshot.projectId)).toEqual([shop.id, blog.id]);
  await rest(app, 'DELETE', `/projects/${blog.id}`, { token: owner.token });
  await request(shop);
  await expect.poll(() => stream.results).toHaveLength(3);
  stream.stop();
});

describe('the object of a stream', () => {
  test.each([
    ['annotationChanged', 'kind'],
    ['snapshotChanged', 'kind'],
    ['deploymentChanged', 'deploymentId'],
  ])('%s needs one id', async (name, field) => {
    const open = async (args: string) => {
      const stream = subscribe?.(app, { query: `subscription { ${name}${args} { ${field} } }`, token: owner.token });
      return [await stream?.ended, stream?.messages[0]];
    };
    expect(await open('')).toEqual([
      'BAD_USER_INPUT',
      'projectId: is required, or organizationId for all projects of an organization',
    ]);
    expect(await open(`(projectId: "${shop.id}", organizationId: "${owner.organizationId}")`)).toEqual([
      'BAD_USER_INPUT',
      'organizationId: must not be given together with projectId; send one of them',
    ]);
  });
});
