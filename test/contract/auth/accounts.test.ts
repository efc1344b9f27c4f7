import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { databaseContent } from '../support/database-content.ts';
import { forgedTokens } from '../support/forged-tokens.ts';
import { TIME, UUID } from '../support/response-shapes.ts';

const app = useTestApp();
let ada: TestUser;
beforeAll(async () => {
  ada = await registerUser(app, 'Ada');
});

const login = (email: string, password = PASSWORD) => rest(app, 'POST', '/auth/login', { body: { email, password } });
const register = (body: object) =>
  rest(app, 'POST', '/auth/register', {
    body: { email: 'grace@example.com', password: PASSWORD, name: 'Grace', ...body },
  });

const session = (user: object, organization: object) => ({
  user: { id: UUID, ...user },
  organization: { id: UUID, ...organization },
  accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  refreshToken: expect.stringMatching(/^[\w-]{43}$/),
  tokenType: 'Bearer',
  expiresIn: 900,
});

describe('POST /auth/register', () => {
  test('returns 201 with a session; the user owns its first organization', async () => {
    const { status, body } = await register({
      email: 'Grace@Example.com',
      name: '  Grace ',
      organizationName: 'US Navy',
    });
    expect(status).toBe(201);
    const organization = { name: 'US Navy', slug: expect.stringMatching(/^us-navy-[0-9a-f]{8}$/) };
    expect(body).toStrictEqual(session({ email: 'grace@example.com', name: 'Grace' }, organization));

    const me = await rest(app, 'GET', '/auth/me', { token: body.accessToken });
    expect(me.body.memberships).toEqual([{ role: 'owner', organization: body.organization }]);
  });

  test.each([
    ['Linus', "Linus's organization", /^linus-s-organization-[0-9a-f]{8}$/],
    ['Жанна', "Жанна's organization", /^s-organization-[0-9a-f]{8}$/],
    ['x'.repeat(120), `${'x'.repeat(105)}'s organization`, /^x{48}-[0-9a-f]{8}$/],
    [`${'y'.repeat(104)}😀`, `${'y'.repeat(104)}'s organization`, /^y{48}-[0-9a-f]{8}$/],
  ])('names the organization of %s after the user', async (name, organization, slug) => {
    const { body } = await register({ name, email: `${Buffer.from(name).toString('hex').slice(0, 20)}@example.com` });
    expect(body.organization).toEqual({ id: UUID, name: organization, slug: expect.stringMatching(slug) });
  });

  test('normalizes control characters, line breaks and runs of white space in names to a single space', async () => {
    const { status, body } = await register({
      email: 'lines@example.com',
      name: ' Ada\r\n\tLovelace\u0007\u0085of\u2028London\n',
    });
    expect([status, body.user.name]).toEqual([201, 'Ada Lovelace of London']);
    const empty = await register({ email: 'empty@example.com', name: '\u0007' });
    expect([empty.status, empty.body]).toEqual([400, errorBody(400, 'name: must not be empty')]);
  });

  test('rejects a registered address with 400, case-insensitively, and changes nothing', async () => {
    const before = await databaseContent(app);
    const { status, body } = await register({ email: ada.email.toUpperCase() });
    expect([status, body]).toEqual([400, errorBody(400, 'email: already has an account; log in instead')]);
    expect(await databaseContent(app)).toEqual(before);
  });

  test('creates one account for concurrent registrations of one address', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => register({ email: 'twin@example.com' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  test('stores neither the password nor the refresh token', async () => {
    const { db } = app.services;
    const user = await db.user.findUniqueOrThrow({ where: { id: ada.id }, include: { refreshTokens: true } });
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    const [token] = user.refreshTokens;
    expect(token?.tokenHash).toBe(createHash('sha256').update(ada.refreshToken).digest('hex'));
    const days = ((token?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });
});

describe('POST /auth/login', () => {
  test('returns 200 with a new session', async () => {
    const { status, body } = await login(ada.email);
    expect(status).toBe(200);
    const organization = { id: ada.organizationId, name: "Ada's organization", slug: expect.any(String) };
    expect(body).toStrictEqual(session({ id: ada.id, email: ada.email, name: 'Ada' }, organization));
    expect(body.refreshToken).not.toBe(ada.refreshToken);
    expect((await rest(app, 'GET', '/auth/me', { token: body.accessToken })).status).toBe(200);
    expect((await rest(app, 'GET', '/auth/me', { token: ada.token })).status).toBe(200);
  });

  test('accepts the address in other case', async () => {
    expect((await login(` ${ada.email.toUpperCase()} `)).status).toBe(200);
  });

  test('returns the same error for a wrong password and an unknown address, and writes nothing', async () => {
    const before = await databaseContent(app);
    const wrong = await login(ada.email, 'not the password');
    const unknown = await login('nobody@example.com');
    expect(wrong.body).toEqual(errorBody(401, 'The e-mail address or the password is wrong'));
    expect([unknown.status, unknown.body]).toEqual([401, wrong.body]);
    expect(await databaseContent(app)).toEqual(before);
  });

  test.each(['Long Enough Password', 'a long enough password ', ' a long enough password'])(
    '"%s" is another password',
    async (p) => {
      expect((await login(ada.email, p)).status).toBe(401);
    },
  );
});

describe('GET /auth/me', () => {
  test('returns the user with its memberships, oldest first', async () => {
    const { organizationId } = await registerUser(app, 'Host');
    await app.services.db.membership.create({
      data: { id: crypto.randomUUID(), organizationId, userId: ada.id, role: 'viewer' },
    });
    const { status, body } = await rest(app, 'GET', '/auth/me', { token: ada.token });
    expect(status).toBe(200);
    const organization = { id: UUID, name: "Ada's organization", slug: expect.any(String) };
    expect(body).toStrictEqual({
      id: ada.id,
      email: ada.email,
      name: 'Ada',
      createdAt: TIME,
      emailVerifiedAt: null,
      isInstallationAdministrator: false,
      memberships: [
        { role: 'owner', organization: { ...organization, id: ada.organizationId } },
        { role: 'viewer', organization: { ...organization, id: organizationId, name: "Host's organization" } },
      ],
      accessToken: null,
    });
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'bearer a b', 'Token x'])(
    '"%s" is not a credential',
    async (authorization) => {
      const { status, body } = await rest(app, 'GET', '/auth/me', { headers: { authorization } });
      expect([status, body]).toEqual([401, errorBody(401, expect.stringContaining('Bearer <ACCESS_TOKEN>'))]);
    },
  );

  test('accepts the scheme Bearer case-insensitively', async () => {
    const headers = { authorization: `bearer  ${ada.token}` };
    expect((await rest(app, 'GET', '/auth/me', { headers })).status).toBe(200);
  });

  test('rejects every forged token, and reports an expired one', async () => {
    for (const [kind, token] of Object.entries(await forgedTokens(app, ada.id))) {
      const { status, body } = await rest(app, 'GET', '/auth/me', { token });
      const words = kind === 'expired' ? /has expired/ : /is not valid/;
      expect([kind, status, body]).toEqual([kind, 401, errorBody(401, expect.stringMatching(words))]);
    }
  });
});
