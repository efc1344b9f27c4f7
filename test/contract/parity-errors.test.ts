import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/generated/prisma/client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callGraphql, callRest, errorBody, STATUS_OF } from './support/call.ts';
import { needsToken, ROUTED, type RoutedOperation, rolesBelow, routed } from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, populateTenant, tokensOfRoles, type World } from './support/world.ts';

const app = useTestApp();
let world: World;
/** Tokens of members by role. */
let tokens: Record<Role, string>;

beforeAll(async () => {
  world = await createWorld(app);
  await populateTenant(app, world, 'second');
  tokens = await tokensOfRoles(app, world);
});

/** A REST message in the names that GraphQL gives paging. */
const inSchemaNames = (message: string) => message.replace(/^limit:/, 'first:').replace(/^cursor:/, 'after:');

/**
 * Expects the same message over GraphQL and REST, with a matching code and status.
 * @returns the code
 */
async function expectSameError(name: string, args: Arguments, token?: string): Promise<string | undefined> {
  const { code, message } = await callGraphql(app, routed(name), args, { token });
  const { status, body } = await callRest(app, routed(name), args, { token });
  expect(status).toBe(STATUS_OF[code ?? '']);
  expect({ ...body, message: inSchemaNames(body.message) }).toEqual(errorBody(status, message));
  return code;
}

const requiredIds = ({ field }: RoutedOperation) => field.args.filter(({ type }) => String(type) === 'ID!');
const namesOf = (operations: RoutedOperation[]) => operations.map(({ name }) => name);
const guarded = ROUTED.filter(needsToken);

test.each(namesOf(guarded))('%s without a token', async (name) => {
  expect(await expectSameError(name, sampleFor(name, world))).toBe('UNAUTHENTICATED');
});

test.each(namesOf(guarded.filter((operation) => requiredIds(operation).length > 0)))(
  '%s with an unknown id',
  async (name) => {
    const absent = Object.fromEntries(requiredIds(routed(name)).map((argument) => [argument.name, randomUUID()]));
    expect(await expectSameError(name, { ...sampleFor(name, world), ...absent }, world.owner.token)).toBe('NOT_FOUND');
  },
);

test.each(guarded.flatMap((operation) => rolesBelow(operation).map((role) => [operation.name, role] as const)))(
  '%s by a member who is %s',
  async (name, role) => {
    expect(await expectSameError(name, sampleFor(name, world), tokens[role])).toBe('FORBIDDEN');
  },
);

const forgedCursor = Buffer.from(`-8640000000000000 ${randomUUID()}`).toString('base64url');

