import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { Role } from '../../../src/generated/prisma/client.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { addVisitorCode } from '../../../src/resolvers/core/annotations/visitor-codes.ts';
import { hashToken, newSecretToken } from '../../../src/resolvers/core/auth/secret-token.ts';
import { connectTestApp } from '../../support/access-tokens.ts';
import { attachFile } from '../../support/attachments.ts';
import { createInvoice, setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { click, createBatch, snapshot, waitUntilCounted } from '../../support/collection.ts';
import { createAnnotation, PASSWORD, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { codeRequest, createVisitor, registerClient, startRequest } from '../../support/oauth.ts';
import { createPicture, fillBox } from '../../support/pictures.ts';
import { startPipelineIssuer } from '../../support/servers/pipeline-issuer.ts';
import { storeSnapshot } from '../../support/snapshots.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { createDisabledIntegration, insertSend, linkIssue, trackerSettings } from './integration-fixtures.ts';
import { giveToVisitor } from './visitor-credentials.ts';

const PICTURE = createPicture(40, 30, (x, y) => [255 - x, 255 - y, 240]);
const PRICE = { x: 10, y: 8, width: 12, height: 6 };

/** An organization and its members. */
export interface Tenant {
  owner: TestUser;
  editor: TestUser;
  viewer: TestUser;
}

/**
 * A tenant with one record of each kind. The annotation belongs to project and environment, and
 * a visitor has a token of it; the comment belongs to its thread.
 */
export interface World extends Tenant {
  project: { id: string; projectKey: string; slug: string };
  environment: { id: string };
  annotation: { id: string; number: number };
  comment: { id: string };
  /** Another open annotation of the project. */
  neighbor: { id: string };
  label: { id: string };
  /** Personal view of the owner. */
  view: { id: string };
  /** Text file of the comment. */
  attachment: { id: string };
  /** A pending snapshot; claimed only if the app processes jobs. */
  snapshot: { id: string };
  /** Completed snapshots with different pictures. */
  pictures: { before: { id: string }; after: { id: string } };
  /** One of two stored comparisons of these snapshots. */
  comparison: { id: string };
  /** Queued one after one to review, each with a capture, a change, a verdict and a review. */
  deployment: { id: string };
  /** The only one of its environment, with a capture that failed. */
  failedDeployment: { id: string };
  /** The one before, with a change without a decision. */
  reviewable: { id: string; changeId: string; verdictId: string };
  review: { id: string };
  ignoreRule: { id: string };
  /** Active guard of the annotation, beside two that ended. */
  guard: { id: string };
  /** Open invoice of the organization, which is on the Business plan. */
  invoice: { id: string };
  /** Second session of the owner. */
  session: { id: string; refreshToken: string };
  /** Hashes of two structures of a page, oldest first. */
  structures: [string, string];
  /** Token that resets the password of the owner. */
  resetToken: string;
  /** Token of a mail that verifies the owner's address. */
  verificationToken: string;
  /** Membership of the editor. */
  membership: { id: string };
  /**
   * Webhook for events that no test causes; the delivery is its test event, which is never sent.
   */
  webhook: { id: string };
  delivery: { id: string };
  /** Disabled integration of the project, so that it sends nothing. */
  integration: { id: string };
  /** Access to the tracker of the integration, which responds. */
  tracker: Record<string, string>;
  /** Unfinished send of the integration. */
  annotationSend: { id: string };
  /** Access token of the owner, and one of the organization, each with all projects. */
  personalToken: { id: string };
  projectToken: { id: string };
  /** App that the owner connected, with all projects, and the requests of others. */
  pipeline: { idToken: string; proof: string };
  connectedApp: { id: string };
  appRequests: { allowed: string; denied: string };
  /** Invitation to the organization, mailed to an address without an account. */
  invitation: { id: string };
  /** Token that makes the owner a member of another organization. */
  invitationToken: string;
  /** Mailed code of the annotation's visitor. */
  visitorCode: string;
}

export async function createTenant(app: TestApp): Promise<Tenant> {
  const owner = await registerUser(app);
  // Reads what the generated suites read of the installation.
  await app.services.pool.query('UPDATE users SET administrator_since = now() WHERE id = $1', [owner.id]);
  return {
    owner,
    editor: await registerMember(app, owner.organizationId, 'editor'),
    viewer: await registerMember(app, owner.organizationId, 'viewer'),
  };
}

/** Populates a tenant with the same content each time: two tenants differ in ids and times only. */
export async function populateTenant(app: TestApp, tenant: Tenant, slug = 'shop'): Promise<World> {
  const { token, organizationId } = tenant.owner;
  await setPlan(app, organizationId, 'business');
  const made = await rest(app, 'POST', '/projects', { token, body: { organizationId, name: 'Shop', slug } });
  if (made.status !== 201) throw new Error(`no project "${slug}": ${made.body.message}`);
  // Asynchronous captures would disturb tests that count statements.
  await app.services.pool.query("UPDATE projects SET capture_comments = false, public_replies = 'all' WHERE id = $1", [
    made.body.id,
  ]);
  const integration = await createDisabledIntegration(app, tenant.owner, made.body.id);
  const tracker = await trackerSettings();
  await rest(app, 'PATCH', `/integrations/${integration.id}`, { token, body: tracker });
  const annotationSend = await insertSend(app, integration.id);
  const environment = await rest(app, 'POST', '/environments', {
    token,
    body: { projectId: made.body.id, name: 'Live', url: 'https://shop.example/', kind: 'production' },
  });
  const annotation = await createAnnotation(app, tenant.owner, made.body.id, {
    metadata: { selector: '#price', xpath: '/html/body/p', text: '10 €', tag: 'p', sessionId: 'visit 10 €' },
  });
  await giveToVisitor(app, annotation);
  await linkIssue(app, annotation.id, integration.id);
  const reply = await rest(app, 'POST', `/annotations/${annotation.id}/comments`, { token, body: { content: 'Why?' } });
  const neighbor = await createAnnotation(app, tenant.owner, made.body.id, { content: 'The next one' });
  const label = await rest(app, 'POST', '/labels', {
    token,
    body: { projectId: made.body.id, name: 'Design', color: '#8250df' },
  });
  await rest(app, 'POST', '/labels', { token, body: { projectId: made.body.id, name: 'Text', color: '#2f6fed' } });
  const view = await rest(app, 'POST', '/annotation-views', { token, body: { organizationId, name: 'All' } });
  await attachFile(app, tenant.owner, { id: annotation.id });
  const attachment = await attachFile(app, tenant.owner, { id: annotation.id, commentId: reply.body.id });
  const snapshot = await rest(app, 'POST', '/v1/snapshots', {
    token,
    body: { projectId: made.body.id, url: 'https://shop.example/cart' },
  });
  const pictures = {
    before: await storeSnapshot(app, tenant.owner, made.body.id, PICTURE),
    after: await storeSnapshot(app, tenant.owner, made.body.id, fillBox(PICTURE, PRICE, [200, 0, 0])),
  };
  const compare = async (threshold: number) =>
    rest(app, 'POST', '/v1/snapshots/compare', {
      token,
      body: { baselineId: pictures.before.id, comparisonId: pictures.after.id, threshold },
    });
  await compare(0.5);
  const compared = await compare(0.1);
  const opened = {
    session: await openSession(app, tenant.owner),
    resetToken: await createResetToken(app, tenant.owner.id),
    verificationToken: await createVerificationToken(app, tenant.owner),
    membership: await membershipOf(app, tenant.editor, organizationId),
    ...(await createTestedWebhook(app, tenant.owner)),
    invitation: await inviteGuest(app, tenant.owner),
    invitationToken: await createInvitationToken(app, tenant.owner),
    invoice: await createInvoice(app, organizationId),
    ...(await createTokens(app, tenant.owner)),
    connectedApp: await connectTestApp(app, tenant.owner),
    appRequests: { allowed: await createAppRequest(app), denied: await createAppRequest(app) },
  };
  const structures = await collectTwoStructures(app, made.body);
  return {
    ...tenant,
    ...opened,
    structures,
    project: made.body,
    environment: environment.body,
    integration,
    annotationSend,
    tracker,
    annotation,
    comment: reply.body,
    neighbor,
    visitorCode: await addVisitorCode(app.services.pool, annotation.id),
    label: label.body,
    view: view.body,
    attachment,
    snapshot: snapshot.body.data,
    pictures,
    comparison: compared.body.data,
    ...(await insertFailedDeployment(app, made.body.id)),
    ...(await insertTwoDeployments(app, {
      projectId: made.body.id,
      environmentId: environment.body.id,
      annotationId: annotation.id,
      pictures,
      authorId: tenant.owner.id,
    })),
    guard: await insertGuards(app, {
      projectId: made.body.id,
      environmentId: environment.body.id,
      annotationId: annotation.id,
    }),
    ignoreRule: await insertRuleAndBaselines(app, {
      projectId: made.body.id,
      environmentId: environment.body.id,
      pictures,
    }),
  };
}

/** Inserts a deployment to review and a queued one, with parts of each kind. */
async function insertTwoDeployments(
  { services: { pool } }: TestApp,
  of: Record<'projectId' | 'environmentId' | 'annotationId' | 'authorId', string> & Pick<World, 'pictures'>,
): Promise<Pick<World, 'deployment' | 'reviewable' | 'review'>> {
  const { pictures } = of;
  const values = [of.projectId, of.environmentId, of.annotationId, of.authorId, pictures.before.id, pictures.after.id];
  const insert = () =>
    // The upgrade test replays these statements, so ids that later ones use are values.
    pool.query<{ id: string; reviewId: string; captureId: string; verdictId: string }>(
      `WITH d AS (
       INSERT INTO deployments (id, project_id, environment_id, commit, author_id, updated_at)
       VALUES ($7, $1, $2, 'f00d', $4, now()) RETURNING id
     ), c AS (
       INSERT INTO deployment_captures (id, deployment_id, position, url, url_key, viewport_width, viewport_height,
         device_scale_factor, state, snapshot_id, baseline_id, change_count)
       SELECT $8::uuid, id, 0, 'https://shop.example/cart', 'https://shop.example/cart', 40, 30, 1, 'changed', $6, $5, 1 FROM d
       RETURNING id, deployment_id
     ), r AS (
       INSERT INTO deployment_reviews (id, deployment_id, decision, author_id)
       SELECT $9::uuid, id, 'approved', $4 FROM d RETURNING id
     ), v AS (
       INSERT INTO deployment_verdicts (id, deployment_id, capture_id, annotation_id, verdict, reason, evidence, before_snapshot_id, after_snapshot_id)
       SELECT $10::uuid, deployment_id, id, $3, 'unknown', 'no_earlier_pin', '{"text": null, "styles": []}', $5, $6 FROM c
       RETURNING id
     ), x AS (
       INSERT INTO deployment_changes (id, deployment_id, capture_id, position, selector, tag, kinds, before, after, region, likeness, review_id)
       SELECT gen_random_uuid(), c.deployment_id, c.id, 0, '#price', 'p', '{text}', '{"text": "10 €"}', '{"text": "12 €"}',
              '{"x": 10, "y": 8, "width": 12, "height": 6}', 'likeness', r.id FROM c, r
     )
     SELECT d.id, r.id AS "reviewId", c.id AS "captureId", v.id AS "verdictId" FROM d, r, c, v`,
      [...values, newId(), newId(), newId(), newId()],
    );
  const [first] = (await insert()).rows;
  const [second] = (await insert()).rows;
  if (!first || !second) throw new Error('no deployments');
  const changeId = newId();
  await pool.query(
    `INSERT INTO deployment_changes (id, deployment_id, capture_id, position, kinds, region, likeness)
     VALUES ($1, $2, $3, 1, '{changed}', '{"x": 1, "y": 1, "width": 2, "height": 2}', 'other')`,
    [changeId, first.id, first.captureId],
  );
  await pool.query(`UPDATE deployments SET status = 'needs_review' WHERE id = $1`, [first.id]);
  const { id, verdictId, reviewId } = first;
  return { deployment: { id: second.id }, reviewable: { id, changeId, verdictId }, review: { id: reviewId } };
}

/** Inserts a deployment of its own environment, whose capture failed. */
async function insertFailedDeployment(
  { services: { pool } }: TestApp,
  projectId: string,
): Promise<Pick<World, 'failedDeployment'>> {
  const [environmentId, id] = [newId(), newId()];
  await pool.query(
    `INSERT INTO environments (id, project_id, name, url, url_key, kind, updated_at)
     VALUES ($1, $2, 'Preview', 'https://preview.shop.example', 'https://preview.shop.example', 'staging', now())`,
    [environmentId, projectId],
  );
  await pool.query(
    `INSERT INTO deployments (id, project_id, environment_id, commit, status, updated_at)
     VALUES ($1, $2, $3, 'f00d', 'failed', now())`,
    [id, projectId, environmentId],
  );
  await pool.query(
    `INSERT INTO deployment_captures (id, deployment_id, position, url, url_key, viewport_width, viewport_height,
       device_scale_factor, state, error)
     VALUES ($1, $2, 0, 'https://preview.shop.example', 'https://preview.shop.example', 40, 30, 1, 'failed', 'HTTP 500')`,
    [newId(), id],
  );
  return { failedDeployment: { id } };
}

/** Inserts two ignored elements, and baselines of two pages; makes a picture fit to be one. */
async function insertRuleAndBaselines(
  { services: { pool } }: TestApp,
  { projectId, environmentId, pictures }: Record<'projectId' | 'environmentId', string> & Pick<World, 'pictures'>,
): Promise<{ id: string }> {
  await pool.query('UPDATE snapshots SET full_page = true WHERE id = $1', [pictures.after.id]);
  await pool.query(
    `INSERT INTO baselines (id, environment_id, url_key, viewport_width, viewport_height, device_scale_factor, snapshot_id)
     SELECT gen_random_uuid(), $1, 'https://shop.example/' || page, 40, 30, 1, $2 FROM unnest('{old,cart}'::text[]) AS page`,
    [environmentId, pictures.before.id],
  );
  const id = newId();
  await pool.query(
    `INSERT INTO ignore_rules (id, project_id, path, selector, reason)
     VALUES ($1, $2, '', '#clock', 'Shows the time'), (gen_random_uuid(), $2, NULL, '#ad', 'An ad')`,
    [id, projectId],
  );
  return { id };
}

/** Inserts an active guard and two that ended, and the state that deployments found. */
async function insertGuards(
  { services: { pool } }: TestApp,
  { projectId, environmentId, annotationId }: Record<'projectId' | 'environmentId' | 'annotationId', string>,
): Promise<{ id: string }> {
  const look = { state: 'bound', confidence: 1, box: { x: 1, y: 1, width: 2, height: 2 }, text: '10 €', styles: {} };
  const ids = [newId(), newId(), newId()];
  await pool.query(
    `INSERT INTO guards (id, project_id, annotation_id, environment_id, url_key, viewport_width, viewport_height,
       device_scale_factor, state, reported, accepted, deployment_id, verdict_id)
     SELECT g.id, $2, $3, $4, 'https://shop.example/cart', 40, 30, 1, g.state, $5, $5, gen_random_uuid(), gen_random_uuid()
       FROM unnest($1::uuid[], '{active,returned,returned}'::"GuardState"[]) AS g(id, state)`,
    [ids, projectId, annotationId, environmentId, JSON.stringify(look)],
  );
  await pool.query(
    `INSERT INTO annotation_fixes (annotation_id, environment_id, viewport_width, viewport_height, device_scale_factor, state, deployment_id)
     VALUES ($1, $2, 40, 30, 1, 'accepted', gen_random_uuid())`,
    [annotationId, environmentId],
  );
  return { id: ids[0] ?? '' };
}

/** Collects two visits of a page that changed in between. */
async function collectTwoStructures(app: TestApp, { id, projectKey }: World['project']): Promise<World['structures']> {
  for (const text of ['10 €', '12 €']) {
    const { status } = await rest(app, 'POST', '/v1/collect', {
      body: createBatch(projectKey, {
        sessionId: `visit ${text}`,
        snapshot: snapshot(text),
        events: [click(Date.now())],
      }),
    });
    if (status !== 202) throw new Error(`nothing collected: ${status}`);
  }
  await waitUntilCounted(app);
  const { rows } = await app.services.pool.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM page_sightings WHERE project_id = $1 ORDER BY last_seen_at",
    [id],
  );
  return rows.map(({ hash }) => hash) as World['structures'];
}

async function createTokens(
  app: TestApp,
  { token, organizationId }: TestUser,
): Promise<Pick<World, 'personalToken' | 'projectToken' | 'pipeline'>> {
  const rights = { preset: 'fix', allProjects: true };
  const issuer = await startPipelineIssuer(app.services.config.http.baseUrl);
  const pipeline = { provider: 'github', issuer: issuer.url, repository: 'acme/shop', refs: ['main'] };
  const personal = await rest(app, 'POST', '/auth/access-tokens', { token, body: { name: 'Script', ...rights } });
  const project = await rest(app, 'POST', '/access-tokens', {
    token,
    body: { organizationId, role: 'editor', name: 'Build', pipeline, ...rights },
  });
  return {
    personalToken: personal.body,
    projectToken: project.body,
    pipeline: { idToken: await issuer.github(), proof: 'a secret of this job alone' },
  };
}

/** Starts the request of an app in a browser. */
async function createAppRequest(app: TestApp): Promise<string> {
  const { client_id } = await registerClient(app);
  return startRequest(createVisitor(app), codeRequest(app, { client_id }));
}

async function openSession(app: TestApp, { email }: TestUser): Promise<World['session']> {
  const { body } = await rest(app, 'POST', '/auth/login', { body: { email, password: PASSWORD } });
  const list = await rest(app, 'GET', '/auth/sessions?limit=1', { token: body.accessToken });
  return { id: list.body[0].id, refreshToken: body.refreshToken };
}

/** Creates a password reset without its mail. */
export async function createResetToken(app: TestApp, userId: string): Promise<string> {
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await app.services.db.passwordReset.create({
    data: { id: newId(), userId, tokenHash: hashToken(token), expiresAt },
  });
  return token;
}

/** Creates the verification of an address without its mail. */
async function createVerificationToken(app: TestApp, { id: userId, email }: TestUser): Promise<string> {
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + 86_400_000);
  await app.services.db.emailVerification.create({
    data: { id: newId(), userId, email, tokenHash: hashToken(token), expiresAt },
  });
  return token;
}

