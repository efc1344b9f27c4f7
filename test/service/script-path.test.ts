// Costs 4 s: one service for each path.
import { afterEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

/** Paths of an operator; the service itself uses three of them. */
test.each(['/tools', '/a-b/c_d/2', '/app', '/overlay', '/v1'])('below %s, all scripts are served', async (path) => {
  app = await startTestApp({ env: { SCRIPT_PATH: path, BASE_URL: 'https://feedback.example.com' } });
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const { body } = await rest(app, 'GET', `/projects/${id}/embed-script`, { token: owner.token });
  const sources = [body.script, body.overlayScript].map((text) => /src="([^"]+)"/.exec(text)?.[1] ?? '');
  expect(sources).toEqual(['embed.min.js', 'overlay.js'].map((name) => `https://feedback.example.com${path}/${name}`));
  const load = async (at: string) => {
    const response = await fetch(`${app?.url}${at}`);
    const { status, headers } = response;
    const text = await response.text();
    return { status, type: headers.get('content-type'), cors: headers.get('access-control-allow-origin'), text };
  };
  const overlay = await load(`${path}/overlay.js`);
  expect(overlay).toEqual(await load('/overlay.js'));
  expect(await load(`${path}/embed.min.js`)).toEqual(await load('/embed.min.js'));
  const [hash = ''] = /(?<=")[0-9a-f]{8}(?=")/.exec(overlay.text) ?? [];
  for (const name of ['app', 'ui', 'shared', 'quotes', 'ja-ui']) {
    for (const retry of ['', 'retry-2/']) {
      const chunk = await load(`${path}/overlay/${retry}${name}-${hash}.js`);
      expect(chunk).toMatchObject({ status: 200, type: expect.stringContaining('javascript'), cors: '*' });
    }
  }
  // The paths of the service itself still respond.
  expect(await load('/app')).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
  expect((await load('/v1/webhooks')).status).toBe(401);
  expect((await load('/overlay/draw')).status).toBe(200);
});
