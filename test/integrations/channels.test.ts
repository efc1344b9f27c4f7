import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { attachFile } from '../support/attachments.ts';
import { rest } from '../support/client.ts';
import { drawnMetadata } from '../support/drawn-picture.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import {
  createIntegration,
  type IntegrationResponse,
  integrationDeliveries,
  readIntegration,
  retryNow,
  sweep,
  waitUntilFailed,
  waitUntilSent,
} from '../support/integrations.ts';
import { mailsTo } from '../support/mails.ts';
import { startDiscordDouble } from '../support/servers/discord-double.ts';
import { type ChannelDouble, startSlackDouble } from '../support/servers/slack-double.ts';
import { sweepPage } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let owner: TestUser;
let site: PageServer;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await registerUser(app);
  site = await servePages({
    '/': page('<button id="buy">Buy the spade</button>'),
    '/endless': (_request, response) => response.writeHead(302, { location: '/endless' }).end(),
  });
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

/** URL of the picture in a message of Slack. */
const imageOf = ({ blocks }: { blocks: { image_url?: string }[] }): string =>
  blocks.find((block) => block.image_url)?.image_url ?? '';

describe.each(CHANNELS)('$provider', ({ provider, start, limited }) => {
  let channel: ChannelDouble;
  let projectId: string;
  let integration: IntegrationResponse;

  beforeEach(async () => {
    channel = await start();
    projectId = (await createProject(app, owner)).id;
    integration = await createIntegration(app, owner, projectId, { provider, webhookUrl: channel.webhookUrl });
    return () => channel.close();
  });

  const annotate = (values?: object) => createAnnotation(app, owner, projectId, values);
  const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });

  test('receives annotations, replies and status changes', async () => {
    const made = await annotate({ content: 'Too <big> & *bold* @everyone', metadata: { selector: '#total' } });
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'in_progress' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'resolved' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'open' });
    await waitUntilSent(app, integration, 5);
    const messages = channel.messages.map((message) => JSON.stringify(message));
    for (const phrase of ['New feedback #1', 'New reply', 'in progress', 'resolved', 'open again']) {
      expect(messages.filter((message) => message.includes(phrase))).toHaveLength(1);
    }
    const [first = ''] = messages.filter((message) => message.includes('New feedback'));
    for (const text of ['https://shop.example/cart', '#total', 'Ada', made.link, made.appLink])
      expect(first).toContain(text);
    // The message mentions no one: texts are in fields that the channel does not parse.
    if (provider === 'discord') expect(channel.messages[0].allowed_mentions).toEqual({ parse: [] });
    else expect(first).toContain('{"type":"plain_text","text":"Too <big> & *bold* @everyone"');
  });

  test('says that the name of another visitor is not verified', async () => {
    const { projectKey } = (await call('PATCH', `/projects/${projectId}`, { publicReplies: 'all' })).body;
    const made = await annotate();
    const reply = (values: object) =>
      rest(app, 'POST', `/annotations/public/${made.id}/comments`, {
        body: { projectKey, content: 'Me, too', ...values },
      });
    expect([(await reply({ name: 'Ada' })).status, (await reply({})).status]).toEqual([201, 201]);
    await waitUntilSent(app, integration, 3);
    const messages = channel.messages.map((message) => JSON.stringify(message));
    for (const author of ['Ada (another visitor, name not verified)"', 'Another visitor"']) {
      expect(messages.filter((message) => message.includes(author))).toHaveLength(1);
    }
  });

  const createEnvironment = () =>
    call('POST', '/environments', { projectId, name: 'Shop', kind: 'production', url: site.url });
  /** Links of a message's buttons, by label. */
  // biome-ignore lint/suspicious/noExplicitAny: messages of two services
  const buttonsOf = ({ blocks, components }: any): Record<string, string> =>
    Object.fromEntries(
      provider === 'discord'
        ? components[0].components.map(({ label, url }: { label: string; url: string }) => [label, url])
        : blocks.at(-1).elements.map(({ text, url }: { text: { text: string }; url: string }) => [text.text, url]),
    );

  test('links the files of a reply, as many as fit', async () => {
    const made = await annotate();
    await waitUntilSent(app, integration, 1);
    const { body } = await call('POST', `/annotations/${made.id}/comments`, { content: 'Mock-ups' });
    for (let n = 1; n <= 10; n += 1) {
      await attachFile(app, owner, { id: made.id, commentId: body.id, name: `mock-up-${n}.txt` });
    }
    await waitUntilSent(app, integration, 2);
    const text = JSON.stringify(channel.messages[1]);
    expect(text).toContain('links work for 24 hours');
    const links = [...text.matchAll(/http[^\s>)|]+\/objects\/[^\s>)|]+/g)].map(([url]) => url.replaceAll('&amp;', '&'));
    expect(links.length).toBeGreaterThan(1);
    const left = Number(/(\d+) more in Pinbound/.exec(text)?.[1] ?? 0);
    expect(links.length + left).toBe(10);
    expect((await fetch((links[0] ?? '').replace(/^https?:\/\/[^/]+/, app.url))).status).toBe(200);
  });

  test('has buttons that open the thread, for a webhook and for a bot', async () => {
    const bot = await createIntegration(app, owner, projectId, { provider, ...channel.bot });
    const made = await annotate();
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'resolved' });
    await waitUntilSent(app, integration, 3);
    await waitUntilSent(app, bot, 3);
    const expected = { 'Open in Pinbound': made.appLink, 'Show on the page': made.link };
    expect(channel.messages.map(buttonsOf)).toEqual(Array.from({ length: 6 }, () => expected));
    expect(made.link).toMatch(/#pinbound=1$/);
  });

  test('has no button for a page whose URL is too long for one', async () => {
    const made = await annotate({ url: `https://shop.example/${'a'.repeat(provider === 'discord' ? 520 : 1_000)}` });
    await waitUntilSent(app, integration, 1);
    const isShort = provider === 'slack';
    expect(buttonsOf(channel.messages[0])).toEqual({
      'Open in Pinbound': made.appLink,
      ...(isShort && { 'Show on the page': made.link }),
    });
  });

  test('shows the crop in the message about a new comment, which waits for its capture', async () => {
    await createEnvironment();
    const metadata = { selector: '#buy', xpath: '/html/body/button', tag: 'button', text: 'Buy the spade' };
    const made = await annotate({ url: `${site.url}/`, source: 'overlay', metadata });
    await waitUntilSent(app, integration, 1);
    expect(channel.messages).toHaveLength(1);
    const [message] = channel.messages;
    expect(JSON.stringify(message)).toContain(`New feedback #${made.number}`);
    const image: string = provider === 'discord' ? message.embeds[0].image.url : imageOf(message);
    const picture = await fetch(image.replace(/^https?:\/\/[^/]+/, app.url));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(image).toMatch(/\/objects\/[\w-]+_meant\.webp\?/);
    // No attempt was counted while it waited.
    expect(await integrationDeliveries(app, integration)).toMatchObject([{ attemptCount: 1, error: null }]);
  });

  test('sends the message about a new comment without a crop if its page cannot be captured', async () => {
    await createEnvironment();
    await annotate({ url: `${site.url}/endless`, source: 'overlay', metadata: { selector: '#buy' } });
    await waitUntilSent(app, integration, 1);
    expect(channel.messages).toHaveLength(1);
    expect(JSON.stringify(channel.messages)).not.toContain('/objects/');
  });

  test('shows the picture that the author drew on, also when a capture shows the element', async () => {
    const url = `${site.url}/`;
    const made = await annotate({ url, metadata: { text: 'Buy the spade', ...(await drawnMetadata('#buy')) } });
    await waitUntilSent(app, integration, 1);
    await sweepPage(app, owner, projectId, url);
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await waitUntilSent(app, integration, 2);
    const { lastSeen, metadata } = (await call('GET', `/annotations/${made.id}`)).body;
    expect(lastSeen).not.toBeNull();
    const sent = new URL(metadata.diagnostics.picture).pathname;
    const images: string[] = channel.messages.map((message) =>
      provider === 'discord' ? message.embeds[0].image.url : imageOf(message),
    );
    expect(images.map((image) => new URL(image).pathname)).toEqual([sent, sent]);
  });

  test('includes the screenshot in messages sent after it was captured', async () => {
    const url = `${site.url}/`;
    const made = await annotate({ url, metadata: { selector: '#buy', text: 'Buy the spade' } });
    await waitUntilSent(app, integration, 1);
    await sweepPage(app, owner, projectId, url);
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await waitUntilSent(app, integration, 2);
    const [first, second] = channel.messages.map((message) => JSON.stringify(message));
    expect(first).not.toContain('/objects/');
    const [crop = ''] = /http[^"]*\/objects\/[\w-]+_meant\.webp\?[^"]*/.exec(second ?? '') ?? [];
    const picture = await fetch(crop.replace(/^https?:\/\/[^/]+/, app.url));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    if (provider === 'discord') {
      // Discord does not accept the URL of a button: the message arrives without buttons.
      channel.intercept = ({ json }) =>
        json.components ? { status: 400, body: { message: 'Invalid Form Body', code: 50035 } } : undefined;
      await call('POST', `/annotations/${made.id}/comments`, { content: 'Me too' });
      await waitUntilSent(app, integration, 3);
      expect(JSON.stringify(channel.messages[2])).toContain('Me too');
      expect(channel.messages[2].components).toBeUndefined();
      // A forum takes a message as a post, which has a title.
      const message = 'Webhooks posted to forum channels must have a thread_name or thread_id';
      channel.intercept = ({ method, json }) =>
        method === 'POST' && !json.thread_name ? { status: 400, body: { message, code: 220001 } } : undefined;
      await call('POST', `/annotations/${made.id}/comments`, { content: 'In a forum' });
      await waitUntilSent(app, integration, 4);
      expect(channel.messages[3]).toMatchObject({
        thread_name: expect.stringContaining(`#${made.number}`),
        components: [{ type: 1 }],
      });
      return;
    }
    // Slack cannot load the picture: the message arrives without it.
    channel.intercept = ({ json }) =>
      JSON.stringify(json).includes('image_url') ? { status: 400, body: 'invalid_blocks' } : undefined;
    await call('POST', `/annotations/${made.id}/comments`, { content: 'Me too' });
    await waitUntilSent(app, integration, 3);
    expect(JSON.stringify(channel.messages[2])).toMatch(/Me too.*Picture of the page/);
  });

  test('receives only the notifications chosen by its admin', async () => {
    await call('PATCH', `/integrations/${integration.id}`, { notify: ['reply'] });
    const made = await annotate();
    await call('POST', `/annotations/${made.id}/comments`, { content: 'I agree' });
    await call('PUT', `/annotations/${made.id}/status`, { status: 'resolved' });
    await waitUntilSent(app, integration, 3);
    expect(channel.messages).toHaveLength(1);
    expect(JSON.stringify(channel.messages)).toContain('I agree');
  });

  test('accepts the longest texts that an annotation can have', async () => {
    const url = `https://shop.example/${'ü'.repeat(330)}?${'&'.repeat(500)}`;
    await annotate({ content: '\\*&<'.repeat(2_500), url, metadata: { selector: '`>'.repeat(2_000) } });
    await waitUntilSent(app, integration, 1);
    expect(channel.messages).toHaveLength(1);
  });

  test('accepts page URLs that grow when they are escaped', async () => {
    const start = 'https://shop.example/?';
    // Each bracket is escaped as three characters: with #pinbound=1 2 048 characters, and one more.
    for (const [count, url] of [
      [1, `${start}${'['.repeat(671)}ab`],
      [2, `${start}${'['.repeat(671)}abc`],
      [3, `${start}${'a[]='.repeat(500)}`],
    ] as const) {
      await annotate({ url });
      await waitUntilSent(app, integration, count);
      const message = JSON.stringify(channel.messages[count - 1]);
      expect(message).toContain(`New feedback #${count}`);
      if (provider === 'discord') expect(channel.messages[count - 1].embeds[0].url !== undefined).toBe(count === 1);
    }
  });

  test('shows texts as typed', async () => {
    await annotate({ content: '# Big\n    code\n1. one' });
    await waitUntilSent(app, integration, 1);
    const [{ embeds, blocks }] = channel.messages;
    if (provider === 'discord') expect(embeds[0].description).toBe('\\# Big\n\u00a0\u00a0\u00a0\u00a0code\n1\\. one');
    else expect(blocks[1].text).toMatchObject({ type: 'plain_text', text: '# Big\n    code\n1. one' });
  });

  test('loses nothing when it fails for hours: everything arrives once', async () => {
    channel.intercept = () => ({ status: 500, body: 'rollup_error' });
    await Promise.all(['a', 'b', 'c'].map((content) => annotate({ content: `lost ${content}?` })));
    await waitUntilFailed(app, integration, 3);
    await retryNow(app);
    await waitUntilFailed(app, integration, 6);
    expect(await readIntegration(app, owner, integration)).toMatchObject({
      enabled: true,
      pendingCount: 3,
      lastError: expect.stringContaining('responded with 500: rollup_error'),
    });
    channel.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 3);
    await retryNow(app);
    expect(channel.messages).toHaveLength(3);
    for (const content of ['a', 'b', 'c']) expect(JSON.stringify(channel.messages)).toContain(`lost ${content}?`);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ pendingCount: 0, lastError: null });
  });

  test('is paused for as long as it asks, without using an attempt', async () => {
    channel.intercept = () => ({ ...limited, headers: { 'retry-after': '65' } });
    await Promise.all([annotate(), annotate(), annotate()]);
    const pausedUntil = async () => Date.parse((await readIntegration(app, owner, integration)).pausedUntil ?? '');
    await expect.poll(pausedUntil).toBeGreaterThan(Date.now() + 55_000);
    expect(await pausedUntil()).toBeLessThan(Date.now() + 66_000);
    channel.intercept = undefined;
    // The sweeper does not send either, although deliveries are due.
    await app.services.pool.query(
      "UPDATE webhook_deliveries SET next_attempt_at = now(), queued_at = NULL WHERE state = 'pending'",
    );
    await annotate();
    await sweep(app);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(channel.calls.length).toBeLessThanOrEqual(3);
    expect(channel.messages).toEqual([]);
    await retryNow(app);
    await waitUntilSent(app, integration, 4);
    expect(channel.messages).toHaveLength(4);
  });

  test('is disabled with a mail after five rejections; a new URL sends everything that waited', async () => {
    const gone =
      provider === 'slack'
        ? { status: 404, body: 'no_service' }
        : { status: 404, body: { message: 'Unknown Webhook' } };
    channel.intercept = () => gone;
    for (let count = 1; count <= 5; count += 1) {
      await annotate({ content: `while it was gone ${count}` });
      await waitUntilFailed(app, integration, count);
    }
    await expect
      .poll(() => readIntegration(app, owner, integration))
      .toMatchObject({ enabled: false, disabledReason: 'refused', lastError: expect.stringContaining('404') });
    const mails = async () => (await mailsTo(app, owner.email)).join();
    await expect.poll(mails).toContain('enable the integration again');
    channel.intercept = undefined;
    const { status } = await call('PATCH', `/integrations/${integration.id}`, {
      enabled: true,
      webhookUrl: channel.webhookUrl,
    });
    expect(status).toBe(200);
    await retryNow(app);
    await waitUntilSent(app, integration, 5);
    expect(channel.messages).toHaveLength(5);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ enabled: true, disabledReason: null });
  });

  test('responds to a connection test, and reports what is wrong', async () => {
    const test = () => call('POST', `/integrations/${integration.id}/test`);
    expect((await test()).body).toMatchObject({ ok: true, status: null });
    channel.intercept = () => ({ status: 403, body: 'action_prohibited' });
    expect((await test()).body).toEqual({
      ok: false,
      message: expect.stringMatching(
        /^(Slack|Discord) responded with 403: action_prohibited; check the permissions of the token$/,
      ),
      status: 403,
    });
    await channel.close();
    expect((await test()).body).toMatchObject({ ok: false, message: expect.stringContaining('nothing listens there') });
    channel.close = async () => undefined;
  });
});
