import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import type { Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/durations.ts';
import { sendVisitorMails } from '../../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../../support/factories.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { waitUntilRelayed } from '../support/sql-statements.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
const owner = useOwner(app);
const project = useProject(app, owner, beforeEach);
/** A visitor's annotation, and its token. */
let id: string;
let token: string;
let visitors = 0;
/** Address of the visitor. */
let email: string;

const asOwner = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const permit = async (publicReplies: 'all' | 'own' | 'none', more: object = {}) => {
  expect(await asOwner('PATCH', `/projects/${project.id}`, { publicReplies, ...more })).toMatchObject({ status: 200 });
};
const reply = (values: object = {}, more: { of?: string; headers?: Record<string, string> } = {}) =>
  rest(app, 'POST', `/annotations/public/${more.of ?? id}/comments`, {
    body: { projectKey: project.projectKey, content: 'Here, too', name: 'Mallory', ...values },
    headers: more.headers ?? {},
  });
const replyAsReporter = () =>
  rest(app, 'POST', `/annotations/${id}/comments`, {
    body: { content: 'Any news?' },
    headers: { 'x-visitor-token': token },
  });
const listed = async (headers: Record<string, string> = {}) =>
  (await rest(app, 'GET', `/annotations/project/${project.projectKey}/public`, { headers })).body;

beforeEach(async () => {
  visitors += 1;
  email = `grace${visitors}@visitors.example`;
  const body = { projectKey: project.projectKey, content: 'Where is it?', url: 'https://shop.example/cart', email };
  const made = await rest(app, 'POST', '/annotations/public', { body });
  expect(made.body.canReply).toBe(true);
  ({ id, visitorToken: token } = made.body);
});

test('with all, another visitor replies; the reply says that another visitor wrote it', async () => {
  await permit('all');
  expect(await reply()).toMatchObject({
    status: 201,
    body: { content: 'Here, too', author: { id: null, name: 'Mallory' }, byVisitor: false, byOtherVisitor: true },
  });
  const [{ commentCount, comments }] = await listed();
  expect([commentCount, comments]).toEqual([1, [expect.objectContaining({ byOtherVisitor: true })]]);
  const { body } = await asOwner('GET', `/annotations/${id}/comments`);
  expect(body).toMatchObject([
    {
      visibility: 'public',
      byVisitor: false,
      byOtherVisitor: true,
      author: { id: null, name: 'Mallory', email: null },
    },
  ]);
});

test('canReply is true for those whose reply is accepted', async () => {
  const others = { own: false, none: false, all: true };
  const reporter = { own: true, none: false, all: true };
  for (const setting of ['own', 'none', 'all'] as const) {
    await permit(setting);
    expect(await listed()).toMatchObject([{ id, canReply: others[setting] }]);
    expect(await listed({ 'x-visitor-token': token })).toMatchObject([{ id, canReply: reporter[setting] }]);
    expect((await reply()).status).toBe(others[setting] ? 201 : 403);
    expect((await replyAsReporter()).status).toBe(reporter[setting] ? 201 : 403);
  }
});

test('a visitor who is shown own annotations only does not reply to others', async () => {
  await permit('all', { publicAnnotations: 'own' });
  expect(await reply()).toMatchObject({
    status: 403,
    body: {
      message: expect.stringContaining(
        'Visitors can reply only to their own comments in this project. Send the visitor token',
      ),
    },
  });
  expect(await listed({ 'x-visitor-token': token })).toMatchObject([{ canReply: true }]);
});

test('where members reply, the error says so', async () => {
  await permit('none');
  const message = 'Only members can reply in this project. Write a new comment, or ask the team to allow replies';
  expect((await reply()).body.message).toBe(message);
  expect((await replyAsReporter()).body.message).toBe(message);
  expect(await asOwner('POST', `/annotations/${id}/comments`, { content: 'Done' })).toMatchObject({ status: 201 });
});

describe('what visitors cannot read', () => {
  beforeEach(() => permit('all'));

  test('internal and deleted annotations are not found', async () => {
    const internal = await createAnnotation(app, owner, project.id, { visibility: 'internal' });
    expect(await reply({}, { of: internal.id })).toMatchObject({ status: 404 });
    await asOwner('DELETE', `/annotations/${id}`);
    expect(await reply()).toMatchObject({ status: 404 });
  });

  test('the key of another project does not lead to the annotation', async () => {
    const other = await createProject(app, await registerUser(app));
    await app.services.pool.query("UPDATE projects SET public_replies = 'all' WHERE id = $1", [other.id]);
    expect(await reply({ projectKey: other.projectKey })).toMatchObject({ status: 404 });
    expect(await reply({}, { of: 'nonsense' })).toMatchObject({ status: 404 });
  });

  test('a project without public feedback, and another origin, are rejected', async () => {
    await permit('all', { allowedOrigins: ['https://shop.example'] });
    expect(await reply({}, { headers: { origin: 'https://evil.example' } })).toMatchObject({ status: 403 });
    expect(await reply({}, { headers: { origin: 'https://shop.example' } })).toMatchObject({ status: 201 });
    await permit('all', { publicFeedback: false });
    expect(await reply()).toMatchObject({ status: 403 });
  });
});

test('the token of the annotation does not let others change or attach to the reply', async () => {
  await permit('all');
  const { body } = await reply();
  const headers = { 'x-visitor-token': token };
  const path = `/annotations/${id}/comments/${body.id}`;
  expect(await rest(app, 'PATCH', path, { body: { content: 'Mine' }, headers })).toMatchObject({ status: 403 });
  expect(await asOwner('DELETE', path)).toMatchObject({ status: 200 });
});

/** Sends replies at the same time from a network, and returns their statuses. */
const replyAtOnce = async (count: number, address: string) => {
  const headers = { 'x-forwarded-for': address };
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) => reply({ content: `Reply ${index}` }, { headers })),
  );
  return responses.map(({ status }) => status).sort();
};

