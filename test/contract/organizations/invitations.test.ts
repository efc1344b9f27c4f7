import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { PASSWORD, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { invitationLink, invitationToken, verificationMailsTo, waitForMail } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { TIME, UUID } from '../support/response-shapes.ts';
import { createInvitationToken } from '../support/world.ts';

const app = useTestApp();
let owner: TestUser;
let guest: TestUser;
beforeEach(async () => {
  owner = await registerUser(app, 'Ada <b>');
  guest = await registerUser(app, 'Grace');
});

const path = () => `/organizations/${owner.organizationId}/invitations`;
const invite = (email: string, role = 'editor', user = owner, headers?: Record<string, string>) =>
  rest(app, 'POST', path(), { token: user.token, body: { email, role }, headers });
const act = (method: string, end: string, user = owner) => rest(app, method, path() + end, { token: user.token });
const accept = (token: string, user = guest) =>
  rest(app, 'POST', '/invitations/accept', { token: user.token, body: { token } });
/** Link that is shown to admins. */
const shownLink = (email: string) =>
  new RegExp(`^${app.url}/accept-invitation#token=[0-9a-f-]{36}\\.[0-9a-f-]{36}&email=${encodeURIComponent(email)}$`);
const wrongToken = (reason: string) => errorBody(400, `token: ${reason}`);
const UNKNOWN = wrongToken('is unknown; open the link in the mail again, or ask for a new invitation');
const ACCEPTED = wrongToken('was used: the invitation is accepted; log in');
const REVOKED = wrongToken('was revoked; ask for a new invitation');
const REPLACED = wrongToken('was replaced by a newer one; open the link in the newest mail');
const EXPIRED = wrongToken('is more than 7 days old; ask for the invitation to be sent again');

test('an invitation is mailed, and its link creates one membership', async () => {
  const { status, body } = await invite(guest.email.toUpperCase());
  expect(status).toBe(201);
  const { organizationId } = owner;
  const about = {
    id: UUID,
    organizationId,
    email: guest.email,
    role: 'editor',
    allProjects: true,
    projectIds: [],
  };
  const link = expect.stringMatching(shownLink(guest.email));
  expect(body).toStrictEqual({ ...about, createdAt: TIME, expiresAt: TIME, mailedAt: null, link });
  expect((Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 86_400_000).toBeCloseTo(7, 3);

  const mail = await waitForMail(app, guest.email);
  expect(mail).toMatch(/^Subject: Ada <b> invited you to .+ on Pinbound\r$/m);
  expect(mail).toContain('Content-Type: multipart/alternative');
  expect(mail).toContain(`Ada <b> (${owner.email}) invites you to the organization`);
  expect(mail).toContain('Ada &lt;b&gt;');
  expect(mail).toContain('as editor.');
  const mailed = invitationLink(mail);
  expect(mailed).toBe(
    `${app.url}/accept-invitation#token=${invitationToken(mail)}&email=${encodeURIComponent(guest.email)}`,
  );
  expect(mail).toContain(`href="${mailed.replaceAll('&', '&amp;')}"`);
  await expect.poll(async () => (await act('GET', '')).body).toEqual([{ ...body, mailedAt: TIME }]);

  const accepted = await accept(invitationToken(mail));
  expect(accepted.status).toBe(200);
  expect(accepted.body).toMatchObject({ id: organizationId, role: 'editor' });
  const members = await rest(app, 'GET', `/organizations/${organizationId}/members?limit=1`, { token: guest.token });
  expect(members.body).toMatchObject([{ id: body.id, userId: guest.id, role: 'editor' }]);
  expect((await accept(invitationToken(mail))).body).toEqual(ACCEPTED);
  expect((await act('GET', '')).body).toEqual([]);
  const audit = await rest(app, 'GET', `/organizations/${organizationId}/audit`, { token: owner.token });
  expect(audit.body).toMatchObject([
    { action: 'member_joined', actorId: guest.id, targetId: body.id },
    { action: 'invitation_created', actorId: owner.id, targetName: guest.email },
  ]);
  expect(JSON.stringify(await app.services.db.invitation.findMany())).not.toContain(invitationToken(mail));
});

test('inviting emits member.invited in the same transaction', async () => {
  const { body } = await invite(guest.email, 'viewer');
  const events = await app.services.db.event.findMany({ where: { organizationId: owner.organizationId } });
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    [
      'member.invited',
      `{"member":{"id":"${body.id}","email":"${guest.email}","role":"viewer"},"organization":{"id":"${owner.organizationId}"}}`,
    ],
  ]);
});

