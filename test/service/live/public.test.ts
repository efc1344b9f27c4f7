import { describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { type Stream, subscriberCount, transports, waitForSubscribers } from '../../support/live-client.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const CHANGES = `subscription ($projectKey: String!, $url: String) {
  publicAnnotationChanged(projectKey: $projectKey, url: $url) {
    kind
    annotation { id content url status author { name } comments { content author { name } } }
  }
}`;

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);

describe.each(Object.entries(transports))('over %s', (_name, subscribe) => {
  const open = (url?: string, projectKey = project.projectKey): Stream =>
    subscribe(app, { query: CHANGES, variables: { projectKey, url } });
  const kindsAndContents = ({ results }: Stream) =>
    results.map(({ publicAnnotationChanged: { kind, annotation } }) => `${kind} ${annotation.content}`);

  test('a visitor receives changes of its own page only', async () => {
    const [page, everywhere] = [open('https://shop.example/cart/?utm_source=mail#top'), open()];
    await waitForSubscribers(app, 2);
    const post = async (url: string, content: string) => {
      const headers = { 'x-project-key': project.projectKey };
      const body = { projectKey: project.projectKey, content, url, email: 'visitor@example.com' };
      const response = await rest(app, 'POST', '/annotations/public', { headers, body });
      expect(response.status).toBe(201);
    };
    await post('https://shop.example/', 'elsewhere');
    await post('https://shop.example/cart', 'here');
    const { id } = await createAnnotation(app, owner, project.id, { content: 'by a member' });
    await rest(app, 'PUT', `/annotations/${id}/assign`, { token: owner.token, body: { assigneeId: owner.id } });
    await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content: 'A reply' } });
    const here = ['created here', 'created by a member', 'updated by a member', 'comment_added by a member'];
    await expect.poll(() => kindsAndContents(page)).toEqual(here);
    await expect.poll(() => kindsAndContents(everywhere)).toEqual(['created elsewhere', ...here]);
    const reported = JSON.stringify(everywhere.results);
    expect(reported).toContain('A reply');
    for (const secret of ['visitor@example.com', owner.email]) expect(reported).not.toContain(secret);
    for (const stream of [page, everywhere]) stream.stop();
    await waitForSubscribers(app, 0);
  });

  test.each(['assigneeId', 'assignee { id }', 'author { email }', 'authorEmail'])(
    'the field %s cannot be asked for',
    async (field) => {
      const query = `subscription { publicAnnotationChanged(projectKey: "${project.projectKey}") { annotation { ${field} } } }`;
      expect(await subscribe(app, { query }).ended).toBe('BAD_USER_INPUT');
    },
  );

  test('rejects an unknown key, a closed project and a malformed URL before the stream opens', async () => {
    expect(await open(undefined, `pk_${'x'.repeat(32)}`).ended).toBe('UNAUTHENTICATED');
    expect(await open('ftp://shop.example/').ended).toBe('BAD_USER_INPUT');
    const closed = await createProject(app, owner);
    await app.services.db.project.update({ where: { id: closed.id }, data: { publicFeedback: false } });
    expect(await open(undefined, closed.projectKey).ended).toBe('FORBIDDEN');
    expect(await subscriberCount(app)).toBe(0);
  });

  test('does not expose message or SQL of an error while a change is read', async () => {
    const stream = open();
    await waitForSubscribers(app, 1);
    await app.services.pool.query('ALTER TABLE comments RENAME COLUMN content TO away');
    try {
      await createAnnotation(app, owner, project.id);
      expect(await stream.ended).toBe('INTERNAL');
      expect(stream.messages.join()).toMatch(/Internal server error/);
      expect(stream.messages.join()).not.toMatch(/comments|column|prisma/i);
    } finally {
      await app.services.pool.query('ALTER TABLE comments RENAME COLUMN away TO content');
      stream.stop();
    }
  });
});

test('subscribers with and without a visitor token get their own values of the same document', async () => {
  const key = project.projectKey;
  const body = { projectKey: key, content: 'Mine', url: 'https://shop.example/own' };
  const { body: created } = await rest(app, 'POST', '/annotations/public', { body });
  const query = `subscription { publicAnnotationChanged(projectKey: "${key}") { annotation { id canReply } } }`;
  const subscribe = (visitorToken?: string) =>
    transports['server-sent events']?.(app, { query, visitorToken }) as Stream;
  const streams = [subscribe(), subscribe(created.visitorToken), subscribe()];
  await waitForSubscribers(app, 3);
  await rest(app, 'POST', `/annotations/${created.id}/comments`, { token: owner.token, body: { content: 'A reply' } });
  const received = () => streams.map(({ results: [first] }) => first?.publicAnnotationChanged.annotation.canReply);
  await expect.poll(received).toEqual([false, true, false]);
});
