import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import type { Mail } from '../../src/infrastructure/mail/mailer.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance } from '../support/deployments.ts';
import { registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let site: DeployedSite;
let annotationId: string;
let sent: Mail[];
let visitors = 0;

beforeAll(async () => {
  owner = await registerUser(app);
  app.services.mail.send = async (mail) => {
    if (!mail.subject.startsWith('Verify')) sent.push(mail);
  };
});
beforeEach(async () => {
  await app.services.db.visitorMail.deleteMany();
  sent = [];
  visitors += 1;
  site = await createSite(app, owner);
  const { projectKey } = (await rest(app, 'GET', `/projects/${site.projectId}`, { token: owner.token })).body;
  const body = {
    projectKey,
    content: 'Make it red',
    url: 'https://shop.example/',
    email: `grace${visitors}@visitors.example`,
    metadata: { selector: '#buy', text: 'Buy' },
  };
  annotationId = (await rest(app, 'POST', '/annotations/public', { body })).body.id;
});

const [GREEN, RED] = [() => sitePage(0), () => sitePage(200)];
const GONE = () => ({ ...sitePage(250), elements: sitePage(250).elements.slice(1) });
const USED_CREDENTIALS = 'UPDATE snapshots SET used_credentials = true';

/** Checks a change, resolves with its verdict, and returns the mails to the reporter. */
async function resolveWithCheck(): Promise<Mail[]> {
  const options = { token: owner.token };
  for (const show of [GREEN, RED]) {
    await rest(app, 'POST', `/v1/annotations/${annotationId}/verify-fix`, { ...options, body: {} });
    await advance(app, show);
  }
  const { rows } = await app.services.pool.query<{ id: string }>(
    'SELECT id FROM snapshots WHERE project_id = $1 ORDER BY created_at DESC LIMIT 1',
    [site.projectId],
  );
  const path = `/v1/annotations/${annotationId}/verdict?snapshotId=${rows[0]?.id}`;
  const verdictId = (await rest(app, 'GET', path, options)).body.data.id;
  const body = { status: 'resolved', verdictId };
  expect((await rest(app, 'PUT', `/annotations/${annotationId}/status`, { ...options, body })).status).toBe(200);
  await advance(app, RED);
  return sendMails();
}

/** Deploys a change, approves it, and returns its mails to the reporter. */
async function prove(
  show = RED,
  beforeReview?: () => Promise<unknown>,
  reviewed: object = { annotationIds: [annotationId] },
): Promise<{ deploymentId: string; reviewId: string; mails: Mail[] }> {
  await runDeployment(app, site, 'one', GREEN);
  await beforeReview?.();
  const { id } = await runDeployment(app, site, 'two', show);
  const body = { decision: 'approved', ...reviewed };
  const review = await rest(app, 'POST', `/v1/deployments/${id}/reviews`, { token: owner.token, body });
  await advance(app, show);
  return { deploymentId: id, reviewId: review.body.data.id, mails: await sendMails() };
}

async function sendMails(): Promise<Mail[]> {
  await waitUntilRelayed(app);
  const before = sent.length;
  await sendVisitorMails(systemContext(app.services), () => new Date(Date.now() + 3_600_000));
  return sent.slice(before);
}

const linkIn = (mail: Mail | undefined, answer: 'good' | 'wrong') =>
  String(mail?.text.match(new RegExp(`http\\S+/answer/pbc_[\\w-]{43}/${answer}$`, 'm'))?.[0]);
const post = (link: string, text = '') => fetch(link, { method: 'POST', body: new URLSearchParams({ text }) });

const FIELDS = `status commentCount comments { nodes { content byVisitor author { name } } }
  history { edges { node { kind after actorId } } } proof { answer answeredAt isDisputed beforeUrl afterUrl evidence }`;
const read = async (token = owner.token) =>
  (await graphql(app, `{ annotation(id: "${annotationId}") { ${FIELDS} } }`, {}, { token })).data.annotation;

test('a proof is mailed with its pictures and two links that only act on POST', async () => {
  const { mails } = await prove();
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.text).toContain('Your comment was resolved.\n\nLeft: before. Right: after.\n\n');
  const { format, width } = await sharp(mail?.pictures?.[0]?.content).metadata();
  expect([format, width]).toEqual(['png', 60 + 16 + 60]);
  for (const answer of ['good', 'wrong'] as const) {
    const page = await fetch(linkIn(mail, answer));
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const html = await page.text();
    expect(html).toContain('<form method="post">');
    expect(html).toMatch(/Your comment #\d+<\/figcaption><blockquote dir="auto">Make it red</);
    expect(html.match(/<figcaption>(Before|After)<\/figcaption><img src="data:image\/webp;base64,/g)).toHaveLength(2);
    expect(html).toContain('Nothing is sent until then.');
  }
  expect(await read()).toMatchObject({ status: 'resolved', proof: { answer: null } });
});

test('an approval of several comments of one visitor is one mail, with the answers of each', async () => {
  const { projectKey } = (await rest(app, 'GET', `/projects/${site.projectId}`, { token: owner.token })).body;
  const email = `grace${visitors}@visitors.example`;
  const body = {
    projectKey,
    content: 'Brighter',
    url: 'https://shop.example/',
    metadata: { selector: '#buy', text: 'Buy' },
  };
  await rest(app, 'POST', '/annotations/public', { body: { ...body, email } });
  await rest(app, 'POST', '/annotations/public', { body: { ...body, email: `other-${email}` } });
  const { mails } = await prove(RED, undefined, {});
  expect(mails.map(({ to }) => to).sort()).toEqual([email, `other-${email}`]);
  const mail = mails.find(({ to }) => to === email);
  expect(mail?.subject).toMatch(/^Shop.*: 2 of your comments were resolved$/);
  expect(mail?.pictures).toHaveLength(2);
  const links = [...(mail?.text ?? '').matchAll(/http\S+\/good$/gm)].map(([link]) => link);
  expect(links).toHaveLength(2);
  for (const link of links) expect((await post(link)).status).toBe(200);
  expect(await sendMails()).toEqual([]);
});

test('Good confirms, once', async () => {
  const [mail] = (await prove()).mails;
  const results = await Promise.all([post(linkIn(mail, 'good')), post(linkIn(mail, 'good'))]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await read()).toMatchObject({
    status: 'resolved',
    commentCount: 0,
    history: { edges: expect.arrayContaining([{ node: { kind: 'answer', after: 'good', actorId: null } }]) },
    proof: { answer: 'good', answeredAt: expect.any(String), isDisputed: false },
  });
  expect((await post(linkIn(mail, 'wrong'))).status).toBe(400);
  const used = await fetch(linkIn(mail, 'good'));
  expect([used.status, await used.text()]).toEqual([400, expect.stringContaining('This link was used')]);
});

test('Still wrong reopens with the words of the reporter as a reply', async () => {
  const [mail] = (await prove()).mails;
  expect((await post(linkIn(mail, 'wrong'), 'A <b>darker</b> red')).status).toBe(200);
  expect(await read()).toMatchObject({
    status: 'open',
    comments: { nodes: [{ content: 'A <b>darker</b> red', byVisitor: true }] },
    history: {
      edges: [
        { node: { kind: 'status', after: 'open', actorId: null } },
        { node: { kind: 'answer', after: 'wrong', actorId: null } },
        { node: { kind: 'status', after: 'resolved' } },
      ],
    },
    proof: { answer: 'wrong', isDisputed: true },
  });
  // The reply is the reporter's own: it causes no mail.
  expect(await sendMails()).toEqual([]);
});

test('Still wrong without words says so, and a text that is too long is refused without spending the link', async () => {
  const [mail] = (await prove()).mails;
  const refused = await post(linkIn(mail, 'wrong'), 'a'.repeat(10_001));
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('at most 10000 characters')]);
  await post(linkIn(mail, 'wrong'));
  expect((await read()).comments.nodes).toMatchObject([{ content: 'Still wrong.' }]);
});

test('a removed element is mailed as it was', async () => {
  const [mail] = (await prove(GONE)).mails;
  expect(mail?.text).toContain('Before; it is no longer there.');
});

test('a code for an answer does not open the thread', async () => {
  const [mail] = (await prove()).mails;
  const code = linkIn(mail, 'good').split('/').at(-2);
  const exchanged = await rest(app, 'POST', '/annotations/public/visitor-token', { body: { code } });
  expect(exchanged.status).toBe(400);
  expect((await post(linkIn(mail, 'good'))).status).toBe(200);
});

test.each<[string, () => Promise<unknown>]>([
  ['expired', () => app.services.pool.query('UPDATE visitor_codes SET expires_at = now()')],
  [
    'of a comment that became internal',
    () => app.services.pool.query("UPDATE annotations SET visibility = 'internal' WHERE id = $1", [annotationId]),
  ],
  ['of a deleted comment', () => rest(app, 'DELETE', `/annotations/${annotationId}`, { token: owner.token })],
  [
    'of a project without public feedback',
    () => app.services.pool.query('UPDATE projects SET public_feedback = false WHERE id = $1', [site.projectId]),
  ],
])('a link that is %s does nothing', async (_name, end) => {
  const [mail] = (await prove()).mails;
  await end();
  expect((await fetch(linkIn(mail, 'wrong'))).status).toBe(400);
  expect((await post(linkIn(mail, 'wrong'))).status).toBe(400);
});

test('an undone review takes the links and the answer with it', async () => {
  const { mails, reviewId } = await prove();
  const [mail] = mails;
  await rest(app, 'POST', `/v1/reviews/${reviewId}/undo`, { token: owner.token });
  expect((await post(linkIn(mail, 'good'))).status).toBe(400);
  expect(await read()).toMatchObject({ status: 'open', proof: null });
});

describe('a page behind a login', () => {
  const shown = { beforeUrl: expect.any(String), evidence: { styles: [expect.anything()] } };
  const hidden = { beforeUrl: null, afterUrl: null, evidence: { text: null, styles: [] } };

  test('is left out of the mail and hidden from guests, who still answer and read the result', async () => {
    const { mails, deploymentId } = await prove(RED, () => app.services.pool.query(USED_CREDENTIALS));
    expect(mails[0]?.text).toContain('Is it done as you asked?');
    expect([mails[0]?.pictures, mails[0]?.text]).toEqual([undefined, expect.not.stringContaining('before')]);
    const guest = await registerMember(app, owner.organizationId, 'guest', [site.projectId]);
    expect((await read(guest.token)).proof).toMatchObject(hidden);
    expect((await read()).proof).toMatchObject(shown);
    const changes = async ({ token }: TestUser) =>
      (await rest(app, 'GET', `/v1/deployments/${deploymentId}`, { token })).body.data.changes;
    expect(await changes(guest)).toMatchObject([{ selector: '#buy', before: null, after: null }]);
    expect(await changes(owner)).toMatchObject([{ before: { text: 'Buy' }, after: { text: 'Buy' } }]);
    expect(await (await fetch(linkIn(mails[0], 'good'))).text()).not.toContain('<img');
    expect((await post(linkIn(mails[0], 'good'))).status).toBe(200);
  });

  test('is shown if an admin shares what its captures find', async () => {
    await rest(app, 'PUT', `/environments/${site.environmentId}/capture-credentials`, {
      token: owner.token,
      body: { headers: [{ name: 'X-Bypass', value: 'long enough' }], isShared: true },
    });
    const { mails } = await prove(RED, () => app.services.pool.query(USED_CREDENTIALS));
    expect(mails[0]?.pictures).toBeDefined();
    const guest = await registerMember(app, owner.organizationId, 'guest', [site.projectId]);
    expect((await read(guest.token)).proof).toMatchObject(shown);
  });
});

test('a resolution with the verdict of a check is mailed with both pictures, and can be called still wrong', async () => {
  const mails = await resolveWithCheck();
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.text).toContain('Left: before. Right: after.');
  expect((await sharp(mail?.pictures?.[0]?.content).metadata()).format).toBe('png');
  expect((await post(linkIn(mail, 'wrong'))).status).toBe(200);
  const query = `{ annotation(id: "${annotationId}") { status proof { answer deploymentId } } }`;
  expect((await graphql(app, query, {}, { token: owner.token })).data.annotation).toEqual({
    status: 'open',
    proof: { answer: 'wrong', deploymentId: null },
  });
});
