import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, registerMember } from '../../support/factories.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { eventsOf } from '../support/database-content.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { COMMENT, TIME } from '../support/response-shapes.ts';

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);
// biome-ignore lint/suspicious/noExplicitAny: the record, as the API answers it
let annotation: any;
beforeEach(async () => {
  annotation = await createAnnotation(app, owner, project.id);
});

const pathOf = (id: string) => `/annotations/${id}/comments`;
const add = (body: object, token = owner.token) => rest(app, 'POST', pathOf(annotation.id), { token, body });
const list = async (query = '') => (await rest(app, 'GET', pathOf(annotation.id) + query, { token: owner.token })).body;
const readAnnotation = async () =>
  (await rest(app, 'GET', `/annotations/${annotation.id}`, { token: owner.token })).body;

describe('POST /annotations/:id/comments', () => {
  test('returns 201 with the reply and adds it to the thread', async () => {
    const { status, body } = await add({ content: ' Why?\n😀' });
    expect(status).toBe(201);
    const author = { id: owner.id, name: 'Ada', email: owner.email };
    expect(body).toStrictEqual({ ...COMMENT, annotationId: annotation.id, content: ' Why?\n😀', author });
    expect(await list()).toEqual([body]);
  });

  test('increments commentCount and updates updatedAt of the annotation', async () => {
    for (const count of [1, 2]) {
      await add({ content: `reply ${count}` });
      expect(await readAnnotation()).toEqual({ ...annotation, commentCount: count, updatedAt: TIME });
    }
    expect((await readAnnotation()).updatedAt > annotation.updatedAt).toBe(true);
  });

  test('counts every one of many concurrent replies', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => add({ content: `reply ${i}` })));
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    expect([(await readAnnotation()).commentCount, (await list()).length]).toEqual([20, 20]);
  });

  test('emits comment.created with the reply', async () => {
    await rest(app, 'PUT', `/annotations/${annotation.id}/status`, {
      token: owner.token,
      body: { status: 'resolved' },
    });
    const { body } = await add({ content: 'Thanks' });
    const events = await eventsOf(app, { annotationId: annotation.id });
    const { id: annotationId, url } = annotation;
    expect(events.at(-1)).toEqual({
      type: 'comment.created',
      organizationId: owner.organizationId,
      projectId: project.id,
      annotationId,
      commentId: body.id,
      data: {
        comment: { id: body.id, text: 'Thanks', annotationId, url, status: 'resolved', visibility: 'public' },
        project: { id: project.id },
      },
    });
    expect(events.map(({ type }) => type)).toEqual(['comment.created', 'comment.resolved', 'comment.created']);
  });

  test('accepts a parent in the same thread', async () => {
    const { body: first } = await add({ content: 'Why?', parentId: null });
    const { body: second } = await add({ content: 'Because', parentId: first.id });
    const { body: third } = await add({ content: 'I see', parentId: second.id });
    expect((await list()).map(({ parentId }: { parentId: unknown }) => parentId)).toEqual([null, first.id, second.id]);
    expect(third).toStrictEqual({ ...COMMENT, parentId: second.id, content: 'I see' });
  });

  test('rejects a parent in another thread', async () => {
    const other = await createAnnotation(app, owner, project.id);
    const elsewhere = await rest(app, 'POST', pathOf(other.id), { token: owner.token, body: { content: 'a' } });
    const { status, body } = await add({ content: 'b', parentId: elsewhere.body.id });
    expect([status, body]).toEqual([400, errorBody(400, 'parentId: must be a comment of the same annotation')]);
    expect(await list()).toEqual([]);
  });

  test.each([
    ['admin', 201],
    ['editor', 201],
    ['viewer', 403],
  ] as const)('%s: %i', async (role, status) => {
    const { token } = await registerMember(app, owner.organizationId, role);
    expect((await add({ content: 'a' }, token)).status).toBe(status);
  });
});

describe('GET /annotations/:id/comments', () => {
  test('returns an array, oldest first, also to a viewer', async () => {
    const { token } = await registerMember(app, owner.organizationId, 'viewer');
    const { body: first } = await add({ content: 'first' });
    const { body: second } = await add({ content: 'second' });
    const { status, body } = await rest(app, 'GET', pathOf(annotation.id), { token });
    expect([status, body]).toEqual([200, [first, second]]);
  });

  test('pages 25 by 10 without gap or duplicate', async () => {
    const made: string[] = [];
    for (let i = 0; i < 25; i++) made.push((await add({ content: `reply ${i}` })).body.id);
    const pages = await readAllPages(app, pathOf(annotation.id), 10, { token: owner.token });
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat().map(({ id }) => id)).toEqual(made);
  });
});

describe('GET /annotations/:id/history', () => {
  test('is empty for a new annotation and ignores new replies', async () => {
    await add({ content: 'a' });
    const { status, body } = await rest(app, 'GET', `/annotations/${annotation.id}/history`, { token: owner.token });
    expect([status, body]).toEqual([200, []]);
  });

  test('pages 25 by 10, newest first', async () => {
    const path = `/annotations/${annotation.id}`;
    const texts = Array.from({ length: 25 }, (_, i) => `text ${i}`);
    for (const content of texts) await rest(app, 'PATCH', path, { token: owner.token, body: { content } });
    const pages = await readAllPages<{ after: string }>(app, `${path}/history`, 10, { token: owner.token });
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat().map(({ after }) => after)).toEqual(texts.reverse());
  });
});