describe('inviting', () => {
  test('rejects members and addresses with an open invitation; replaces an expired one', async () => {
    const member = await registerMember(app, owner.organizationId, 'viewer');
    expect((await invite(member.email)).body).toEqual(
      errorBody(400, `email: ${member.email} is already a member; change the role instead`),
    );
    const first = await invite(guest.email);
    expect((await invite(guest.email, 'viewer')).body).toEqual(
      errorBody(400, `email: ${guest.email} has an open invitation; resend or revoke it first`),
    );
    const old = invitationToken(await waitForMail(app, guest.email));
    await app.services.pool.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [first.body.id]);
    expect((await act('GET', '')).body).toHaveLength(1);
    const second = await invite(guest.email, 'viewer');
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    const token = invitationToken(await waitForMail(app, guest.email, 2));
    expect((await accept(old)).body).toEqual(UNKNOWN);
    expect((await accept(token)).body.role).toBe('viewer');
  });

  test('permits admins to invite viewers and editors, owners all roles', async () => {
    const admin = await registerMember(app, owner.organizationId, 'admin');
    for (const role of ['admin', 'owner']) {
      expect((await invite(guest.email, role, admin)).body).toEqual(
        errorBody(403, 'Your role is admin; this requires owner. Ask an owner of the organization'),
      );
    }
    const made = await invite(guest.email, 'owner');
    expect(made.status).toBe(201);
    expect((await act('POST', `/${made.body.id}/resend`, admin)).status).toBe(403);
    expect((await act('DELETE', `/${made.body.id}`, admin)).status).toBe(403);
    expect((await invite('other@example.com', 'editor', admin)).status).toBe(201);
  });

  test('creates one invitation and one mail for 20 equal calls with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => invite(guest.email, 'editor', owner, headers)),
    );
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
    await waitForMail(app, guest.email);
    expect(await app.services.db.invitation.count({ where: { email: guest.email } })).toBe(1);
  });

  test('creates one invitation for 20 concurrent calls without a key', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => invite(guest.email)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)]);
  });

  test('limits an address to 5 mails per hour from all senders', async () => {
    const { body } = await invite(guest.email);
    for (let i = 0; i < 4; i++) expect((await act('POST', `/${body.id}/resend`)).status).toBe(200);
    const rejected = await act('POST', `/${body.id}/resend`);
    expect(rejected.status).toBe(429);
    expect(rejected.body.message).toMatch(/^Over 5 invitations to this address in 1 h; retry in \d+ s$/);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(60);
    const other = await registerUser(app);
    const elsewhere = await rest(app, 'POST', `/organizations/${other.organizationId}/invitations`, {
      token: other.token,
      body: { email: guest.email, role: 'viewer' },
    });
    expect(elsewhere.status).toBe(429);
  });
});

