import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { app, openSite, useOverlaySite } from './overlay-site.ts';

useOverlaySite();

test('a visitor comments; a member replies, resolves and re-anchors; each is stored', async () => {
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  const show = (more: object) => {
    const options = { apiUrl: app.url, projectId: project.id, apiKey: project.projectKey, ...more };
    const script = `<script>window.SvcConfig = ${JSON.stringify(options)}</script><script src="/overlay.js" defer></script>`;
    return openSite(
      `<!doctype html><html lang="en"><title>Bakery</title>${script}<h1>Fresh bread</h1><p>Every morning</p></html>`,
    );
  };
  const visitor = await show({});
  await visitor.page.evaluate("console.warn('Oven is cold')");
  await visitor.choose('h1');
  await visitor.write('Which bread?');
  await visitor.see('.pin');

  const member = await show({ accessToken: owner.token });
  await member.see('.pin');
  await member.page.waitForNetworkIdle({ idleTime: 200, concurrency: 1 });
  await member.click('.pin');
  await (await member.see('.reply textarea')).type('Rye');
  await member.click('.reply .primary');
  await member.page.waitForFunction(
    () => document.querySelector('svc-overlay')?.shadowRoot?.querySelectorAll('.dialog article').length === 2,
  );
  await member.click('.reply .quiet');
  await member.see('.pin.resolved');
  await visitor.see('.pin.resolved');

  await member.page.evaluate(() => document.querySelector('h1')?.remove());
  await member.see('.badge.warn');
  await member.click('.badge');
  await member.click('.drawer .row');
  await member.click('.place .choose');
  await member.see('.sheet');
  const box = await (await member.page.$('p'))?.boundingBox();
  await member.page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await member.see('.pin.resolved');

  const { body } = await rest(app, 'GET', `/annotations/project/${project.id}`, { token: owner.token });
  expect(body).toHaveLength(1);
  expect(body[0]).toMatchObject({
    content: 'Which bread?',
    status: 'resolved',
    commentCount: 1,
    anchor: { state: 'rebound' },
    domFingerprint: { tag: 'p', text: 'Every morning' },
    metadata: { diagnostics: { console: [{ level: 'warn', text: 'Oven is cold' }] } },
  });
  expect([visitor.consoleLines, member.consoleLines]).toEqual([['Oven is cold'], []]);
});
