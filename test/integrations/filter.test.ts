import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject } from '../support/factories.ts';
import { connectTracker, createIntegration, waitUntilSent } from '../support/integrations.ts';
import { startDiscordDouble } from '../support/servers/discord-double.ts';
import { GITHUB } from '../support/servers/github-double.ts';
import { startTrackerDouble, type TrackerDouble } from '../support/servers/tracker-double.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp({ jobs: true });
const owner = useOwner(app);
let projectId: string;
let tracker: TrackerDouble;

beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
  tracker = await startTrackerDouble(GITHUB);
  return () => tracker.close();
});

const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const annotate = (values?: object) => createAnnotation(app, owner, projectId, values);
const setStatus = (id: string, status: string) => call('PUT', `/annotations/${id}/status`, { status });
const connectGithub = (values?: object) => connectTracker(app, owner, projectId, tracker, values);

describe('the filter of an integration', () => {
  test('selects by page, and keeps linked issues in step', async () => {
    const integration = await connectGithub({ filter: { pages: ['/', '/cart/', '/docs/*', '/größe'] } });
    expect(integration).toMatchObject({ filter: { pages: ['/', '/cart', '/docs/*', '/gr%C3%B6%C3%9Fe'] } });
    const pages = ['', '/cart?a=1', '/cart/2', '/docs', '/docs/a/b#c', '/größe', '/other'];
    for (const page of pages) await annotate({ content: `On ${page}`, url: `https://shop.example${page}` });
    await waitUntilSent(app, integration, pages.length);
    const titles = tracker.issues.map(({ title }) => title.replace(/^.* On /, ''));
    expect(titles.sort()).toEqual(['Feedback #1: On', '/cart?a=1', '/docs/a/b#c', '/größe'].sort());
    await call('PATCH', `/integrations/${integration.id}`, { filter: { pages: ['/nowhere'] } });
    const [linked] = (await call('GET', `/annotations/project/${projectId}?url=https://shop.example/cart?a=1`)).body;
    await setStatus(linked.id, 'resolved');
    await waitUntilSent(app, integration, pages.length + 1);
    expect(tracker.issues.map(({ state }) => state)).toContain('closed');
    await call('PATCH', `/integrations/${integration.id}`, { filter: {} });
    await annotate();
    await waitUntilSent(app, integration, pages.length + 2);
    expect(tracker.issues).toHaveLength(5);
  });

  test('sends an annotation when it reaches a selected status', async () => {
    const integration = await connectGithub({ filter: { statuses: ['in_progress'] } });
    const { id } = await annotate();
    await call('POST', `/annotations/${id}/comments`, { content: 'Yes' });
    await waitUntilSent(app, integration, 2);
    expect(tracker.issues).toEqual([]);
    await setStatus(id, 'in_progress');
    await waitUntilSent(app, integration, 3);
    expect(tracker.issues).toHaveLength(1);
    await setStatus(id, 'resolved');
    await waitUntilSent(app, integration, 4);
    expect(tracker.issues).toMatchObject([{ state: 'closed' }]);
  });

  test('selects the messages of a channel', async () => {
    const discord = await startDiscordDouble();
    const integration = await createIntegration(app, owner, projectId, {
      provider: 'discord',
      webhookUrl: discord.webhookUrl,
      filter: { pages: ['/cart'], statuses: ['open'] },
    });
    const { id } = await annotate({ content: 'In the cart', url: 'https://shop.example/cart' });
    await annotate({ content: 'Elsewhere', url: 'https://shop.example/' });
    await waitUntilSent(app, integration, 2);
    await setStatus(id, 'resolved');
    await waitUntilSent(app, integration, 3);
    expect(discord.messages).toHaveLength(1);
    expect(JSON.stringify(discord.messages)).toContain('In the cart');
    await discord.close();
  });
});

