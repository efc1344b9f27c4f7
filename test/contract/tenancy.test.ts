import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/generated/prisma/client.ts';
import type { RestResponse } from '../support/client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callGraphql, callRest, errorBody, type Outcome, STATUS_OF } from './support/call.ts';
import { databaseContent } from './support/database-content.ts';
import { forgedTokens } from './support/forged-tokens.ts';
import { ADMINISTRATION, needsToken, OPERATIONS, type Operation, ROUTED, rolesBelow } from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, tokensOfRoles, type World } from './support/world.ts';

/** Ids in a body that must belong to the resource of the path; foreign ones are invalid input. */
const BAD_VALUE = new Set([
  'assignAnnotation.assigneeId',
  'updateAnnotation.assigneeId',
  'addComment.parentId',
  'createWebhook.projectId',
  'annotations.environmentId',
  'moveAnnotation.after',
]);
/** Ids that only narrow a list: one that fits nothing gives an empty list. */
const FILTERS = new Set(['auditTrail.actorId', 'pages.environmentId', 'snapshots.environmentId']);
/** Ids that replace those of the sample. */
const ALTERNATIVES: Record<string, (world: World) => string> = {
  'comparisons.snapshotId': ({ pictures }) => pictures.before.id,
  'annotationChanged.organizationId': ({ owner }) => owner.organizationId,
  'snapshotChanged.organizationId': ({ owner }) => owner.organizationId,
  'deploymentChanged.organizationId': ({ owner }) => owner.organizationId,
};
/** Ids that the sample does not have. */
const ADDED: Record<string, (world: World) => string> = {
  'createAnnotation.snapshotId': ({ pictures }) => pictures.before.id,
  'setAnnotationStatus.verdictId': ({ reviewable }) => reviewable.verdictId,
};

const app = useTestApp();
let ours: World;
let theirs: World;
let forged: Record<string, string>;
/** Tokens of members of the own organization, by role. */
let tokens: Record<Role, string>;

beforeAll(async () => {
  ours = await createWorld(app);
  theirs = await createWorld(app);
  forged = await forgedTokens(app, ours.owner.id);
  tokens = await tokensOfRoles(app, ours);
});

// No test writes anything.
let content: Record<string, string>;
beforeAll(async () => {
  content = await databaseContent(app);
});
afterEach(async () => {
  const before = content;
  content = await databaseContent(app);
  expect(content).toEqual(before);
});

/** Calls over every transport that reaches the operation. */
async function call(operation: Operation, args: Arguments, token?: string): Promise<(Outcome | RestResponse)[]> {
  const route = ROUTED.find(({ name }) => name === operation.name);
  const responses = [
    await callGraphql(app, operation, args, { token }),
    ...(route ? [await callRest(app, route, args, { token })] : []),
  ];
  return responses.map((response) => ('headers' in response ? { ...response, headers: new Headers() } : response));
}

async function expectRefusal(operation: Operation, args: Arguments, code: string, token?: string): Promise<void> {
  const [overGraphql, overRest] = await call(operation, args, token);
  expect(overGraphql).toEqual({ code, message: expect.any(String) });
  if (!overRest) return;
  const status = STATUS_OF[code] ?? 0;
  expect(overRest).toMatchObject({ status, body: errorBody(status, expect.any(String)) });
}

const guarded = OPERATIONS.filter(needsToken);
/** Administrators of the installation reach every organization: test/contract/installation. */
const ofOrganizations = guarded.filter(({ name }) => !(name in ADMINISTRATION));
const idsOf = ({ field }: Operation) => field.args.filter(({ type }) => /^ID!?$/.test(String(type)));
const rows = (operations: Operation[]) => operations.map((operation) => ({ operation, name: operation.name }));

describe('the owner of another organization finds nothing', () => {
  test.each(rows(ofOrganizations.filter((operation) => idsOf(operation).length > 0)))(
    '$name',
    async ({ operation, name }) => {
      await expectRefusal(operation, sampleFor(name, ours), 'NOT_FOUND', theirs.owner.token);
    },
  );
});

