import { beforeAll, expect, test, vi } from 'vitest';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { type Stream, subscriberCount, transports } from '../../support/live-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const FIELDS = `kind annotation { id number content url metadata domFingerprint status commentCount author { name }`;
const MEMBERS = `subscription ($id: ID!) { annotationChanged(projectId: $id) {
  ${FIELDS} visibility comments(first: 10) { nodes { content } } } comment { content } commentId } }`;
const STRANGERS = `subscription ($id: String!) { publicAnnotationChanged(projectKey: $id) {
  ${FIELDS} comments { content } } } }`;
const MARK = 'marked-internal-text';
const PAGE = 'https://shop.example/cart';

const app = useTestApp();
const subscribe = Object.values(transports)[0] as (typeof transports)[string];
let owner: TestUser;
let project: { id: string; projectKey: string };
let streams: Record<'viewer' | 'guest' | 'stranger', Stream>;

beforeAll(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const variables = { id: project.id };
  streams = {
    viewer: subscribe(app, { query: MEMBERS, variables, token: viewer.token }),
    guest: subscribe(app, { query: MEMBERS, variables, token: guest.token }),
    stranger: subscribe(app, { query: STRANGERS, variables }),
  };
  await vi.waitUntil(async () => (await subscriberCount(app)) === 3, { timeout: 100_000 });
  return () => Object.values(streams).forEach((stream) => void stream.stop());
});

const call = (method: string, path: string, body: object) => rest(app, method, path, { token: owner.token, body });
const changesOf = ({ results }: Stream, id: string) =>
  results
    .map((result) => result.annotationChanged ?? result.publicAnnotationChanged)
    .filter(({ annotation }) => annotation.id === id);
const kindsOf = (stream: Stream, id: string) =>
  changesOf(stream, id).map(({ kind, annotation }) => `${kind} ${annotation.content}`);

/** Waits until the stream has an annotation that was created after all others. */
async function settle(): Promise<void> {
  const { id } = await createAnnotation(app, owner, project.id, { content: 'The last one' });
  for (const stream of Object.values(streams)) await expect.poll(() => kindsOf(stream, id)).not.toEqual([]);
}

test('outsiders receive changes of public annotations and replies only', async () => {
  const { id } = await createAnnotation(app, owner, project.id, { content: MARK, visibility: 'internal' });
  const reply = (values: object) =>
    call('POST', `/annotations/${id}/comments`, { content: `${MARK} reply`, ...values });
  // An update has the content at the time when its batch is read.
  await settle();
  await reply({});
  await call('PUT', `/annotations/${id}/status`, { status: 'in_progress' });
  await call('PATCH', `/annotations/${id}`, { content: 'Fit to be seen' });
  await settle();
  expect(kindsOf(streams.viewer, id)).toContain(`created ${MARK}`);
  for (const stream of [streams.guest, streams.stranger]) expect(kindsOf(stream, id)).toEqual([]);

  await call('PUT', `/annotations/${id}/visibility`, { visibility: 'public' });
  const { body: internal } = await reply({ visibility: 'internal' });
  await call('PATCH', `/annotations/${id}/comments/${internal.id}`, { content: `${MARK} changed` });
  await settle();
  await rest(app, 'DELETE', `/annotations/${id}/comments/${internal.id}`, { token: owner.token });
  await reply({ content: 'For all' });
  await settle();
  const shown = ['created Fit to be seen', 'comment_added Fit to be seen'];
  for (const stream of [streams.guest, streams.stranger]) expect(kindsOf(stream, id)).toEqual(shown);
  expect(changesOf(streams.stranger, id).at(-1).annotation).toMatchObject({
    commentCount: 1,
    comments: [{ content: 'For all' }],
  });
  for (const stream of [streams.guest, streams.stranger]) expect(JSON.stringify(stream.results)).not.toContain(MARK);
  expect(JSON.stringify(streams.viewer.results)).toContain(`${MARK} changed`);
});

test('a change to internal is a deletion for outsiders, without the content of now', async () => {
  const { id } = await createAnnotation(app, owner, project.id, {
    content: 'Public',
    metadata: { selector: '#a', text: 'Public' },
  });
  await settle();
  await call('PUT', `/annotations/${id}/visibility`, { visibility: 'internal' });
  await call('PATCH', `/annotations/${id}`, { content: MARK });
  await call('PUT', `/annotations/${id}/status`, { status: 'resolved' });
  await rest(app, 'DELETE', `/annotations/${id}`, { token: owner.token });
  await settle();
  for (const stream of [streams.guest, streams.stranger]) {
    expect(kindsOf(stream, id)).toEqual(['created Public', 'deleted ']);
    expect(changesOf(stream, id).at(-1)).toMatchObject({
      annotation: { url: PAGE, metadata: {}, domFingerprint: {}, status: 'open', author: { name: null } },
    });
    expect(JSON.stringify(stream.results)).not.toContain(MARK);
  }
  expect(kindsOf(streams.viewer, id).map((change) => change.split(' ')[0])).toEqual([
    'created',
    'updated',
    'updated',
    'resolved',
    'deleted',
  ]);
});

test('third parties receive nothing while publicAnnotations is none; guests do', async () => {
  await call('PATCH', `/projects/${project.id}`, { publicAnnotations: 'none' });
  const { id } = await createAnnotation(app, owner, project.id, { content: 'For guests' });
  await expect.poll(() => kindsOf(streams.guest, id)).toEqual(['created For guests']);
  await call('PATCH', `/projects/${project.id}`, { publicAnnotations: 'all' });
  await settle();
  expect(kindsOf(streams.stranger, id)).toEqual([]);
});
