import { beforeAll, beforeEach, expect, test } from 'vitest';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance } from '../support/deployments.ts';
import { createAnnotation, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let editor: TestUser;
let viewer: TestUser;
let site: DeployedSite;
let annotationId: string;

beforeAll(async () => {
  owner = await registerUser(app);
  editor = await registerMember(app, owner.organizationId, 'editor');
  viewer = await registerMember(app, owner.organizationId, 'viewer');
});
beforeEach(async () => {
  await app.services.db.notificationSettings.deleteMany();
  site = await createSite(app, owner);
  const metadata = { selector: '#buy', text: 'Buy' };
  annotationId = (await createAnnotation(app, owner, site.projectId, { url: 'https://shop.example/', metadata })).id;
  await rest(app, 'PUT', `/annotations/${annotationId}/watch`, { token: editor.token, body: { state: 'watching' } });
  await waitUntilRelayed(app);
  await app.services.db.notification.deleteMany();
});

const [GREEN, RED] = [() => sitePage(0), () => sitePage(200)];
const run = (commit: string, show = RED) => runDeployment(app, site, commit, show);

async function approve(id: string) {
  const body = { decision: 'approved', annotationIds: [annotationId] };
  await rest(app, 'POST', `/v1/deployments/${id}/reviews`, { token: owner.token, body });
  await advance(app, RED);
}

const KINDS = ['regressed', 'proof', 'deployment', 'status', 'reopened', 'assignment'];

/** Notifications of a user about deployments and their effects, oldest first. */
async function received({ token }: TestUser) {
  await waitUntilRelayed(app);
  const { body } = await rest(app, 'GET', `/organizations/${owner.organizationId}/notifications`, { token });
  return body.filter(({ kind }: { kind: string }) => KINDS.includes(kind)).reverse();
}
const kindsOf = async (user: TestUser) => (await received(user)).map(({ kind }: { kind: string }) => kind);

const ASK = `mutation ($preferences: [NotificationPreferenceInput!]) {
  updateNotificationSettings(preferences: $preferences) { mails } }`;
const ask = ({ token }: TestUser) => {
  const preferences = ['proof', 'deployment'].map((kind) => ({ kind, channel: 'in_app' }));
  return graphql(app, ASK, { preferences }, { token });
};

test('nobody gets proofs and deployments without asking, and a comment that came back is said once', async () => {
  await run('one', GREEN);
  await approve((await run('two')).id);
  await run('three', GREEN);
  expect(await kindsOf(editor)).toEqual(['status', 'regressed']);
  // The annotation is assigned to the member who approved its fix.
  expect((await kindsOf(owner)).sort()).toEqual(['assignment', 'regressed']);
  expect(await kindsOf(viewer)).toEqual([]);
});

test('those who ask get them, if they watch the thread or may review', async () => {
  for (const user of [editor, viewer]) expect((await ask(user)).errors).toBeUndefined();
  await run('one', GREEN);
  const two = await run('two');
  await approve(two.id);
  expect(await received(editor)).toMatchObject([
    {
      kind: 'deployment',
      deploymentId: two.id,
      annotationId: null,
      number: null,
      excerpt: 'two',
      projectId: site.projectId,
    },
    { kind: 'status', annotationId, actorId: owner.id },
    { kind: 'proof', annotationId, deploymentId: null, actorId: owner.id },
  ]);
  expect(await kindsOf(viewer)).toEqual([]);
  await run('three', () => ({ ...sitePage(200), record: { status: 500 } }) as never);
  expect((await kindsOf(editor)).at(-1)).toBe('deployment');
});