describe('limits of a thread', () => {
  beforeEach(() => permit('all'));

  test('a network has ten replies an hour, also at the same time, and leaves the others theirs', async () => {
    expect(await replyAtOnce(14, '198.51.100.1')).toEqual([...Array(10).fill(201), ...Array(4).fill(429)]);
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const { body, headers: answered } = await reply({}, { headers });
    expect(body.message).toMatch(/^Over 10 replies from your network in this thread in 1 h; retry in \d+ s$/);
    expect(Number(answered.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await replyAtOnce(1, '198.51.100.2')).toEqual([201]);
  });

  test('all others have thirty replies an hour, also at the same time, and leave the visitor theirs', async () => {
    const sent = await Promise.all([11, 12, 13, 14].map((last) => replyAtOnce(9, `198.51.100.${last}`)));
    expect(sent.flat().sort()).toEqual([...Array(30).fill(201), ...Array(6).fill(429)]);
    const { body } = await reply({}, { headers: { 'x-forwarded-for': '198.51.100.15' } });
    expect(body.message).toMatch(/^Over 30 replies from other visitors in this thread in 1 h; retry in \d+ s$/);
    expect((await replyAsReporter()).status).toBe(201);
  });
});

describe('mails to the visitor', () => {
  let sent: Mail[];
  beforeEach(async () => {
    await app.services.db.visitorMail.deleteMany();
    sent = [];
    app.services.mail.send = async (mail) => void sent.push(mail);
    await permit('all');
    const environment = { projectId: project.id, name: 'Shop', kind: 'production', url: 'https://shop.example/' };
    await asOwner('POST', '/environments', environment);
  });
  const send = async (inMs = 10 * MINUTE_MS) => {
    await waitUntilRelayed(app);
    await sendVisitorMails(systemContext(app.services), () => new Date(Date.now() + inMs));
    return sent.filter(({ to }) => to === email);
  };
  /** Uses the link of a mail about a reply of a member, and returns the mail. */
  const confirm = async () => {
    await asOwner('POST', `/annotations/${id}/comments`, { content: 'Which one?' });
    const [first] = await send();
    const [code] = /pbc_[\w-]{43}/.exec(first?.text ?? '') ?? [];
    await rest(app, 'POST', '/annotations/public/visitor-token', { body: { code } });
    sent = [];
    return first;
  };

  test('an address that nobody confirmed gets no words of strangers', async () => {
    await reply();
    expect(await send()).toEqual([]);
  });

  test('a confirmed address is told who replied, and that the name is not verified', async () => {
    const first = await confirm();
    await reply({ name: 'Ada <b>Lovelace</b>', content: 'The <i>red</i> one' });
    const [mail] = await send();
    expect(mail?.text).toContain('Ada <b>Lovelace</b> (another visitor, name not verified) replied');
    expect(mail?.html).toContain('Ada &lt;b&gt;Lovelace&lt;/b&gt; (another visitor, name not verified)');
    expect(mail?.html).not.toContain('<i>red');
    expect(mail?.senderName ?? '').not.toContain('Ada');
    expect(first?.senderName).toContain('Ada');
  });

  test('replies of other visitors cause one mail a day', async () => {
    await confirm();
    await reply({ content: 'First' });
    expect(await send()).toHaveLength(1);
    for (const content of ['Second', 'Third']) await reply({ content });
    expect(await send(23 * HOUR_MS)).toHaveLength(1);
    expect(await send(25 * HOUR_MS)).toHaveLength(2);
    expect(sent.map(({ text }) => /First|Second[\s\S]*Third/.exec(text)?.[0].slice(0, 6))).toEqual(['First', 'Second']);
  });

  test('a reply of a member is mailed soon, with those of other visitors that wait', async () => {
    await confirm();
    await reply({ content: 'First' });
    expect(await send()).toHaveLength(1);
    await reply({ content: 'Second' });
    expect(await send()).toHaveLength(1);
    await asOwner('POST', `/annotations/${id}/comments`, { content: 'By a member' });
    expect(await send()).toHaveLength(2);
    expect(sent[1]?.text).toMatch(/Second[\s\S]*By a member/);
    // This mail does not shorten the wait.
    await reply({ content: 'Third' });
    expect(await send(23 * HOUR_MS)).toHaveLength(2);
  });
});

test('a visitor does the same over GraphQL, without a name', async () => {
  await permit('all');
  const { data } = await graphql(
    app,
    `mutation ($key: String!, $id: ID!) { addPublicComment(projectKey: $key, id: $id, content: "Over GraphQL") { id author { name } } }`,
    { key: project.projectKey, id },
  );
  expect(data.addPublicComment.author).toEqual({ name: null });
});
