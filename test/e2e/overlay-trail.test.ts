import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { app, openSite, useOverlaySite } from './overlay-site.ts';

useOverlaySite();

test('a comment refers to the session of the embed script, and members read its timeline', async () => {
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  const options = { apiUrl: app.url, projectId: project.id, apiKey: project.projectKey };
  const { page, choose, write, see } = await openSite(
    `<!doctype html><html lang="en"><head><title>Bakery</title>
      <script src="${app.url}/embed.min.js" data-project-key="${project.projectKey}" defer></script>
      <script>window.SvcConfig = ${JSON.stringify(options)}</script><script src="/overlay.js" defer></script></head>
      <body><h1>Fresh bread</h1><button id="order">Order rye</button></body></html>`,
  );
  await see('.launcher');
  await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
  await page.click('#order');
  await choose('h1');
  await write('Nothing happened');
  await see('.pin');
  // Leaving the page sends the remaining events.
  await page.goto('about:blank');

  const [annotation] = (await rest(app, 'GET', `/annotations/project/${project.id}`, { token: owner.token })).body;
  expect(annotation.metadata.sessionId).toMatch(/^[\w-]{8,128}$/);
  const trail = async () =>
    (await rest(app, 'GET', `/annotations/${annotation.id}/trail`, { token: owner.token })).body.map(
      ({ type, text }: { type: string; text: string | null }) => [type, text],
    );
  await expect.poll(trail).toContainEqual(['click', 'Order rye']);
});
