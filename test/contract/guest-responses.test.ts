import { beforeAll, describe, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { registerMember, type TestUser } from '../support/factories.ts';
import { waitForMail } from '../support/mails.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callRest } from './support/call.ts';
import { type EventStream, openEventStream } from './support/event-stream.ts';
import {
  ADMINISTRATION,
  fullDocument,
  inExecutionOrder,
  needsToken,
  OPERATIONS,
  type Operation,
  PERSONAL,
  ROUTED,
  rolesBelow,
} from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, type World } from './support/world.ts';

// Every response that a guest can get is searched for what guests may not see. Viewers get the same
// responses with it, which shows that the search can find something.

/** Texts that occur only in diagnostics, in the session timeline and in linked issues. */
const SECRETS = ['console-of-the-visitor', 'visitor@example.com', 'visit 10 €', 'SECRET-1'];

const app = useTestApp();
let world: World;
let guest: TestUser;
let viewer: TestUser;

beforeAll(async () => {
  world = await createWorld(app);
  const { owner, project, environment, annotation } = world;
  guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  viewer = await registerMember(app, owner.organizationId, 'viewer');
  const metadata = {
    selector: '#price',
    sessionId: 'visit 10 €',
    diagnostics: { console: ['console-of-the-visitor'] },
  };
  await app.services.db.annotation.update({
    where: { id: annotation.id },
    data: {
      metadata,
      authorEmail: 'visitor@example.com',
      authorId: null,
      environmentId: environment.id,
      externalIssues: [
        {
          integrationId: world.integration.id,
          provider: 'jira',
          key: 'SECRET-1',
          url: 'https://jira.example/SECRET-1',
          state: 'open',
        },
      ],
    },
  });
  const { token } = owner;
  const path = `/annotations/${annotation.id}`;
  await rest(app, 'PUT', `${path}/assign`, { token, body: { assigneeId: world.editor.id } });
  await rest(app, 'PUT', `${path}/status`, { token, body: { status: 'in_progress' } });
});

const addresses = () => [world.owner, world.editor, world.viewer].map(({ email }) => email);
const found = (response: unknown): string[] => {
  const text = JSON.stringify(response);
  return [...SECRETS, ...addresses()].filter((secret) => text.includes(secret));
};

/** Arguments of a full document: its lists are limited to a few items. */
const fullArguments = (operation: Operation): Arguments => ({
  ...Object.fromEntries([...fullDocument(operation).matchAll(/\$(\w*first): Int/gi)].map(([, name]) => [name, 5])),
  ...sampleFor(operation.name, world),
});

const isDeletion = ({ name }: Operation) => name.startsWith('delete');
const permitted = inExecutionOrder(OPERATIONS).filter(
  (operation) =>
    needsToken(operation) &&
    !(operation.name in PERSONAL) &&
    !(operation.name in ADMINISTRATION) &&
    !rolesBelow(operation).includes('guest') &&
    !isDeletion(operation),
);
const reads = permitted.filter(({ kind }) => kind === 'query');
const rows = (operations: Operation[]) => operations.map((operation) => ({ operation, name: operation.name }));

async function responsesTo(operation: Operation, token: string): Promise<unknown[]> {
  const route = ROUTED.find(({ name }) => name === operation.name);
  const overGraphql = await graphql(app, fullDocument(operation), fullArguments(operation), { token });
  expect(overGraphql.errors).toBeUndefined();
  if (!route) return [overGraphql];
  const overRest = await callRest(app, route, sampleFor(operation.name, world), { token });
  expect(overRest.status).toBeLessThan(300);
  return [overGraphql, overRest.body];
}

describe('a guest sees neither addresses of others nor diagnostics', () => {
  // Permitted to the author of a comment.
  const ofAuthors = ['updateComment', 'createAttachment'];
  const calls = permitted.filter(({ kind, name }) => kind !== 'subscription' && !ofAuthors.includes(name));
  test.each(rows(calls))('$name', async ({ operation }) => {
    expect(found(await responsesTo(operation, guest.token))).toEqual([]);
  });
});

test('a viewer sees them in the same responses', async () => {
  const shown = new Set<string>();
  for (const operation of reads) {
    for (const text of found(await responsesTo(operation, viewer.token))) shown.add(text);
  }
  expect([...shown].sort()).toEqual([...SECRETS, world.owner.email, world.editor.email].sort());
});

test('a guest sees the own address', async () => {
  const { body } = await rest(app, 'POST', '/annotations', {
    token: guest.token,
    body: { projectId: world.project.id, content: 'Hello', url: 'https://shop.example/cart' },
  });
  expect(body.author).toEqual({ id: guest.id, name: 'guest', email: guest.email });
  const me = await rest(app, 'GET', '/auth/me', { token: guest.token });
  expect(me.body.email).toBe(guest.email);
});

test('a guest changes and deletes only own replies', async () => {
  const path = `/annotations/${world.annotation.id}/comments`;
  const { token } = guest;
  const own = await rest(app, 'POST', path, { token, body: { content: 'Mine' } });
  expect(own.status).toBe(201);
  const change = (id: string) => rest(app, 'PATCH', `${path}/${id}`, { token, body: { content: 'Changed' } });
  expect((await change(own.body.id)).status).toBe(200);
  expect((await change(world.comment.id)).status).toBe(403);
  expect((await rest(app, 'DELETE', `${path}/${world.comment.id}`, { token })).status).toBe(403);
  expect((await rest(app, 'DELETE', `${path}/${own.body.id}`, { token })).status).toBe(200);
});

const REPLY = 'Is it?';

/** Reads a stream up to the update of the reply; updates of earlier changes may precede it. */
async function readReply(stream: EventStream): Promise<unknown> {
  for (;;) {
    const update = await stream.next();
    if (JSON.stringify(update).includes(REPLY)) return update;
  }
}

describe('a guest and a viewer with the same subscription', () => {
  // Each member has notifications of its own, without addresses; deployments have no texts.
  const withoutTexts = ['notificationReceived', 'deploymentChanged'];
  const subscriptions = permitted.filter(({ kind, name }) => kind === 'subscription' && !withoutTexts.includes(name));
  test.each(rows(subscriptions))('get different data of $name', async ({ operation }) => {
    const document = fullDocument(operation);
    const args = fullArguments(operation);
    const streams = await Promise.all(
      [viewer, guest, viewer].map(({ token }) => openEventStream(app, document, args, token)),
    );
    await rest(app, 'POST', `/annotations/${world.annotation.id}/comments`, {
      token: world.editor.token,
      body: { content: REPLY },
    });
    const [ofViewer, ofGuest, again] = await Promise.all(streams.map(readReply));
    expect(found(ofViewer)).toContain(world.editor.email);
    expect(found(again)).toEqual(found(ofViewer));
    expect(found(ofGuest)).toEqual([]);
    for (const stream of streams) await stream.close();
  });
});

test.each([
  ['guest', false],
  ['viewer', true],
] as const)('the invitation of a %s shows the address of the inviter: %s', async (role, shows) => {
  const { token, organizationId, email } = world.owner;
  const invited = `${role}-to-be@example.com`;
  const body = { email: invited, role, projectIds: [world.project.id] };
  expect((await rest(app, 'POST', `/organizations/${organizationId}/invitations`, { token, body })).status).toBe(201);
  const mail = await waitForMail(app, invited);
  expect(mail.includes(`(${email})`)).toBe(shows);
  expect(mail).toContain('Ada');
});