describe('a foreign id and an unknown one get the same error', () => {
  const places = ofOrganizations.flatMap((operation) =>
    idsOf(operation).map((argument) => ({ operation, id: argument.name, place: `${operation.name}.${argument.name}` })),
  );
  test.each(places.filter(({ place }) => !FILTERS.has(place)))('$place', async ({ operation, id, place }) => {
    const alternative = ALTERNATIVES[place];
    const own = alternative ? {} : sampleFor(operation.name, theirs);
    const idOf = alternative ?? ADDED[place] ?? ((world: World) => sampleFor(operation.name, world)[id]);
    const foreign = { ...own, [id]: idOf(ours) };
    const code = BAD_VALUE.has(place) ? 'BAD_USER_INPUT' : 'NOT_FOUND';
    await expectRefusal(operation, foreign, code, theirs.owner.token);
    const responses = await call(operation, foreign, theirs.owner.token);
    expect(await call(operation, { ...own, [id]: randomUUID() }, theirs.owner.token)).toEqual(responses);
  });
});

describe('no token', () => {
  test.each(rows(guarded))('$name', async ({ operation, name }) => {
    await expectRefusal(operation, sampleFor(name, ours), 'UNAUTHENTICATED');
  });
});

describe('an invalid token', () => {
  test.each(rows(guarded))('$name', async ({ operation, name }) => {
    // The other ways to forge one are tried on a single operation, in auth.test.ts.
    for (const kind of ['expired', 'signed with another secret', 'unsigned']) {
      await expectRefusal(operation, sampleFor(name, ours), 'UNAUTHENTICATED', forged[kind]);
    }
  });
});

const needsUserRow = (name: string) =>
  [
    'me',
    'updateMe',
    'sessions',
    'endSession',
    'changePassword',
    'unlinkOidc',
    'requestEmailVerification',
    'exportMyData',
    'deleteAccount',
    'notificationSettings',
    'updateNotificationSettings',
    'createPersonalToken',
    'personalTokens',
    'updatePersonalToken',
    'revokePersonalToken',
    'appRequest',
    'allowAppRequest',
    'denyAppRequest',
    'connectedApps',
    'disconnectApp',
    'organizations',
    'createOrganization',
    'acceptInvitation',
    ...Object.keys(ADMINISTRATION),
  ].includes(name);

describe('a token of a deleted account', () => {
  test.each(rows(guarded))('$name', async ({ operation, name }) => {
    const token = await app.services.accessTokens.sign(randomUUID());
    await expectRefusal(operation, sampleFor(name, ours), needsUserRow(name) ? 'UNAUTHENTICATED' : 'NOT_FOUND', token);
  });
});

describe('a token from before the password was reset', () => {
  test.each(rows(guarded))('$name', async ({ operation, name }) => {
    const { id } = ours.owner;
    const { tokenGeneration } = await app.services.db.user.findUniqueOrThrow({ where: { id } });
    const token = await app.services.accessTokens.sign(id, tokenGeneration - 1);
    await expectRefusal(operation, sampleFor(name, ours), 'UNAUTHENTICATED', token);
  });
});

describe('an insufficient role', () => {
  const rejected = guarded.flatMap((operation) =>
    rolesBelow(operation).map((role) => ({ operation, role, name: operation.name })),
  );
  test.each(rejected)('$name by a member who is $role', async ({ operation, name, role }) => {
    await expectRefusal(operation, sampleFor(name, ours), 'FORBIDDEN', tokens[role]);
  });
});

describe('a member of both organizations', () => {
  test('cannot reference data of one from the other', async () => {
    const { db } = app.services;
    const { id: userId, token } = theirs.owner;
    const { organizationId } = ours.owner;
    await db.membership.create({ data: { id: randomUUID(), organizationId, userId, role: 'owner' } });
    for (const place of BAD_VALUE) {
      const [name = '', id = ''] = place.split('.');
      const operation = OPERATIONS.find((candidate) => candidate.name === name) as Operation;
      const mixed = { ...sampleFor(name, ours), [id]: sampleFor(name, theirs)[id] };
      await expectRefusal(operation, mixed, 'BAD_USER_INPUT', token);
    }
    await db.membership.deleteMany({ where: { userId, organizationId } });
  });
});