describe('a token', () => {
  test('is accepted once under 20 concurrent uses', async () => {
    const token = await createInvitationToken(app, guest);
    const responses = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(await app.services.db.membership.count({ where: { userId: guest.id } })).toBe(2);
  });

  test('sent to another address returns 403 and stays valid', async () => {
    const token = await createInvitationToken(app, guest);
    expect((await accept(token, owner)).body).toEqual(
      errorBody(
        403,
        `This invitation was sent to another address than ${owner.email}, with which you are logged in. Log in with that address, or ask for an invitation to this one`,
      ),
    );
    expect((await accept(token)).status).toBe(200);
  });

  test('becomes invalid when the invitation expires, is revoked or sent again', async () => {
    const expired = await createInvitationToken(app, guest);
    await app.services.pool.query('UPDATE invitations SET expires_at = now() WHERE email = $1', [guest.email]);
    expect((await accept(expired)).body).toEqual(EXPIRED);

    const { body } = await invite(guest.email);
    const first = invitationToken(await waitForMail(app, guest.email));
    await app.services.pool.query(`UPDATE invitations SET expires_at = now() + interval '1 day' WHERE id = $1`, [
      body.id,
    ]);
    const resent = await act('POST', `/${body.id}/resend`);
    expect(resent.body).toEqual({ ...body, expiresAt: TIME, link: expect.stringMatching(shownLink(guest.email)) });
    expect(resent.body.link).not.toBe(body.link);
    expect(Date.parse(resent.body.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect((await accept(first)).body).toEqual(REPLACED);
    const second = invitationToken(await waitForMail(app, guest.email, 2));
    expect((await act('DELETE', `/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
    expect((await accept(second)).body).toEqual(REVOKED);
    expect((await act('DELETE', `/${body.id}`)).status).toBe(404);
  });

  test('becomes invalid with the organization, also concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const host = await registerUser(app);
      const { body } = await rest(app, 'POST', `/organizations/${host.organizationId}/invitations`, {
        token: host.token,
        body: { email: `guest-${round}-${host.email}`, role: 'viewer' },
      });
      const token = invitationToken(await waitForMail(app, body.email));
      const register = { email: body.email, password: PASSWORD, name: 'Guest' };
      const { body: session } = await rest(app, 'POST', '/auth/register', { body: register });
      const [deleted, accepted] = await Promise.all([
        rest(app, 'DELETE', `/organizations/${host.organizationId}`, { token: host.token }),
        rest(app, 'POST', '/invitations/accept', { token: session.accessToken, body: { token } }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 400]).toContain(accepted.status);
      const { organizationId } = host;
      expect(await app.services.db.membership.count({ where: { organizationId } })).toBe(0);
    }
  });

  test('of a second invitation keeps the role of a member', async () => {
    const token = await createInvitationToken(app, guest, 'viewer');
    const [invitation] = await app.services.db.invitation.findMany({ where: { email: guest.email } });
    const organizationId = invitation?.organizationId ?? '';
    await app.services.db.membership.create({
      data: { id: guest.id, organizationId, userId: guest.id, role: 'admin' },
    });
    expect((await accept(token)).body).toMatchObject({ id: organizationId, role: 'admin' });
  });
});

describe('the shown link of an invitation', () => {
  const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  const preview = async (token: string) => {
    const document = `query ($token: String!) { invitationByToken(token: $token) {
      state organizationName inviterName inviterEmail email role expiresAt } }`;
    const { data, errors } = await graphql(app, document, { token });
    return data?.invitationByToken ?? errors?.[0]?.message;
  };
  const verifiedAt = async (token: string) => (await rest(app, 'GET', '/auth/me', { token })).body.emailVerifiedAt;

  test('joins its address without verifying it', async () => {
    const email = `newcomer-${randomUUID()}@example.com`;
    const token = tokenOf((await invite(email)).body.link);
    const account = { email, password: PASSWORD, name: 'Joan', invitationToken: token };
    const { accessToken } = (await rest(app, 'POST', '/auth/register', { body: account })).body;
    expect((await accept(token)).status).toBe(403);
    const joined = await rest(app, 'POST', '/invitations/accept', { token: accessToken, body: { token } });
    expect(joined).toMatchObject({ status: 200, body: { id: owner.organizationId, role: 'editor' } });
    expect(await verifiedAt(accessToken)).toBeNull();
    await expect.poll(() => verificationMailsTo(app, email)).toHaveLength(1);
    expect((await accept(token)).body).toEqual(ACCEPTED);
    expect(await preview(token)).toMatchObject({ state: 'accepted', email: null });
  });

  test('is shown for roles that the reader manages only, and not once it has expired', async () => {
    const admin = await registerMember(app, owner.organizationId, 'admin');
    const { body } = await invite(guest.email, 'owner');
    await invite('viewer@example.com', 'viewer');
    const linksFor = async (user: TestUser) =>
      (await act('GET', '', user)).body.map(({ role, link }: { role: string; link: unknown }) => [role, link !== null]);
    expect(await linksFor(owner)).toEqual([
      ['viewer', true],
      ['owner', true],
    ]);
    expect(await linksFor(admin)).toEqual([
      ['viewer', true],
      ['owner', false],
    ]);
    const token = tokenOf(body.link);
    await app.services.pool.query('UPDATE invitations SET expires_at = $2 WHERE id = $1', [body.id, body.createdAt]);
    expect(await linksFor(owner)).toEqual([
      ['viewer', true],
      ['owner', false],
    ]);
    expect((await accept(token)).body).toEqual(UNKNOWN);
  });

  test('and the mailed one show the invitation, until it has ended', async () => {
    const { body } = await invite(guest.email, 'viewer');
    const mailed = invitationToken(await waitForMail(app, guest.email));
    const shown = tokenOf(body.link);
    const pending = {
      state: 'pending',
      organizationName: "Ada <b>'s organization",
      inviterName: 'Ada <b>',
      inviterEmail: owner.email,
      email: guest.email,
      role: 'viewer',
      expiresAt: body.expiresAt,
    };
    expect([await preview(mailed), await preview(shown)]).toEqual([pending, pending]);
    const forged = `${shown.slice(0, -1)}${shown.endsWith('0') ? '1' : '0'}`;
    for (const token of ['', 'x', forged, `${shown}0`, shown.replace('.', ' ')]) {
      expect(await preview(token)).toBe(UNKNOWN.message);
    }
    const resent = (await act('POST', `/${body.id}/resend`)).body;
    expect([await preview(mailed), await preview(shown)]).toMatchObject([{ state: 'replaced' }, { state: 'replaced' }]);
    expect((await accept(shown)).body).toEqual(REPLACED);
    const second = tokenOf(resent.link);
    await act('DELETE', `/${body.id}`);
    expect(await preview(second)).toEqual({
      ...Object.fromEntries(Object.keys(pending).map((name) => [name, null])),
      state: 'revoked',
    });
  });

  test('of a guest names no address of the inviter', async () => {
    const body = { organizationId: owner.organizationId, name: 'Shop', slug: 'shop-of-guests' };
    const project = await rest(app, 'POST', '/projects', { token: owner.token, body });
    const invitation = { email: 'client@example.com', role: 'guest', projectIds: [project.body.id] };
    const { link } = (await rest(app, 'POST', path(), { token: owner.token, body: invitation })).body;
    expect(await preview(tokenOf(link))).toMatchObject({ inviterName: 'Ada <b>', inviterEmail: null, role: 'guest' });
  });
});
