// Cost: about 30 s: one walk through both sites in a real browser.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sendNotificationMails } from '../../src/resolvers/addons/notifications/send-notification-mails.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import type { OverlayPage } from '../clients/support/overlay-page.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { graphql, rest } from '../support/client.ts';
import { type MailSink, startMailSink } from '../support/servers/mail-sink.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { ROOT, useOverlayPanelSite } from './overlay-panel-site.ts';
import { logIn, openPopup, press, see } from './panel-actions.ts';

let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink();
});
afterAll(() => sink.close());
const app = useTestApp(() => ({ env: { SMTP_URL: sink.url } }));
const bench = useOverlayPanelSite(app);

const VISITOR = 'grace@visitors.example';
const articles = (overlay: OverlayPage, count: number) =>
  overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === ${count}`);
/** Sends the mails due in ten minutes; returns the page's link in the last one to an address. */
async function mailedLink(address: string): Promise<string> {
  await waitUntilRelayed(app);
  const later = () => new Date(Date.now() + 600_000);
  await sendNotificationMails(systemContext(app.services), later);
  await sendVisitorMails(systemContext(app.services), later);
  const links = () =>
    sink.mails
      .filter(({ recipient }) => recipient === address)
      .flatMap(({ text }) => /http:\S+#pinbound(?:=3D|=)[\w.-]+/.exec(text) ?? []);
  await expect.poll(() => links().length).toBeGreaterThan(0);
  return (links().at(-1) ?? '').replace('=3D', '=');
}

test('a visitor and a member talk on the page, by mail, on two devices, until the comment is resolved', async () => {
  const { owner } = bench;
  await app.services.db.user.update({ where: { id: owner.id }, data: { emailVerifiedAt: new Date(0) } });
  const preferences = 'preferences: [{ kind: annotation, channel: mail }, { kind: reply, channel: mail }]';
  const settings = `mutation { updateNotificationSettings(${preferences}) { mails } }`;
  expect((await graphql(app, settings, {}, { token: owner.token })).errors).toBeUndefined();
  // Mails link pages of environments only.
  const environment = { projectId: bench.project.id, name: 'Shop', kind: 'production', url: bench.site.origin };
  const made = await rest(app, 'POST', '/environments', { token: owner.token, body: environment });
  expect(made.status).toBe(201);
  bench.serve('/', '<h1>Fresh bread</h1><p>Every morning</p>');

  const first = await bench.open('/', await bench.browser.createBrowserContext());
  await first.choose('h1');
  await (await first.see('input[type=email]')).type(VISITOR);
  await first.page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File(['GET /bread 404'], 'network.log'));
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
    ${ROOT}.querySelector('textarea').dispatchEvent(drop);
  }`);
  await first.write('Which bread?');
  await first.see('.pin');
  const { body: written } = await rest(app, 'GET', `/annotations/project/${bench.project.id}`, { token: owner.token });
  // The pin may appear by the live stream before the file is uploaded.
  const files = async () =>
    (await rest(app, 'GET', `/annotations/${written[0].id}/attachments`, { token: owner.token })).body;
  await expect.poll(files).toMatchObject([{ name: 'network.log', contentType: 'text/plain', size: 14 }]);

  const team = await bench.browser.createBrowserContext();
  const member = await bench.open(`/${new URL(await mailedLink(owner.email)).hash}`, team);
  await member.see('.dialog .thread');
  await member.click('.dialog button.team');
  await member.see('.panel iframe');
  const panel = await bench.panelOf(member);
  await logIn(await openPopup(member.page, panel), owner.email);
  await see(panel, 'Resolve and next');
  await panel.locator('textarea').fill('Rye');
  await press(panel, 'Send');
  await first.see('.badge.news');

  const second = await bench.open(
    `/${new URL(await mailedLink(VISITOR)).hash}`,
    await bench.browser.createBrowserContext(),
  );
  await articles(second, 2);
  expect(await second.page.evaluate('location.hash')).toBe('#pinbound=1');
  await (await second.see('.reply textarea')).type('And spelt?');
  await second.click('.reply .primary');
  await articles(second, 3);

  // The member's next visit needs no log-in.
  await member.page.close();
  const again = await bench.open(`/${new URL(await mailedLink(owner.email)).hash}`, team);
  await again.see('.panel iframe');
  const next = await bench.panelOf(again);
  await see(next, 'And spelt?');
  await press(next, 'Resolve and next');
  await second.see('.dialog .status.resolved');
  await first.see('.pin.resolved');
  expect([first.consoleLines, second.consoleLines, again.consoleLines]).toEqual([[], [], []]);
});
