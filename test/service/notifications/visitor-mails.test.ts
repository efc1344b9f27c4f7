import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { createMailer, type Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { notifyVisitors } from '../../../src/resolvers/addons/notifications/notify-visitors.ts';
import { sendVisitorMails } from '../../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { waitUntilRelayed } from '../../contract/support/sql-statements.ts';
import { attachFile } from '../../support/attachments.ts';
import { graphql, rest } from '../../support/client.ts';
import { startSmtpServer } from '../../support/servers/smtp-server.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const GROUPING_MS = 300_000;
const owner = useOwner(app);
const project = useProject(app, owner);
/** A visitor's annotation, and the visitor's address. */
let id: string;
let email: string;
let sent: Mail[];
/** Behavior of the mail server. */
let take: (mail: Mail) => Promise<void>;
let visitors = 0;

beforeAll(async () => {
  await createEnvironment();
  app.services.mail.send = (mail) => (mail.subject.startsWith('Verify') ? Promise.resolve() : take(mail));
});
beforeEach(async () => {
  await app.services.db.visitorMail.deleteMany();
  sent = [];
  take = async (mail) => void sent.push(mail);
  visitors += 1;
  email = `grace${visitors}@visitors.example`;
  id = await write();
});

const createEnvironment = () =>
  asOwner('POST', '/environments', {
    projectId: project.id,
    name: 'Shop',
    kind: 'production',
    url: 'https://shop.example/',
  });

async function write(url = 'https://me:pw@shop.example/cart?token=1#/list'): Promise<string> {
  const { projectKey } = project;
  const body = { projectKey, content: 'Where is <b>it</b>?', url, email };
  const response = await rest(app, 'POST', '/annotations/public', { body });
  expect(response.status).toBe(201);
  return response.body.id;
}

const asOwner = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const reply = (content = 'On its way', more: object = {}) =>
  asOwner('POST', `/annotations/${id}/comments`, { content, ...more });

/** Sends the mails that are due so much later. */
async function sendLater(ms = GROUPING_MS): Promise<Mail[]> {
  await waitUntilRelayed(app);
  const before = sent.length;
  await sendVisitorMails(systemContext(app.services), () => new Date(Date.now() + ms));
  return sent.slice(before);
}

/** Sends the mail of a reply and returns its code. */
async function mailedCode(): Promise<string> {
  await reply();
  const [mail] = await sendLater();
  return String(mail?.text.match(/pinbound=\d+\.(pbc_[\w-]{43})$/m)?.[1]);
}

const exchange = (code: string, headers: Record<string, string> = {}) =>
  rest(app, 'POST', '/annotations/public/visitor-token', { body: { code }, headers });

test('collects public replies and the resolution of a thread in one mail, without internal text', async () => {
  await reply('First <i>\nline');
  await reply('Secret', { visibility: 'internal' });
  await asOwner('PUT', `/annotations/${id}/status`, { status: 'resolved' });
  expect(await sendLater(GROUPING_MS - 60_000)).toEqual([]);
  const [mail, ...others] = await sendLater();
  expect(others).toEqual([]);
  expect(mail?.to).toBe(email);
  expect(mail?.subject).toMatch(/^Shop \d+ #\d+: reply to your comment$/);
  expect(mail?.text).toContain(' replied:\n> First <i>\n> line\n\nYour comment was resolved.');
  expect(mail?.text).toMatch(
    /page: https:\/\/shop\.example\/cart\?token=redacted#\/list\?pinbound=\d+\.pbc_[\w-]{43}$/m,
  );
  expect(mail?.html).toContain('First &lt;i&gt;');
  expect(JSON.stringify(mail)).not.toContain('Secret');
  expect(await sendLater(3 * GROUPING_MS)).toEqual([]);
  expect(await app.services.db.visitorMail.count()).toBe(0);
});

test('links the files of public replies, and no others', async () => {
  const { body: answer } = await reply('Here is a mock-up of the button');
  const { body: note } = await reply('Only for us', { visibility: 'internal' });
  await attachFile(app, owner, { id, commentId: answer.id, name: 'mock-up.txt' }, 'tomorrow');
  await attachFile(app, owner, { id, commentId: note.id, name: 'costs.txt' }, 'secret');
  const [mail] = await sendLater();
  const [, link = ''] =
    mail?.text.match(/Attached: mock-up\.txt, for 24 hours here, later on the page\.\s+(\S+)/) ?? [];
  const file = await fetch(link.replace(/^https?:\/\/[^/]+/, app.url));
  expect([file.status, await file.text()]).toEqual([200, 'tomorrow']);
  expect(mail?.html).toContain('mock-up.txt');
  expect(JSON.stringify(mail)).not.toContain('costs.txt');
});

test('mails nothing about a comment that was declined or is a duplicate, unless somebody replies', async () => {
  const original = await write();
  await sendLater();
  for (const change of [{ resolution: 'declined' }, { duplicateOfId: original }]) {
    id = await write();
    const { data } = await graphql(
      app,
      `mutation ($organizationId: ID!, $ids: [ID!]!, $change: AnnotationChangeInput!) {
        updateAnnotations(organizationId: $organizationId, ids: $ids, change: $change) { isChanged error { message } } }`,
      { organizationId: owner.organizationId, ids: [id], change },
      { token: owner.token },
    );
    expect(data.updateAnnotations).toEqual([{ isChanged: true, error: null }]);
    expect(await sendLater(3 * GROUPING_MS)).toEqual([]);
  }
  await reply('It is the same as the other one');
  const [mail] = await sendLater(6 * GROUPING_MS);
  expect(mail?.text).toContain('> It is the same as the other one');
  expect(mail?.text).not.toContain('Your comment was resolved');
});

test('has no words of a stranger, and links only pages of environments and allowed origins', async () => {
  id = await write('https://evil.example/login');
  await asOwner('PUT', `/annotations/${id}/status`, { status: 'resolved' });
  const [mail] = await sendLater();
  expect(mail?.subject).toMatch(/^Shop \d+ #\d+: your comment was resolved$/);
  expect(mail?.text).toContain('Open the page on which you commented to view the thread and to reply.');
  for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toMatch(/evil|Where is/);
  await asOwner('PATCH', `/projects/${project.id}`, { allowedOrigins: ['https://evil.example'] });
  await reply();
  const [linked] = await sendLater(3 * GROUPING_MS);
  expect(linked?.text).toContain('page: https://evil.example/login#pinbound=');
  await asOwner('PATCH', `/projects/${project.id}`, { allowedOrigins: [] });
});

test('quotes the comment once the owner of the address used a link, in subjects that group a thread', async () => {
  expect((await exchange(await mailedCode())).status).toBe(201);
  await reply('Done');
  await asOwner('PUT', `/annotations/${id}/status`, { status: 'resolved' });
  const [mail] = await sendLater(3 * GROUPING_MS);
  expect(mail?.subject).toMatch(/^Shop \d+ #\d+: Where is <b>it<\/b>\?$/);
  expect(mail?.senderName).toMatch(/^Ada via Shop \d+$/);
  expect(mail?.text).toContain(
    'You wrote:\n> Where is <b>it</b>?\n\nAda replied:\n> Done\n\nYour comment was resolved.',
  );
  expect(mail?.html).toContain('Where is &lt;b&gt;it&lt;/b&gt;?');
});

test('has no link in the name of a project, which a stranger may have created', async () => {
  const { name } = await app.services.db.project.findUniqueOrThrow({ where: { id: project.id } });
  await app.services.db.project.update({ where: { id: project.id }, data: { name: 'Log in: evil.example/login' } });
  await reply();
  const [mail] = await sendLater();
  await app.services.db.project.update({ where: { id: project.id }, data: { name } });
  expect(mail?.subject).toMatch(/^Pinbound #\d+: reply to your comment$/);
  for (const part of [mail?.text, mail?.html]) expect(part).not.toContain('evil.example');
});

test('links the files of a reply, until it becomes internal', async () => {
  const { id: commentId } = (await reply('Here is a mock-up')).body;
  const announced = { commentId, name: 'mock-up.txt', contentType: 'text/plain' };
  const { uploadUrl } = (await asOwner('POST', `/annotations/${id}/attachments`, announced)).body;
  expect((await fetch(uploadUrl, { method: 'PUT', body: 'A button' })).status).toBe(200);
  const [mail] = await sendLater();
  const [, url = ''] =
    /> Here is a mock-up\n\nAttached: mock-up\.txt, for 24 hours here, later on the page\. (\S+)\n/.exec(
      mail?.text ?? '',
    ) ?? [];
  const file = await fetch(url);
  expect([file.status, await file.text()]).toEqual([200, 'A button']);
  await asOwner('PUT', `/annotations/${id}/visibility`, { visibility: 'internal' });
  expect((await fetch(url)).status).toBe(404);
});

test('mails neither a reply of the visitor, nor a repeated event, nor an import with an address', async () => {
  const { visitorToken } = (await exchange(await mailedCode())).body;
  await rest(app, 'POST', `/annotations/${id}/comments`, {
    body: { content: 'Thanks' },
    headers: { 'x-visitor-token': visitorToken },
  });
  const events = await app.services.db.event.findMany({ where: { annotationId: id } });
  await waitUntilRelayed(app);
  await notifyVisitors(systemContext(app.services)).consume(events);
  expect(await sendLater(3 * GROUPING_MS)).toEqual([]);
  await app.services.db.visitorMail.deleteMany();
  await app.services.pool.query('DELETE FROM visitor_tokens WHERE annotation_id = $1', [id]);
  await reply();
  expect(await sendLater()).toEqual([]);
});

test('a code is exchanged for a token on each device, over REST or GraphQL, and is stored as a hash', async () => {
  const code = await mailedCode();
  const rows = await app.services.db.visitorCode.findMany({ where: { annotationId: id } });
  expect(rows.map(({ codeHash }) => codeHash)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
  const results = await Promise.all([exchange(code), exchange(code)]);
  expect(results.map(({ status }) => status)).toEqual([201, 201]);
  const [taken, again] = results;
  expect(taken?.body).toEqual({
    annotationId: id,
    number: expect.any(Number),
    visitorToken: expect.stringMatching(/^pbv_/),
  });
  expect(again?.body.visitorToken).not.toBe(taken?.body.visitorToken);
  const invalid = await exchange(`${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`);
  expect(invalid).toMatchObject({ status: 400, body: { message: expect.stringContaining('code: is invalid, more') } });
  const headers = { 'x-visitor-token': taken?.body.visitorToken };
  const thread = await rest(app, 'GET', `/annotations/${id}/comments`, { headers });
  expect(thread).toMatchObject({ status: 200, body: [{ content: 'On its way' }] });
  const other = await mailedLater();
  const viaGraphql = await graphql(
    app,
    'mutation ($code: String!) { exchangeVisitorCode(code: $code) { annotationId } }',
    { code: other },
  );
  expect(viaGraphql.data).toEqual({ exchangeVisitorCode: { annotationId: id } });
});

test('codes and tokens of an erased visitor are rejected', async () => {
  const { visitorToken } = (await exchange(await mailedCode())).body;
  const other = await mailedLater();
  const erasure = await asOwner('POST', `/organizations/${owner.organizationId}/visitors/erasure`, { email });
  expect(erasure).toMatchObject({ status: 200, body: { annotations: 1 } });
  expect((await exchange(other)).status).toBe(400);
  const headers = { 'x-visitor-token': visitorToken };
  expect((await rest(app, 'GET', `/annotations/${id}/comments`, { headers })).status).toBe(401);
});

async function mailedLater(): Promise<string> {
  await reply('Again');
  const [mail] = await sendLater(3 * GROUPING_MS);
  return String(mail?.text.match(/pbc_[\w-]{43}/)?.[0]);
}

test('rejects an expired code, one of an annotation that became internal, and another origin', async () => {
  const code = await mailedCode();
  await app.services.db.project.update({
    where: { id: project.id },
    data: { allowedOrigins: ['https://shop.example'] },
  });
  expect((await exchange(code, { origin: 'https://other.example' })).status).toBe(403);
  await app.services.db.project.update({ where: { id: project.id }, data: { allowedOrigins: [] } });
  await app.services.pool.query("UPDATE annotations SET visibility = 'internal' WHERE id = $1", [id]);
  expect((await exchange(code)).status).toBe(400);
  await app.services.pool.query("UPDATE annotations SET visibility = 'public' WHERE id = $1", [id]);
  await app.services.pool.query('UPDATE visitor_codes SET expires_at = now() WHERE annotation_id = $1', [id]);
  expect((await exchange(code)).status).toBe(400);
  await app.services.pool.query(
    "UPDATE visitor_codes SET expires_at = now() + interval '1 day' WHERE annotation_id = $1",
    [id],
  );
  expect((await exchange(code)).status).toBe(201);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'the visitor was erased',
    () => asOwner('POST', `/organizations/${owner.organizationId}/visitors/erasure`, { email }),
  ],
  [
    'the reply became internal',
    () => app.services.pool.query("UPDATE comments SET visibility = 'internal' WHERE annotation_id = $1", [id]),
  ],
  [
    'the annotation became internal',
    () => app.services.pool.query("UPDATE annotations SET visibility = 'internal' WHERE id = $1", [id]),
  ],
  ['the annotation was deleted', () => asOwner('DELETE', `/annotations/${id}`)],
])('sends nothing if meanwhile %s', async (_what, change) => {
  await reply();
  await waitUntilRelayed(app);
  await change();
  expect(await sendLater()).toEqual([]);
  await sendLater(3 * GROUPING_MS);
  expect(await app.services.db.visitorMail.count()).toBe(0);
});

test('one click ends the mails to the address, also of other comments', async () => {
  await reply();
  const [mail] = await sendLater();
  const link = String(mail?.unsubscribeUrl);
  const shown = await fetch(link);
  expect([shown.status, await shown.text()]).toEqual([
    200,
    expect.stringContaining('Stop all mails about your comments?'),
  ]);
  const body = 'List-Unsubscribe=One-Click';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(
    (await fetch(link.replace(/signature=.{4}/, 'signature=AAAA'), { method: 'POST', body, headers: form })).status,
  ).toBe(401);
  expect((await fetch(link, { method: 'POST', body, headers: form })).status).toBe(200);
  id = await write();
  await reply();
  expect(await sendLater()).toEqual([]);
});

test('a refused address gets no further mail', async () => {
  const server = await startSmtpServer('550 5.1.1 no such user');
  const mailer = createMailer({ smtpUrl: server.url, from: 'us@example.com', dataDir: app.dataDir });
  try {
    take = (mail) => mailer.send(mail);
    await reply();
    await sendLater();
    take = async (mail) => void sent.push(mail);
    await reply();
    expect(await sendLater(3 * GROUPING_MS)).toEqual([]);
  } finally {
    mailer.close();
    await server.close();
  }
});

test('a mail that the server did not take is sent later', async () => {
  await reply();
  take = () => Promise.reject(new Error('Connection closed unexpectedly'));
  expect(await sendLater()).toEqual([]);
  take = async (mail) => void sent.push(mail);
  expect(await sendLater(3 * GROUPING_MS)).toMatchObject([{ to: email }]);
});
