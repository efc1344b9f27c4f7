import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sweepDeliveries } from '../../src/resolvers/addons/deliveries/sweep-deliveries.ts';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import {
  createIntegration,
  readIntegration,
  retryNow,
  type ShownIntegration,
  untilFailed,
  untilSent,
} from '../support/integrations.ts';
import { mailsTo } from '../support/mails.ts';
import { startDiscordDouble } from '../support/servers/discord-double.ts';
import { type ChannelDouble, startSlackDouble } from '../support/servers/slack-double.ts';
import { sweepOf } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let owner: TestUser;
let site: PageServer;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await registerUser(app);
  site = await servePages({ '/': page('<button id="buy">Buy the spade</button>') });
});
afterAll(async () => {
  await app.close();
  await site.close();
});

const CHANNELS = [
  { provider: 'slack', start: startSlackDouble, limited: { status: 429, body: 'rate_limited' } },
  {
    provider: 'discord',
    start: startDiscordDouble,
    limited: { status: 429, body: { message: 'You are being rate limited.', retry_after: 65, global: false } },
  },
];

describe.each(CHANNELS)('$provider', ({ provider, start, limited }) => {
  let channel: ChannelDouble;
  let projectId: string;
  let integration: ShownIntegration;

  beforeEach(async () => {
    channel = await start();
    projectId = (await createProject(app, owner)).id;
    integration = await createIntegration(app, owner, projectId, { provider, webhookUrl: channel.webhookUrl });
    return () => channel.close();
  });

  const annotate = (values?: object) => createAnnotation(app, owner, projectId, values);
  const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });

  test('is told of annotations, replies and changes of status', async () => {
    const made = await annotate({ content: 'Too <big> & *bold* @everyone', metadata: { selector: '#total' } });
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'in_progress' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'resolved' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'open' });
    await untilSent(app, integration, 5);
    const told = channel.messages.map((message) => JSON.stringify(message));
    for (const words of ['New feedback #1', 'New reply', 'in progress', 'resolved', 'open again']) {
      expect(told.filter((message) => message.includes(words))).toHaveLength(1);
    }
    const [first = ''] = told.filter((message) => message.includes('New feedback'));
    for (const part of ['https://shop.example/cart', '#total', 'Ada']) expect(first).toContain(part);
    // Nobody is pinged: texts stand where nothing is read from them.
    if (provider === 'discord') expect(channel.messages[0].allowed_mentions).toEqual({ parse: [] });
    else expect(first).toContain('{"type":"plain_text","text":"Too <big> & *bold* @everyone"');
  });

  test('is shown the picture of the page with what happens after it was taken', async () => {
    const url = `${site.url}/`;
    const made = await annotate({ url, metadata: { selector: '#buy', text: 'Buy the spade' } });
    await untilSent(app, integration, 1);
    await sweepOf(app, owner, projectId, url);
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await untilSent(app, integration, 2);
    const { pathname } = new URL((await call('GET', `/annotations/${made.id}`)).body.screenshotUrl);
    const [first, second] = channel.messages.map((message) => JSON.stringify(message));
    expect(first).not.toContain('/objects/');
    expect(second).toContain(`${pathname}?expires=`);
  });

  test('is told of nothing but what its admin chose', async () => {
    await call('PATCH', `/integrations/${integration.id}`, { notify: ['reply'] });
    const made = await annotate();
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'resolved' });
    await untilSent(app, integration, 3);
    expect(channel.messages).toHaveLength(1);
    expect(JSON.stringify(channel.messages)).toContain('I agree');
  });

  test('takes the longest texts that an annotation can have', async () => {
    const url = `https://shop.example/${'ü'.repeat(330)}?${'&'.repeat(500)}`;
    await annotate({ content: '\\*&<'.repeat(2_500), url, metadata: { selector: '`>'.repeat(2_000) } });
    await untilSent(app, integration, 1);
    expect(channel.messages).toHaveLength(1);
  });

  test('takes pages whose addresses grow long when they are written for it', async () => {
    const start = 'https://shop.example/?';
    // Each bracket is written as three characters: up to 2 048 in all, and one more.
    for (const [count, url] of [
      [1, `${start}${'['.repeat(675)}a`],
      [2, `${start}${'['.repeat(675)}ab`],
      [3, `${start}${'a[]='.repeat(500)}`],
    ] as const) {
      await annotate({ url });
      await untilSent(app, integration, count);
      const told = JSON.stringify(channel.messages[count - 1]);
      expect(told).toContain(`New feedback #${count}`);
      if (provider === 'discord') expect(channel.messages[count - 1].embeds[0].url !== undefined).toBe(count === 1);
    }
  });

  test('shows texts as they were typed', async () => {
    await annotate({ content: '# Big\n    code\n1. one' });
    await untilSent(app, integration, 1);
    const [{ embeds, blocks }] = channel.messages;
    if (provider === 'discord') expect(embeds[0].description).toBe('\\# Big\n\u00a0\u00a0\u00a0\u00a0code\n1\\. one');
    else expect(blocks[1].text).toMatchObject({ type: 'plain_text', text: '# Big\n    code\n1. one' });
  });

  test('that fails for hours loses nothing: everything arrives, once', async () => {
    channel.intercept = () => ({ status: 500, body: 'rollup_error' });
    await Promise.all(['a', 'b', 'c'].map((content) => annotate({ content: `lost ${content}?` })));
    await untilFailed(app, integration, 3);
    await retryNow(app);
    await untilFailed(app, integration, 6);
    expect(await readIntegration(app, owner, integration)).toMatchObject({
      enabled: true,
      pendingCount: 3,
      lastError: expect.stringContaining('answered 500: rollup_error'),
    });
    channel.intercept = undefined;
    await retryNow(app);
    await untilSent(app, integration, 3);
    await retryNow(app);
    expect(channel.messages).toHaveLength(3);
    for (const content of ['a', 'b', 'c']) expect(JSON.stringify(channel.messages)).toContain(`lost ${content}?`);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ pendingCount: 0, lastError: null });
  });

  test('is left alone for as long as it asks, and no attempt is used', async () => {
    channel.intercept = () => ({ ...limited, headers: { 'retry-after': '65' } });
    await Promise.all([annotate(), annotate(), annotate()]);
    const pausedUntil = async () => Date.parse((await readIntegration(app, owner, integration)).pausedUntil ?? '');
    await expect.poll(pausedUntil).toBeGreaterThan(Date.now() + 55_000);
    expect(await pausedUntil()).toBeLessThan(Date.now() + 66_000);
    channel.intercept = undefined;
    // Not even the sweeper sends to it, though deliveries are due.
    await app.services.pool.query(
      "UPDATE webhook_deliveries SET next_attempt_at = now(), queued_at = NULL WHERE state = 'pending'",
    );
    await annotate();
    await sweepDeliveries(systemContext(app.services));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(channel.calls.length).toBeLessThanOrEqual(3);
    expect(channel.messages).toEqual([]);
    await retryNow(app);
    await untilSent(app, integration, 4);
    expect(channel.messages).toHaveLength(4);
  });

  test('that is gone is disabled after five refusals, with a mail; a new address has all of it sent', async () => {
    const gone =
      provider === 'slack'
        ? { status: 404, body: 'no_service' }
        : { status: 404, body: { message: 'Unknown Webhook' } };
    channel.intercept = () => gone;
    for (let count = 1; count <= 5; count += 1) {
      await annotate({ content: `while it was gone ${count}` });
      await untilFailed(app, integration, count);
    }
    await expect
      .poll(() => readIntegration(app, owner, integration))
      .toMatchObject({ enabled: false, disabledReason: 'refused', lastError: expect.stringContaining('404') });
    const mails = async () => (await mailsTo(app, owner.email)).join();
    await expect.poll(mails).toContain(`PATCH /integrations/${integration.id}`);
    channel.intercept = undefined;
    const { status } = await call('PATCH', `/integrations/${integration.id}`, {
      enabled: true,
      webhookUrl: channel.webhookUrl,
    });
    expect(status).toBe(200);
    await retryNow(app);
    await untilSent(app, integration, 5);
    expect(channel.messages).toHaveLength(5);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ enabled: true, disabledReason: null });
  });

  test('answers a test, and says what is wrong', async () => {
    const test = () => call('POST', `/integrations/${integration.id}/test`);
    expect((await test()).body).toMatchObject({ ok: true, status: null });
    channel.intercept = () => ({ status: 403, body: 'action_prohibited' });
    expect((await test()).body).toEqual({
      ok: false,
      message: expect.stringMatching(/^(Slack|Discord) answered 403: action_prohibited; check what the token may do$/),
      status: 403,
    });
    await channel.close();
    expect((await test()).body).toMatchObject({ ok: false, message: expect.stringContaining('nothing listens there') });
    channel.close = async () => undefined;
  });
});
