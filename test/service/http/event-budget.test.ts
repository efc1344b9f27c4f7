import { afterEach, beforeAll, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { waitForSubscribers } from '../../support/live-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';

/** 30 kB each. */
const LONG = '漢'.repeat(10_000);
const REPLIES = 50;
/** Together, they are more than one answer may be. */
const CHANGES = 14;

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
let owner: TestUser;
let project: { id: string; projectKey: string };
let annotationId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
  annotationId = (await createAnnotation(app, owner, project.id, {})).id;
  const reply = { token: owner.token, body: { content: LONG } };
  for (let i = 0; i < REPLIES; i += 1) await rest(app, 'POST', `/annotations/${annotationId}/comments`, reply);
});

const aborts: AbortController[] = [];
const endStreams = () => {
  for (const abort of aborts.splice(0)) abort.abort();
};
afterEach(endStreams);

let documents = 0;
/** Follows the project's annotations with their threads, each stream with a document of its own. */
async function follow(address: string) {
  const abort = new AbortController();
  aborts.push(abort);
  documents += 1;
  const query = `subscription Of${documents} { publicAnnotationChanged(projectKey: "${project.projectKey}") {
    kind annotation { comments { content } }
  } }`;
  const response = await fetch(`${app.url}/graphql?${new URLSearchParams({ query })}`, {
    headers: { accept: 'text/event-stream', 'x-forwarded-for': address },
    signal: abort.signal,
  });
  const seen = { updates: 0, errors: '' };
  const read = async () => {
    let text = '';
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (!event.includes('event: next')) continue;
        if (event.includes('"updated"')) seen.updates += 1;
        if (event.includes('"errors"')) seen.errors += event.slice(0, 200);
      }
    }
  };
  read().catch(() => undefined);
  return seen;
}

const list = async (address: string) =>
  (
    await rest(app, 'GET', `/annotations/project/${project.projectKey}/public`, {
      headers: { 'x-forwarded-for': address },
    })
  ).status;

test('read events use no budget, however many and long', async () => {
  const address = '192.0.2.1';
  const streams = [await follow(address), await follow(address), await follow(address)];
  await waitForSubscribers(app, streams.length);
  for (let i = 1; i <= CHANGES; i += 1) {
    const body = { status: i % 2 ? 'in_progress' : 'open' };
    const response = await rest(app, 'PUT', `/annotations/${annotationId}/status`, { token: owner.token, body });
    expect(response.status).toBe(200);
    // One change at a time: a busy database would refuse what waits for longer than its limit.
    await expect.poll(() => streams).toEqual(streams.map(() => ({ updates: i, errors: '' })));
  }
  expect(await list(address)).toBe(200);
  expect(await list('192.0.2.2')).toBe(200);
  endStreams();
  await waitForSubscribers(app, 0);
});
