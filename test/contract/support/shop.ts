import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

export let app: TestApp;
export let owner: TestUser;
export let project: { id: string; slug: string; projectKey: string };

/** Registers the hooks: an app and an owner for the file, a project of that owner for each test. */
export function useShop(): void {
  beforeAll(async () => {
    app = await startTestApp();
    owner = await registerUser(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    project = await createProject(app, owner);
  });
}
