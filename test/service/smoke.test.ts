import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();

test('a created annotation is listed', async () => {
  const user = await registerUser(app);
  const project = await createProject(app, user);
  const annotation = await createAnnotation(app, user, project.id);
  const { status, body } = await rest(app, 'GET', `/annotations/project/${project.id}`, { token: user.token });
  expect(status).toBe(200);
  expect(body).toEqual([annotation]);
});
