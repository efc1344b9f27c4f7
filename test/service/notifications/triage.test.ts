import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import type { Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { announceDueDates } from '../../../src/resolvers/addons/notifications/announce-due-dates.ts';
import { sendNotificationMails } from '../../../src/resolvers/addons/notifications/send-notification-mails.ts';
import { waitUntilRelayed } from '../../contract/support/sql-statements.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const DAY_MS = 86_400_000;
let owner: TestUser;
let editor: TestUser;
let projectId: string;
/** An annotation of the owner. */
let id: string;
let sent: Mail[];

beforeAll(async () => {
  owner = await registerUser(app);
  editor = await registerMember(app, owner.organizationId, 'editor');
  projectId = (await createProject(app, owner)).id;
  app.services.mail.send = async (mail) => void sent.push(mail);
  await app.services.db.user.updateMany({ data: { emailVerifiedAt: new Date() } });
});
beforeEach(async () => {
  sent = [];
  id = (await createAnnotation(app, owner, projectId)).id;
  await waitUntilRelayed(app);
  await app.services.db.notification.deleteMany();
});

async function change(values: object, user = editor, ids = [id]): Promise<void> {
  const body = { organizationId: owner.organizationId, ids, change: values };
  const response = await rest(app, 'POST', '/annotations/changes', { token: user.token, body });
  expect(response.body).toMatchObject(ids.map(() => ({ isChanged: true, error: null })));
}

/** Kinds of a user's notifications, newest first. */
async function kindsOf({ token }: TestUser): Promise<string[]> {
  await waitUntilRelayed(app);
  const { body } = await rest(app, 'GET', `/organizations/${owner.organizationId}/notifications`, { token });
  return body.map(({ kind }: { kind: string }) => kind);
}

async function mailsOf(kind: string, { token, email }: TestUser, happens: () => Promise<unknown>): Promise<string[]> {
  const prefer = (channel: string) =>
    graphql(
      app,
      `mutation { updateNotificationSettings(preferences: [{ kind: ${kind}, channel: ${channel} }]) { mails } }`,
      {},
      { token },
    );
  await prefer('mail');
  await happens();
  await waitUntilRelayed(app);
  await sendNotificationMails(systemContext(app.services), () => new Date(Date.now() + 300_000));
  await prefer('in_app');
  return sent.filter(({ to }) => to === email).map(({ text }) => text);
}

describe('a change of several annotations', () => {
  test('notifies the assignee of each', async () => {
    const other = await createAnnotation(app, owner, projectId);
    await change({ assigneeId: editor.id }, owner, [id, other.id]);
    expect((await kindsOf(editor)).filter((kind) => kind === 'assignment')).toHaveLength(2);
    expect(await kindsOf(owner)).toEqual([]);
  });

  test('notifies assignee and watchers if it also sets the status', async () => {
    await change({ assigneeId: editor.id, status: 'in_progress' }, owner);
    expect(await kindsOf(editor)).toEqual(['assignment']);
    await change({ assigneeId: owner.id, status: 'resolved', priority: 'low' });
    expect((await kindsOf(owner)).sort()).toEqual(['assignment', 'status']);
  });

  test('notifies watchers of another resolution, whose mail names it', async () => {
    await change({ status: 'resolved' });
    const mails = await mailsOf('status', owner, () => change({ resolution: 'declined' }));
    expect(await kindsOf(owner)).toEqual(['status', 'status']);
    expect(mails).toEqual([expect.stringContaining('editor changed the status to resolved (declined).')]);
  });

  test('of labels, priority, due date or to nobody notifies nobody', async () => {
    await change({ assigneeId: editor.id });
    await app.services.db.notification.deleteMany();
    await change({ priority: 'urgent', dueOn: '2040-01-01' });
    await change({ assigneeId: null });
    expect([await kindsOf(owner), await kindsOf(editor)]).toEqual([[], []]);
  });
});

describe('a due date', () => {
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  /** Runs the job so many days later. */
  const announce = (days = 0) => announceDueDates(systemContext(app.services), new Date(Date.now() + days * DAY_MS));

  test('notifies watchers once, on the day, from any number of processes', async () => {
    const watch = { token: editor.token, body: { state: 'watching' } };
    await rest(app, 'PUT', `/annotations/${id}/watch`, watch);
    await change({ dueOn: day(1) });
    await announce();
    expect(await kindsOf(owner)).toEqual([]);
    await Promise.all([announce(1), announce(1), announce(1)]);
    await announce(1);
    await announce(2);
    expect([await kindsOf(owner), await kindsOf(editor)]).toEqual([['due'], ['due']]);
    const { body } = await rest(app, 'GET', `/organizations/${owner.organizationId}/notifications`, {
      token: owner.token,
    });
    expect(body).toMatchObject([{ annotationId: id, actorId: null, actorName: null, excerpt: 'The price is wrong' }]);
  });

  test('that moves is announced again, on its new day', async () => {
    await change({ dueOn: day(0) });
    await announce();
    await change({ dueOn: day(3) });
    await announce(2);
    expect(await kindsOf(owner)).toEqual(['due']);
    await announce(3);
    expect(await kindsOf(owner)).toEqual(['due', 'due']);
    await announce(9);
    expect(await app.services.db.dueNotice.count()).toBe(0);
  });

  test('is announced two days late at most', async () => {
    await change({ dueOn: day(-2) });
    const late = await createAnnotation(app, owner, projectId);
    await change({ dueOn: day(-3) }, editor, [late.id]);
    await announce();
    await waitUntilRelayed(app);
    const due = await app.services.db.notification.findMany({ where: { kind: 'due' } });
    expect(due.map(({ annotationId }) => annotationId)).toEqual([id]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['was resolved', () => change({ status: 'resolved' })],
    ['was deleted', () => rest(app, 'DELETE', `/annotations/${id}`, { token: owner.token })],
    ['is muted', () => rest(app, 'PUT', `/annotations/${id}/watch`, { token: owner.token, body: { state: 'muted' } })],
  ])('of an annotation that %s notifies nobody', async (_what, happens) => {
    await change({ dueOn: day(0) });
    await happens();
    await waitUntilRelayed(app);
    await app.services.db.notification.deleteMany();
    await announce();
    expect([await kindsOf(owner), await kindsOf(editor)]).toEqual([[], []]);
  });

  test('of an internal annotation is announced to no guest', async () => {
    const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
    await rest(app, 'PUT', `/annotations/${id}/watch`, { token: guest.token, body: { state: 'watching' } });
    await rest(app, 'PUT', `/annotations/${id}/visibility`, { token: owner.token, body: { visibility: 'internal' } });
    await change({ dueOn: day(0) });
    await announce();
    expect([await kindsOf(owner), await kindsOf(guest)]).toEqual([['due'], []]);
  });

  test('is mailed to those who ask for it, unless the annotation was resolved meanwhile', async () => {
    await change({ dueOn: day(0) });
    const mails = await mailsOf('due', owner, () => announce());
    expect(mails).toEqual([expect.stringContaining(`This comment is due on ${day(0)}.`)]);
    const other = await createAnnotation(app, owner, projectId);
    await change({ dueOn: day(0) }, editor, [other.id]);
    sent = [];
    const none = await mailsOf('due', owner, async () => {
      await announce();
      await waitUntilRelayed(app);
      await change({ status: 'resolved' }, editor, [other.id]);
    });
    expect(none.join()).not.toContain('is due');
  });
});
