// Cost: about 4 s, one service.
import { beforeAll, expect, test } from 'vitest';
import { attachFile, putFile } from '../../support/attachments.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, PASSWORD, registerMember, type TestUser } from '../../support/factories.ts';
import { findTablesWith } from '../../support/find-tables-with.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { UNREACHABLE_URL } from '../support/world.ts';

const app = useTestApp();
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const owner = useOwner(app);

beforeAll(async () => {
  await createWebhook(app, owner, { url: UNREACHABLE_URL, events: ['member.invited'] });
});

const invitations = () => `/organizations/${owner.organizationId}/invitations`;

const mailsTo = (...recipients: string[]) =>
  app.services.db.sentMail.count({ where: { recipient: { in: recipients } } });

/** An account whose address nobody verified: it joined with the link that an admin was shown. */
async function joinByShownLink(email: string): Promise<TestUser> {
  const { token } = owner;
  const invited = await rest(app, 'POST', invitations(), { token, body: { email, role: 'editor' } });
  await expect.poll(() => mailsTo(email)).toBe(1);
  const invitationToken = new URLSearchParams(new URL(invited.body.link).hash.slice(1)).get('token');
  const user = { email, password: PASSWORD, name: 'Nobody' };
  const { body } = await rest(app, 'POST', '/auth/register', { body: user });
  const accepted = await rest(app, 'POST', '/invitations/accept', {
    token: body.accessToken,
    body: { token: invitationToken },
  });
  expect(accepted.status).toBe(200);
  return { ...body.user, token: body.accessToken };
}

const eraseAccount = ({ token }: TestUser) =>
  rest(app, 'POST', '/auth/me/erasure', { token, body: { currentPassword: PASSWORD } });

/** Values of the person's keys that the object storage still has. */
const stored = async (keys: string[]) => {
  const found: string[] = [];
  for (const key of keys) {
    await app.services.objects.get(key).then(
      () => found.push(key),
      () => undefined,
    );
  }
  return found;
};

async function keysOf(annotationId: string): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ key: string }>(
    `SELECT object_key AS key FROM attachments WHERE annotation_id = $1 AND object_key IS NOT NULL
     UNION SELECT picture_key FROM annotations WHERE id = $1 AND picture_key IS NOT NULL`,
    [annotationId],
  );
  return rows.map(({ key }) => key);
}

test('an account leaves neither an address that was never verified nor one that it had before', async () => {
  const [first, second] = [`first-${process.pid}@example.com`, `second-${process.pid}@example.com`];
  const user = await joinByShownLink(first);
  await expect.poll(() => findTablesWith(app.services.pool, first)).toContain('webhook_deliveries');
  const change = { token: user.token, body: { email: second, currentPassword: PASSWORD } };
  expect((await rest(app, 'PATCH', '/auth/me', change)).status).toBe(200);
  await expect.poll(() => mailsTo(first, second)).toBe(4);
  expect((await eraseAccount(user)).status).toBe(200);
  for (const address of [first, second]) {
    expect([address, await findTablesWith(app.services.pool, address)]).toEqual([address, []]);
  }
});

test('payloads of webhooks keep no name of an account or a visitor', async () => {
  const project = await createProject(app, owner);
  const { token, organizationId } = owner;
  const events = ['comment.created', 'annotation.updated', 'annotation.deleted'];
  await createWebhook(app, owner, { url: UNREACHABLE_URL, events, projectId: project.id });
  const [member, visitor, other] = ['member', 'visitor', 'other'].map((name) => `Name of ${name} ${process.pid}`);
  const author = await registerMember(app, organizationId, 'editor', undefined, member);
  const { id } = await createAnnotation(app, author, project.id);
  await rest(app, 'PUT', `/annotations/${id}/assign`, { token: author.token, body: { assigneeId: author.id } });
  const write = async (name: string | undefined, email: string) =>
    (
      await rest(app, 'POST', '/annotations/public', {
        headers: { 'x-project-key': project.projectKey },
        body: { content: 'Too small', url: 'https://shop.example/', name, email },
      })
    ).body;
  const email = `named-${process.pid}@example.com`;
  const written = await write(visitor, email);
  const headers = { 'x-visitor-token': written.visitorToken };
  await rest(app, 'DELETE', `/annotations/public/${written.id}`, { headers });
  await write(other, `other-${process.pid}@example.com`);
  const deliveries = () => app.services.db.webhookDelivery.count({ where: { body: { contains: `${process.pid}"` } } });
  await expect.poll(deliveries).toBe(5);
  expect((await eraseAccount(author)).status).toBe(200);
  const erased = await rest(app, 'POST', `/organizations/${organizationId}/visitors/erasure`, {
    token,
    body: { email },
  });
  expect(erased.status).toBe(200);
  const left = async (name = '') => (await findTablesWith(app.services.pool, name)).includes('webhook_deliveries');
  expect([await left(member), await left(visitor), await left(other)]).toEqual([false, false, true]);
});

test('an account that nobody verified leaves the invitations of the owner of its address', async () => {
  const email = `owner-of-the-address-${process.pid}@example.com`;
  const impostor = await rest(app, 'POST', '/auth/register', { body: { email, password: PASSWORD, name: 'Nobody' } });
  await rest(app, 'POST', invitations(), { token: owner.token, body: { email, role: 'viewer' } });
  expect((await eraseAccount({ ...owner, token: impostor.body.accessToken })).status).toBe(200);
  expect(await findTablesWith(app.services.pool, email)).toEqual(
    expect.arrayContaining(['audit_entries', 'invitations']),
  );
});

test('the bytes of erased files are gone after the response, unless other rows have them', async () => {
  const project = await createProject(app, owner);
  const email = `files-${process.pid}@example.com`;
  const { body } = await rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': project.projectKey },
    body: {
      content: 'See the file',
      url: 'https://shop.example/cart',
      email,
      metadata: { diagnostics: { picture: PICTURE } },
    },
  });
  for (const content of ['A file of the visitor', 'A file of both']) {
    const file = { name: 'file.txt', contentType: 'text/plain' };
    const headers = { 'x-visitor-token': body.visitorToken };
    const announced = await rest(app, 'POST', `/annotations/${body.id}/attachments`, { body: file, headers });
    expect((await putFile(announced.body.uploadUrl, content)).status).toBe(200);
  }
  const other = await createAnnotation(app, owner, project.id);
  await attachFile(app, owner, { id: other.id, name: 'shared.txt' }, 'A file of both');
  const [keys, shared] = [await keysOf(body.id), await keysOf(other.id)];
  expect(keys).toHaveLength(3);
  expect(await stored(keys)).toEqual(keys);
  const erasure = `/organizations/${owner.organizationId}/visitors/erasure`;
  expect((await rest(app, 'POST', erasure, { token: owner.token, body: { email } })).body.annotations).toBe(1);
  await expect.poll(() => stored(keys)).toEqual(shared);
});
