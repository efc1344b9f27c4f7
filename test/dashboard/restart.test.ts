// Cost: about 20 s, two starts of a process and one browser.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { freePort, killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { useDashboard } from './support/dashboard.ts';

let env: NodeJS.ProcessEnv;
/** Address of the service: browsers keep sessions over HTTP on localhost only. */
let url: string;
let server: ServerProcess;
const start = async () => {
  server = await startServer(env);
  await server.ready();
};
beforeAll(async () => {
  const port = String(await freePort());
  url = `http://localhost:${port}`;
  env = { DATA_DIR: watchDataDir(join(await temporaryDirectory(), 'data')), PORT: port, BASE_URL: url };
  await start();
});
afterAll(async () => {
  await killServers();
  await cleanUp();
});
const { logIn } = useDashboard({
  get url() {
    return url;
  },
});

test('while the service is down, reading stays and a reply keeps its text; then the gap is filled', async () => {
  const owner = await registerUser(server);
  const project = await createProject(server, owner);
  const write = async (content: string) => {
    const body = { projectId: project.id, content, url: 'https://shop.example/cart' };
    return (await rest(server, 'POST', '/annotations', { token: owner.token, body })).body;
  };
  const { id } = await write('Before the outage');
  const dashboard = await logIn(owner, `/projects/${project.id}/comments/${id}`);
  const { page } = dashboard;
  await page.waitForSelector('textarea');
  // The screen with all of its parts.
  await page.waitForNetworkIdle();
  await server.kill();
  await dashboard.see('You are offline.');
  await page.type('textarea', 'Not lost');
  await dashboard.click('button', 'Send');
  await dashboard.see('Not sent: The service is not responding.');
  await dashboard.see('Before the outage');
  // A screen that was never opened waits for the service. The kept draft shows that the dashboard
  // was not reloaded.
  await dashboard.click('link', 'Board');
  await page.goBack();
  await page.waitForSelector('textarea');
  expect(await page.$eval('textarea', ({ value }) => value)).toBe('Not lost');

  await dashboard.click('link', 'Board');
  await start();
  await page.waitForSelector('main ::-p-text(Before the outage)');
  await page.goBack();
  await write('Written meanwhile');
  await dashboard.seeNot('You are offline.');
  await dashboard.see('Written meanwhile');
  await dashboard.click('button', 'Send');
  await page.waitForSelector('article li ::-p-text(Not lost)');
  await rest(server, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content: 'Live again' } });
  await dashboard.see('Live again');
});
