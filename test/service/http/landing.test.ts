import { expect, test } from 'vitest';
import { registerUser } from '../../support/factories.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const REGISTER = 'href="/app/register"';

async function withApp(options: Parameters<typeof startTestApp>[0], work: (app: TestApp) => Promise<void>) {
  const app = await startTestApp(options);
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

const read = async (app: TestApp, path = '/') => (await fetch(app.url + path)).text();

test('the first page offers to create the first account until somebody has one', () =>
  withApp({}, async (app) => {
    const first = await read(app);
    expect(first).toContain(`${REGISTER}>Create the first account</a>`);
    expect(first).not.toContain('Create an account');
    await registerUser(app);
    const later = await read(app);
    expect(later).toContain(`${REGISTER}>Create an account</a>`);
    expect(later).toContain('<a class="primary" href="/app">Log in</a>');
    expect(later).not.toMatch(/first account|demo|<!--|\{\{/);
    const picture = await fetch(`${app.url}/landing.webp`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }));

test('a demo is offered, and its people do not count', () =>
  withApp({ demo: true }, async (app) => {
    const page = await read(app);
    expect(page).toContain('Create the first account');
    expect(page).toContain('href="/demo"');
    expect(await read(app, '/docs')).toContain('href="/metrics"');
  }));

test('nobody is asked to register where only invited people can', () =>
  withApp({ env: { REGISTRATION: 'invited' } }, async (app) => {
    const page = await read(app);
    expect(page).not.toContain(REGISTER);
    expect(page).toContain('<a class="primary" href="/app">Log in</a>');
    expect(await read(app, '/docs')).not.toContain('/metrics');
  }));

test('the page is served while the database cannot be read', () =>
  withApp({}, async (app) => {
    await app.services.pool.query('ALTER TABLE users RENAME TO former_users');
    const response = await fetch(app.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<a class="primary" href="/app">Log in</a>');
  }));