const cases: [name: string, wrong: Arguments, code: string][] = [
  ['register', { email: 'nobody', password: 'short' }, 'BAD_USER_INPUT'],
  ['login', { password: 'another password' }, 'UNAUTHENTICATED'],
  ['refresh', { refreshToken: 'unknown' }, 'UNAUTHENTICATED'],
  ['requestPasswordReset', { email: 'nobody' }, 'BAD_USER_INPUT'],
  ['confirmPasswordReset', { token: 'unknown' }, 'BAD_USER_INPUT'],
  ['confirmPasswordReset', { password: 'password' }, 'BAD_USER_INPUT'],
  ['changePassword', { currentPassword: 'another password' }, 'BAD_USER_INPUT'],
  ['changePassword', { newPassword: 'short' }, 'BAD_USER_INPUT'],
  ['endSession', { id: 'nope' }, 'NOT_FOUND'],
  ['sessions', { first: 0 }, 'BAD_USER_INPUT'],
  ['createOrganization', { name: '', slug: 'A' }, 'BAD_USER_INPUT'],
  ['updateOrganization', { name: null }, 'BAD_USER_INPUT'],
  ['organization', { id: 'nope' }, 'NOT_FOUND'],
  ['members', { organizationId: 'nope' }, 'NOT_FOUND'],
  ['changeMemberRole', { memberId: 'nope' }, 'NOT_FOUND'],
  ['removeMember', { memberId: 'nope' }, 'NOT_FOUND'],
  ['createInvitation', { email: 'nobody' }, 'BAD_USER_INPUT'],
  ['revokeInvitation', { invitationId: 'nope' }, 'NOT_FOUND'],
  ['acceptInvitation', { token: 'unknown' }, 'BAD_USER_INPUT'],
  ['importProjects', { organizationId: 'nope' }, 'BAD_USER_INPUT'],
  ['importMembers', { members: Array(1_001).fill({}) }, 'BAD_USER_INPUT'],
  ['createProject', { slug: 'shop' }, 'CONFLICT'],
  ['createProject', { slug: 'No Slug', name: '' }, 'BAD_USER_INPUT'],
  ['createProject', { organizationId: 'nope' }, 'BAD_USER_INPUT'],
  ['updateProject', { slug: 'second' }, 'CONFLICT'],
  ['updateProject', { name: null }, 'BAD_USER_INPUT'],
  ['updateProject', { allowedOrigins: ['shop.example'] }, 'BAD_USER_INPUT'],
  ['createAnnotation', { content: ' ', url: 'ftp://shop.example' }, 'BAD_USER_INPUT'],
  ['createAnnotation', { projectId: 'nope' }, 'BAD_USER_INPUT'],
  ['createAnnotation', { position_x: 1e9 }, 'BAD_USER_INPUT'],
  ['createAnnotation', { metadata: { text: '\0' } }, 'BAD_USER_INPUT'],
  ['createEnvironment', { url: 'HTTPS://Shop.Example:443/?a=1#b' }, 'CONFLICT'],
  ['createEnvironment', { name: '', url: 'shop.example' }, 'BAD_USER_INPUT'],
  ['createEnvironment', { projectId: 'nope' }, 'BAD_USER_INPUT'],
  ['updateEnvironment', { id: 'nope' }, 'NOT_FOUND'],
  ['updateEnvironment', { url: null, kind: null }, 'BAD_USER_INPUT'],
  ['deleteEnvironment', { id: 'nope' }, 'NOT_FOUND'],
  ['annotations', { environmentId: randomUUID() }, 'BAD_USER_INPUT'],
  ['annotations', { environmentId: 'nope' }, 'BAD_USER_INPUT'],
  ['annotations', { url: 'nowhere' }, 'BAD_USER_INPUT'],
  ['annotations', { first: 0 }, 'BAD_USER_INPUT'],
  ['annotations', { first: 501 }, 'BAD_USER_INPUT'],
  ['annotations', { after: 'nonsense' }, 'BAD_USER_INPUT'],
  ['annotations', { after: forgedCursor }, 'BAD_USER_INPUT'],
  ['annotation', { id: 'nope' }, 'NOT_FOUND'],
  ['changePlan', { organizationId: 'nope' }, 'NOT_FOUND'],
  ['startCheckout', {}, 'CONFLICT'],
  ['startCheckout', { returnUrl: 'nowhere' }, 'BAD_USER_INPUT'],
  ['openBillingPortal', {}, 'CONFLICT'],
  ['openBillingPortal', { returnUrl: 'nowhere' }, 'BAD_USER_INPUT'],
  ['invoice', { id: 'nope' }, 'NOT_FOUND'],
  ['markInvoicePaid', { id: 'nope' }, 'NOT_FOUND'],
  ['importComments', { projectId: 'nope' }, 'NOT_FOUND'],
  ['importComments', { source: ' ' }, 'BAD_USER_INPUT'],
  ['importComments', { comments: Array(10_001).fill({}) }, 'BAD_USER_INPUT'],
  ['assignAnnotation', { assigneeId: randomUUID() }, 'BAD_USER_INPUT'],
  ['assignAnnotation', { assigneeId: 'nope' }, 'BAD_USER_INPUT'],
  ['rebindAnnotation', { domFingerprint: {} }, 'BAD_USER_INPUT'],
  ['rebindAnnotation', { domFingerprint: { selector: 1 } }, 'BAD_USER_INPUT'],
  ['updateAnnotation', { content: '' }, 'BAD_USER_INPUT'],
  ['addComment', { parentId: randomUUID() }, 'BAD_USER_INPUT'],
  ['addComment', { parentId: 'nope' }, 'BAD_USER_INPUT'],
  ['createPublicAnnotation', { projectKey: 'pk_unknown' }, 'UNAUTHENTICATED'],
  ['createPublicAnnotation', { projectKey: '' }, 'UNAUTHENTICATED'],
  ['createPublicAnnotation', { email: 'nobody' }, 'BAD_USER_INPUT'],
  ['addPublicComment', { projectKey: 'pk_unknown' }, 'UNAUTHENTICATED'],
  ['addPublicComment', { id: randomUUID() }, 'NOT_FOUND'],
  ['publicAnnotations', { projectKey: 'pk_unknown' }, 'UNAUTHENTICATED'],
];
test.each(cases)('%s with %o: %s', async (name, wrong, code) => {
  const token = needsToken(routed(name)) ? world.owner.token : undefined;
  expect(await expectSameError(name, { ...sampleFor(name, world), ...wrong }, token)).toBe(code);
});

test('register with a taken address in other case', async () => {
  const email = world.owner.email.toUpperCase();
  expect(await expectSameError('register', { ...sampleFor('register', world), email })).toBe('CONFLICT');
});

test.each([
  ['createProject', { name: '' }],
  ['updateProject', { name: '' }],
  ['createAnnotation', { content: '' }],
  ['updateAnnotation', { content: '' }],
  ['rebindAnnotation', { domFingerprint: {} }],
  ['addComment', { content: '' }],
])('%s without a token and with %o reports the missing token', async (name, wrong) => {
  expect(await expectSameError(name, { ...sampleFor(name, world), ...wrong })).toBe('UNAUTHENTICATED');
});
