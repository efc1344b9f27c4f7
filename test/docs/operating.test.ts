import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/infrastructure/telemetry/metrics.ts';
import { rest } from '../support/client.ts';
import { PASSWORD, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fencesIn, readPage, tableOf } from './support/markdown.ts';

const page = ['run', 'secure', 'observe'].map((name) => readPage(`docs/${name}.md`)).join('\n');

describe('settings', () => {
  const rows = tableOf(page, 'Name', 'Default', 'Meaning');
  const documented = Object.fromEntries(rows.map(([name, value]) => [name, value]));

  test('match src/config/settings.ts, with its defaults', () => {
    const [, schema = ''] =
      /export const settings = z\.object\(\{([\s\S]*?)\n\}\);/.exec(readFileSync('src/config/settings.ts', 'utf8')) ??
      [];
    const read = schema.split('\n').flatMap((line) => {
      const [, name, rest = ''] = /^ {2}([A-Z][A-Z0-9_]*): (.*),$/.exec(line) ?? [];
      const [, value = ''] = /\.(?:de|pre)fault\(([^)]*)\)/.exec(rest) ?? [];
      return name ? [[name, value.replace(/^'|'$/g, '').replace(/(?<=\d)_(?=\d)/g, '')]] : [];
    });
    expect(read.length).toBeGreaterThan(10);
    expect(documented).toEqual(Object.fromEntries(read));
  });

  test('match .env.example, in its order', () => {
    const lines = readFileSync('.env.example', 'utf8').split('\n');
    const named = lines.flatMap((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
    const pairs = rows.flatMap(([name = '', value = '']) => [name, name === 'NODE_ENV' ? '' : value]);
    expect(pairs).toEqual(named);
  });
});

describe('a process', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ demo: true });
  });
  afterAll(() => app.close());

  test.each(['/healthz', '/readyz'])('responds to %s as shown', async (path) => {
    // The browser depends on the machine.
    const known = ({ browser, ...body }: Record<string, unknown>) => ({ ...body, hasBrowser: browser !== undefined });
    const shown = fencesIn(page, 'json').map(({ text }) => known(JSON.parse(text)));
    expect(shown).toContainEqual(known((await rest(app, 'GET', path)).body));
  });

  test('ends sessions by the SQL statement, not by another secret', async () => {
    const { databaseUrl } = app;
    const other = await startTestApp({ databaseUrl, env: { AUTH_SECRET: 'another-secret-another-secret-another-1' } });
    const { email, token } = await registerUser(app);
    const login = await rest(app, 'POST', '/auth/login', { body: { email, password: PASSWORD } });
    const refresh = ({ refreshToken }: { refreshToken: string }) =>
      rest(other, 'POST', '/auth/refresh', { body: { refreshToken } });
    expect((await rest(other, 'GET', '/auth/me', { token })).status).toBe(401);
    const refreshed = await refresh(login.body);
    expect(refreshed.status).toBe(200);
    await app.services.pool.query(fencesIn(page, 'sql').find(({ text }) => text.startsWith('UPDATE'))?.text ?? '');
    expect((await refresh(refreshed.body)).status).toBe(401);
    await other.close();
  });

  test.each([
    ['/overlay.js', 'gzip'],
    ['/embed.min.js', 'gzip'],
    ['/', 'gzip'],
    ['/docs', 'gzip'],
    ['/openapi.json', 'gzip'],
    ['/billing/plans', null],
    ['/graphql?query={__typename}', null],
  ])('compresses %s with %s', async (path, encoding) => {
    const response = await fetch(app.url + path, { headers: { 'accept-encoding': 'gzip' } });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
  });

  test('has the metrics of the table', async () => {
    const own = (await createMetrics().registry.getMetricsAsJSON()).filter(({ name }) => name.startsWith('pinbound_'));
    expect(tableOf(page, 'Metric', 'Kind', 'Meaning').map(([name, kind]) => `${name} ${kind}`)).toEqual(
      own.map(({ name, type }) => `${name} ${type}`),
    );
  });

  test('has no demo after the statements of the checklist', async () => {
    const { password } = await app.services.db.demo.findFirstOrThrow();
    const login = () => rest(app, 'POST', '/auth/login', { body: { email: 'demo@pinbound.example', password } });
    expect((await login()).status).toBe(200);
    const removal = fencesIn(page, 'sql').find(({ text }) => text.startsWith('DELETE'));
    await app.services.pool.query(removal?.text ?? '');
    expect((await login()).status).toBe(401);
    expect(await app.services.db.project.count()).toBe(0);
  });
});