describe('a filter by label and priority', () => {
  const change = (ids: string[], values: object) =>
    call('POST', '/annotations/changes', { organizationId: owner.organizationId, ids, change: values });
  const addLabel = async (name: string, project = projectId): Promise<string> =>
    (await call('POST', '/labels', { projectId: project, name, color: '#2f6fed' })).body.id;

  test('creates the issue when the annotation gets a selected label, and only one', async () => {
    const [bug, idea] = [await addLabel('bug'), await addLabel('idea')];
    const filter = { labelIds: [bug.toUpperCase(), bug] };
    const integration = await connectGithub({ filter });
    expect(integration).toMatchObject({ filter: { labelIds: [bug], priorities: null } });
    const { id } = await annotate({ content: 'With a bug' });
    await waitUntilSent(app, integration, 1);
    await change([id], { addLabelIds: [idea] });
    await waitUntilSent(app, integration, 2);
    expect(tracker.issues).toEqual([]);
    await change([id], { addLabelIds: [bug] });
    await waitUntilSent(app, integration, 3);
    expect(tracker.issues).toMatchObject([{ title: expect.stringContaining('With a bug'), state: 'open' }]);
    await change([id], { removeLabelIds: [bug], status: 'resolved' });
    await waitUntilSent(app, integration, 5);
    expect(tracker.issues).toMatchObject([{ state: 'closed' }]);
    await change([id], { addLabelIds: [bug] });
    await waitUntilSent(app, integration, 6);
    expect(tracker.issues).toHaveLength(1);
  });

  test('posts the message once when the priority is selected', async () => {
    const discord = await startDiscordDouble();
    const values = { provider: 'discord', webhookUrl: discord.webhookUrl };
    const urgent = await createIntegration(app, owner, projectId, {
      ...values,
      filter: { priorities: ['urgent', 'high'], pages: ['/cart'] },
    });
    const [inCart, elsewhere] = [
      await annotate({ content: 'In the cart', url: 'https://shop.example/cart' }),
      await annotate({ content: 'Elsewhere', url: 'https://shop.example/' }),
    ];
    await waitUntilSent(app, urgent, 2);
    await change([inCart.id, elsewhere.id], { priority: 'high' });
    await waitUntilSent(app, urgent, 4);
    await change([inCart.id], { priority: 'urgent' });
    await waitUntilSent(app, urgent, 5);
    expect(discord.messages.map(({ embeds }) => embeds[0].description)).toEqual(['In the cart']);
    await discord.close();
  });

  test('other integrations and webhooks receive no changes of labels and priority', async () => {
    const integration = await connectGithub({ filter: { statuses: ['open'] } });
    const { id } = await annotate();
    await waitUntilSent(app, integration, 1);
    await change([id], { priority: 'low', addLabelIds: [await addLabel('bug')] });
    await setStatus(id, 'in_progress');
    await waitUntilSent(app, integration, 2);
    expect(tracker.issues).toHaveLength(1);
  });

  test('selects existing annotations, and nothing by a label that was deleted', async () => {
    const [bug, gone] = [await addLabel('bug'), await addLabel('gone')];
    const { id } = await annotate();
    await change([id], { addLabelIds: [bug, gone], priority: 'low' });
    const integration = await connectGithub({ filter: { labelIds: [gone] } });
    const total = async (filter?: object) =>
      (await call('POST', `/integrations/${integration.id}/sends`, { filter })).body.total;
    await call('PATCH', `/integrations/${integration.id}`, { enabled: false });
    expect(await total()).toBe(1);
    expect(await total({ labelIds: [bug], priorities: ['low'] })).toBe(1);
    expect(await total({ labelIds: [bug], priorities: ['high', 'normal', 'urgent'] })).toBe(0);
    await call('DELETE', `/labels/${gone}`);
    expect(await total()).toBe(0);
  });

  test.each([
    [{ labelIds: [] }, 'filter.labelIds: must name at least one; omit it for all'],
    [{ labelIds: ['bug'] }, /^filter\.labelIds(\.0)?: must be a UUID$/],
    [{ priorities: [] }, 'filter.priorities: must name at least one; omit it for all'],
    [{ priorities: ['asap'] }, /^filter: must be an object with .*priorities/],
    [{ labelIds: [randomUUID()] }, 'filter.labelIds: must be labels of the project'],
  ])('%j is rejected', async (filter, message) => {
    const integration = await connectGithub();
    const rejected = { status: 400, body: { message: expect.stringMatching(message) } };
    expect(await call('PATCH', `/integrations/${integration.id}`, { filter })).toMatchObject(rejected);
    expect(await call('POST', `/integrations/${integration.id}/sends`, { filter })).toMatchObject(rejected);
    const webhookUrl = 'http://127.0.0.1:1/api/webhooks/1/a';
    expect(await call('POST', '/integrations', { projectId, provider: 'discord', webhookUrl, filter })).toMatchObject(
      rejected,
    );
  });

  test('a label of another project is rejected', async () => {
    const other = await createProject(app, owner);
    const filter = { labelIds: [await addLabel('bug'), await addLabel('bug', other.id)] };
    const integration = await connectGithub();
    expect(await call('PATCH', `/integrations/${integration.id}`, { filter })).toMatchObject({
      status: 400,
      body: { message: 'filter.labelIds: must be labels of the project' },
    });
  });
});