const membershipOf = ({ services: { db } }: TestApp, { id: userId }: TestUser, organizationId: string) =>
  db.membership.findUniqueOrThrow({ where: { organizationId_userId: { organizationId, userId } } });

/** URL at which no server listens. */
export const UNREACHABLE_URL = 'http://127.0.0.1:9/';

async function createTestedWebhook(app: TestApp, owner: TestUser): Promise<Pick<World, 'webhook' | 'delivery'>> {
  const webhook = await createWebhook(app, owner, { url: UNREACHABLE_URL, events: ['snapshot.completed'] });
  const { body } = await rest(app, 'POST', `/v1/webhooks/${webhook.id}/test`, { token: owner.token });
  return { webhook, delivery: body.data };
}

/** Invites a guest and waits for the mail, so that nothing is written asynchronously afterwards. */
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

/** Creates an invitation to an unrelated organization without its mail. */
export async function createInvitationToken(
  { services: { db } }: TestApp,
  { email }: Pick<TestUser, 'email'>,
  role: Role = 'editor',
): Promise<string> {
  const token = newSecretToken();
  const id = newId();
  await db.organization.create({
    data: {
      id,
      name: 'Third party',
      slug: `third-party-${randomUUID().slice(0, 8)}`,
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

/**
 * Registers a member for each role, separate from the fixture: some operations change or remove
 * those.
 */
export async function tokensOfRoles(
  app: TestApp,
  { owner: { organizationId }, project }: Pick<World, 'owner' | 'project'>,
): Promise<Record<Role, string>> {
  const tokenOf = async (role: Role) =>
    (await registerMember(app, organizationId, role, role === 'guest' ? [project.id] : undefined)).token;
  return {
    viewer: await tokenOf('viewer'),
    editor: await tokenOf('editor'),
    admin: await tokenOf('admin'),
    owner: await tokenOf('owner'),
    guest: await tokenOf('guest'),
  };
}

/** Inserts a snapshot whose capture failed. */
export async function insertFailedSnapshot({ services }: TestApp, projectId: string, createdAt: string): Promise<void> {
  await services.pool.query(
    `INSERT INTO snapshots (id, project_id, url, url_key, viewport_width, viewport_height, device_scale_factor,
       full_page, delay, "freeze", status, error, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'https://shop.example/', 'https://shop.example/', 800, 600, 1, false, 0, true,
       'failed', 'the page did not load', $2, now())`,
    [projectId, createdAt],
  );
}

export const createWorld = async (app: TestApp): Promise<World> => populateTenant(app, await createTenant(app));
