import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { Role } from '../../../src/generated/prisma/client.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { hashToken, newSecretToken } from '../../../src/resolvers/core/auth/secret-token.ts';
import { giveInvoice, putOnPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { batchOf, click, snapshot, untilCounted } from '../../support/collection.ts';
import { createAnnotation, PASSWORD, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { createIntegration } from '../../support/integrations.ts';
import { painted, picture } from '../../support/pictures.ts';
import { storeSnapshot } from '../../support/snapshots.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createWebhook } from '../../support/webhooks.ts';

const PICTURE = picture(40, 30, (x, y) => [255 - x, 255 - y, 240]);
const PRICE = { x: 10, y: 8, width: 12, height: 6 };

/** An organization and who belongs to it. */
export interface Tenant {
  owner: TestUser;
  editor: TestUser;
  viewer: TestUser;
}

/** A tenant with something in it: the annotation belongs to project and environment, the comment to its thread. */
export interface World extends Tenant {
  project: { id: string; projectKey: string; slug: string };
  environment: { id: string };
  annotation: { id: string };
  comment: { id: string };
  /** Nobody takes it unless the app takes jobs. */
  snapshot: { id: string };
  /** Completed ones, of pictures that differ. */
  pictures: { before: { id: string }; after: { id: string } };
  /** Open, of the organization, which is on the plan Business. */
  invoice: { id: string };
  /** Of the owner, beside the one that registering opened. */
  session: { id: string; refreshToken: string };
  /** Hashes of two structures of a page, the earlier one first. */
  structures: [string, string];
  /** Sets the password of the owner. */
  resetToken: string;
  /** Of the editor. */
  membership: { id: string };
  /** Of events that no test causes; the delivery is of its test event, which nobody sends. */
  webhook: { id: string };
  delivery: { id: string };
  /** Of the project; it is disabled, so that nobody is told of what tests do. */
  integration: { id: string };
  /** To the organization, mailed to somebody without an account. */
  invitation: { id: string };
  /** Makes the owner a member of another organization. */
  invitationToken: string;
}

export async function createTenant(app: TestApp): Promise<Tenant> {
  const owner = await registerUser(app);
  return {
    owner,
    editor: await registerMember(app, owner.organizationId, 'editor'),
    viewer: await registerMember(app, owner.organizationId, 'viewer'),
  };
}

/** Gives a tenant a project, always with the same content, so that two of them differ in ids and times alone. */
export async function furnish(app: TestApp, tenant: Tenant, slug = 'shop'): Promise<World> {
  const { token, organizationId } = tenant.owner;
  await putOnPlan(app, organizationId, 'business');
  const made = await rest(app, 'POST', '/projects', { token, body: { organizationId, name: 'Shop', slug } });
  if (made.status !== 201) throw new Error(`no project "${slug}": ${made.body.message}`);
  // What follows a comment by and by would be counted by tests that make one.
  await app.services.pool.query('UPDATE projects SET capture_comments = false WHERE id = $1', [made.body.id]);
  const integration = await idleIntegration(app, tenant.owner, made.body.id);
  const environment = await rest(app, 'POST', '/environments', {
    token,
    body: { projectId: made.body.id, name: 'Live', url: 'https://shop.example/', kind: 'production' },
  });
  const annotation = await createAnnotation(app, tenant.owner, made.body.id, {
    metadata: { selector: '#price', xpath: '/html/body/p', text: '10 €', tag: 'p', sessionId: 'visit 10 €' },
  });
  const reply = await rest(app, 'POST', `/annotations/${annotation.id}/comments`, { token, body: { content: 'Why?' } });
  const snapshot = await rest(app, 'POST', '/v1/snapshots', {
    token,
    body: { projectId: made.body.id, url: 'https://shop.example/cart' },
  });
  const pictures = {
    before: await storeSnapshot(app, tenant.owner, made.body.id, PICTURE),
    after: await storeSnapshot(app, tenant.owner, made.body.id, painted(PICTURE, PRICE, [200, 0, 0])),
  };
  const opened = {
    session: await openSession(app, tenant.owner),
    resetToken: await giveResetToken(app, tenant.owner.id),
    membership: await membershipOf(app, tenant.editor, organizationId),
    ...(await testedWebhook(app, tenant.owner)),
    invitation: await inviteGuest(app, tenant.owner),
    invitationToken: await giveInvitationToken(app, tenant.owner),
    invoice: await giveInvoice(app, organizationId),
  };
  const structures = await collectTwice(app, made.body);
  return {
    ...tenant,
    ...opened,
    structures,
    project: made.body,
    environment: environment.body,
    integration,
    annotation,
    comment: reply.body,
    snapshot: snapshot.body.data,
    pictures,
  };
}

/** Two visits of a page that changed in between. */
async function collectTwice(app: TestApp, { id, projectKey }: World['project']): Promise<World['structures']> {
  for (const text of ['10 €', '12 €']) {
    const { status } = await rest(app, 'POST', '/v1/collect', {
      body: batchOf(projectKey, { sessionId: `visit ${text}`, snapshot: snapshot(text), events: [click(Date.now())] }),
    });
    if (status !== 202) throw new Error(`nothing collected: ${status}`);
  }
  await untilCounted(app);
  const { rows } = await app.services.pool.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM page_sightings WHERE project_id = $1 ORDER BY last_seen_at",
    [id],
  );
  return rows.map(({ hash }) => hash) as World['structures'];
}

async function openSession(app: TestApp, { email }: TestUser): Promise<World['session']> {
  const { body } = await rest(app, 'POST', '/auth/login', { body: { email, password: PASSWORD } });
  const list = await rest(app, 'GET', '/auth/sessions?limit=1', { token: body.accessToken });
  return { id: list.body[0].id, refreshToken: body.refreshToken };
}

/** A password reset as if its mail had come. */
export async function giveResetToken(app: TestApp, userId: string): Promise<string> {
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await app.services.db.passwordReset.create({
    data: { id: newId(), userId, tokenHash: hashToken(token), expiresAt },
  });
  return token;
}

const membershipOf = ({ services: { db } }: TestApp, { id: userId }: TestUser, organizationId: string) =>
  db.membership.findUniqueOrThrow({ where: { organizationId_userId: { organizationId, userId } } });

/** A receiver that is not there. */
export const UNHEARD = 'http://127.0.0.1:9/';

/** What createIntegration takes: a tracker that is not there. */
export const IDLE_PLACE = {
  provider: 'jira',
  name: 'Jira',
  notify: ['annotation', 'status'],
  baseUrl: UNHEARD.slice(0, -1),
  projectKey: 'SHOP',
  issueType: 'Bug',
  email: 'bot@example.com',
  token: 'a token of sixteen characters or more'.replaceAll(' ', '_'),
  inboundSecret: 'sixteen-characters-or-more',
};

/** An integration that is disabled. */
export async function idleIntegration(app: TestApp, owner: TestUser, projectId: string): Promise<{ id: string }> {
  const integration = await createIntegration(app, owner, projectId, IDLE_PLACE);
  await rest(app, 'PATCH', `/integrations/${integration.id}`, { token: owner.token, body: { enabled: false } });
  return integration;
}

async function testedWebhook(app: TestApp, owner: TestUser): Promise<Pick<World, 'webhook' | 'delivery'>> {
  const webhook = await createWebhook(app, owner, { url: UNHEARD, events: ['snapshot.completed'] });
  const { body } = await rest(app, 'POST', `/v1/webhooks/${webhook.id}/test`, { token: owner.token });
  return { webhook, delivery: body.data };
}

/** Waits for the mail: from then on nothing is written by itself. */
async function inviteGuest(app: TestApp, { token, organizationId }: TestUser): Promise<{ id: string }> {
  const { body } = await rest(app, 'POST', `/organizations/${organizationId}/invitations`, {
    token,
    body: { email: `${newId()}@example.com`, role: 'viewer' },
  });
  await vi.waitUntil(
    async () => (await app.services.db.invitation.count({ where: { id: body.id, mailedAt: null } })) === 0,
    { timeout: 30_000 },
  );
  return body;
}

/** An invitation to an organization of strangers, as if its mail had come. */
export async function giveInvitationToken(
  { services: { db } }: TestApp,
  { email }: Pick<TestUser, 'email'>,
  role: Role = 'editor',
): Promise<string> {
  const token = newSecretToken();
  const id = newId();
  await db.organization.create({
    data: {
      id,
      name: 'Strangers',
      slug: `strangers-${randomUUID().slice(0, 8)}`,
      invitations: {
        create: {
          id: newId(),
          email,
          role,
          tokenHash: hashToken(token),
          expiresAt: new Date(Date.now() + 3_600_000),
          mailedAt: new Date(),
        },
      },
    },
  });
  return token;
}

/** A member for each role, beside those of the world: some operations change or remove these. */
export async function tokensOfRoles(app: TestApp, organizationId: string): Promise<Record<Role, string>> {
  const tokenOf = async (role: Role) => (await registerMember(app, organizationId, role)).token;
  return {
    viewer: await tokenOf('viewer'),
    editor: await tokenOf('editor'),
    admin: await tokenOf('admin'),
    owner: await tokenOf('owner'),
  };
}

export const createWorld = async (app: TestApp): Promise<World> => furnish(app, await createTenant(app));
