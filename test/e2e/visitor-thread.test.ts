import { expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import type { OverlayPage } from '../clients/support/overlay-page.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { waitForMail } from '../support/mails.ts';
import { app, openOnNewDevice, openSite, useOverlaySite } from './overlay-site.ts';

useOverlaySite();

const ROOT = "document.querySelector('svc-overlay').shadowRoot";
const articles = (overlay: OverlayPage, count: number) =>
  overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === ${count}`);

test('a visitor is mailed the answer, continues on another device, and sees that the comment was resolved', async () => {
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  const { token } = owner;
  const options = { apiUrl: app.url, projectId: project.id, apiKey: project.projectKey };
  const script = `<script>window.SvcConfig = ${JSON.stringify(options)}</script><script src="/overlay.js" defer></script>`;
  const first = await openSite(
    `<!doctype html><html lang="en"><title>Bakery</title>${script}<h1>Fresh bread</h1></html>`,
  );
  const { origin } = new URL(first.page.url());
  await rest(app, 'PATCH', `/projects/${project.id}`, { token, body: { allowedOrigins: [origin] } });
  await first.choose('h1');
  await (await first.see('input[type=email]')).type('grace@visitors.example');
  await first.write('Which bread?');
  await first.see('.pin');
  const { body } = await rest(app, 'GET', `/annotations/project/${project.id}`, { token });
  const path = `/annotations/${body[0].id}`;

  await rest(app, 'POST', `${path}/comments`, { token, body: { content: 'Rye' } });
  await first.see('.badge.news');
  await waitUntilRelayed(app);
  await sendVisitorMails(systemContext(app.services), () => new Date(Date.now() + 300_000));
  const mail = await waitForMail(app, 'grace@visitors.example');
  const [link = ''] = /http:\S+#pinbound=1\.pbc_[\w-]+/.exec(mail) ?? [];

  const second = await openOnNewDevice(link);
  await articles(second, 2);
  expect(await second.page.evaluate('location.hash')).toBe('#pinbound=1');
  await (await second.see('.reply textarea')).type('And spelt?');
  await second.click('.reply .primary');
  await articles(second, 3);
  const { body: replies } = await rest(app, 'GET', `${path}/comments`, { token });
  expect(replies.map((reply: { byVisitor: boolean }) => reply.byVisitor)).toEqual([false, true]);

  await rest(app, 'PUT', `${path}/status`, { token, body: { status: 'resolved' } });
  await second.see('.dialog .status.resolved');
  await first.click('.pin.resolved');
  await articles(first, 3);
  await first.until(`!${ROOT}.querySelector('.badge').classList.contains('news')`);

  const third = await openOnNewDevice(link);
  await articles(third, 3);
  await third.see('.reply textarea');

  await app.services.pool.query('UPDATE visitor_codes SET expires_at = now()');
  const fourth = await openOnNewDevice(link);
  expect(await fourth.text('.toast')).toContain('has expired');
  await articles(fourth, 3);
  expect(await fourth.page.evaluate(`${ROOT}.querySelector('.reply')`)).toBeNull();
  expect([first.consoleLines, second.consoleLines]).toEqual([[], []]);
});
