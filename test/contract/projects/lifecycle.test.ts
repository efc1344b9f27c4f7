import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation } from '../../support/factories.ts';
import { errorBody } from '../support/call.ts';
import { eventsOf } from '../support/database-content.ts';
import { PROJECT, PROJECT_KEY } from '../support/response-shapes.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

useProject();

const callProjects = (method: string, path: string, body?: object) =>
  rest(app, method, `/projects${path}`, { token: owner.token, body });

describe('GET /projects/:id/embed-script', () => {
  test('returns the snippet with the key of the project', async () => {
    const { status, body } = await callProjects('GET', `/${project.id}/embed-script`);
    expect(status).toBe(200);
    const script = `<script src="${app.url}/embed.min.js" data-project-key="${project.projectKey}" defer></script>`;
    expect(body).toStrictEqual({ script, projectKey: project.projectKey, overlayScript: expect.any(String) });
  });
});

describe('POST /projects/:id/rotate-key', () => {
  const read = (key: string) => rest(app, 'GET', `/annotations/project/${key}/public`);

  test('returns a new key; the old one works for 24 more hours, the one before no longer', async () => {
    const { db } = app.services;
    const first = project.projectKey;
    const { status, body } = await callProjects('POST', `/${project.id}/rotate-key`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ ...PROJECT, id: project.id, projectKey: PROJECT_KEY });
    expect(body.projectKey).not.toBe(first);
    for (const key of [first, body.projectKey]) expect((await read(key)).status).toBe(200);

    const { previousKeyExpiresAt } = await db.project.findUniqueOrThrow({ where: { id: project.id } });
    expect(((previousKeyExpiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await db.project.update({ where: { id: project.id }, data: { previousKeyExpiresAt: new Date(Date.now() - 1) } });
    expect((await read(first)).status).toBe(401);
    expect((await read(body.projectKey)).status).toBe(200);

    const { body: again } = await callProjects('POST', `/${project.id}/rotate-key`);
    expect((await read(first)).status).toBe(401);
    for (const key of [body.projectKey, again.projectKey]) expect((await read(key)).status).toBe(200);
  });
});

describe('DELETE /projects/:id', () => {
  test('confirms, hides the project and frees its slug', async () => {
    const { status, body } = await callProjects('DELETE', `/${project.id}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ id: project.id, deleted: true });
    const gone = errorBody(404, 'Project not found');
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', ''],
      ['GET', '/embed-script'],
      ['POST', '/rotate-key'],
    ] as const) {
      const response = await callProjects(
        method,
        `/${project.id}${path}`,
        method === 'PATCH' ? { name: 'Back' } : undefined,
      );
      expect([response.status, response.body]).toEqual([404, gone]);
    }
    const listed = await callProjects('GET', `/organization/${owner.organizationId}`);
    expect(listed.body.map(({ id }: { id: string }) => id)).not.toContain(project.id);
    const { organizationId } = owner;
    expect((await callProjects('POST', '', { organizationId, name: 'Again', slug: project.slug })).status).toBe(201);
  });

  test('is confirmed once when concurrent; the others get 404', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => callProjects('DELETE', `/${project.id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  test('hides its annotations and closes its public endpoints', async () => {
    const { token } = owner;
    const pin = { content: 'a', url: 'https://shop.example' };
    const { id } = await createAnnotation(app, owner, project.id);
    await callProjects('DELETE', `/${project.id}`);
    for (const path of [`/annotations/${id}`, `/annotations/project/${project.id}`]) {
      expect((await rest(app, 'GET', path, { token })).status).toBe(404);
    }
    const inIt = await rest(app, 'POST', '/annotations', { token, body: { projectId: project.id, ...pin } });
    expect(inIt.status).toBe(404);
    for (const key of [project.projectKey, project.id]) {
      expect((await rest(app, 'GET', `/annotations/project/${key}/public`)).status).toBe(401);
      expect((await rest(app, 'POST', '/annotations/public', { body: { projectKey: key, ...pin } })).status).toBe(401);
    }
  });
});

describe('DELETE /annotations/:id', () => {
  let annotation: { id: string; number: number };
  beforeEach(async () => {
    annotation = await createAnnotation(app, owner, project.id);
  });

  const call = (method: string, path: string, body?: object) =>
    rest(app, method, `/annotations/${annotation.id}${path}`, { token: owner.token, body });

  test('confirms and hides the annotation with its thread and history', async () => {
    await call('POST', '/comments', { content: 'Still there?' });
    const { status, body } = await call('DELETE', '');
    expect(status).toBe(200);
    expect(body).toStrictEqual({ id: annotation.id, deleted: true });
    const gone = errorBody(404, 'Annotation not found');
    for (const [method, path, sent] of [
      ['GET', ''],
      ['GET', '/comments'],
      ['GET', '/history'],
      ['DELETE', ''],
      ['PATCH', '', { content: 'b' }],
      ['PUT', '/status', { status: 'open' }],
      ['PUT', '/assign', { assigneeId: null }],
      ['POST', '/rebind', { domFingerprint: { selector: '#b' } }],
      ['POST', '/comments', { content: 'b' }],
    ] as const) {
      const response = await call(method, path, sent);
      expect([method, path, response.status, response.body]).toEqual([method, path, 404, gone]);
    }
    for (const path of [`/annotations/project/${project.id}`, `/annotations/project/${project.id}/public`]) {
      expect(JSON.stringify((await rest(app, 'GET', path, { token: owner.token })).body)).not.toContain(annotation.id);
    }
    const events = await eventsOf(app, { annotationId: annotation.id });
    expect(events.map(({ type }) => type)).toEqual(['comment.created', 'comment.created', 'annotation.deleted']);
  });

  test('does not reuse its number', async () => {
    await call('DELETE', '');
    expect((await createAnnotation(app, owner, project.id)).number).toBe(annotation.number + 1);
  });
});
