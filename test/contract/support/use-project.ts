import { beforeAll, beforeEach } from 'vitest';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';
import { useTestApp } from '../../support/use-test-app.ts';

export let app: TestApp;
export let owner: TestUser;
export let project: { id: string; slug: string; projectKey: string };

/** Registers the hooks: an app and an owner for the file, a project of that owner for each test. */
export function useShop(): void {
  app = useTestApp();
  beforeAll(async () => {
    owner = await registerUser(app);
  });
  beforeEach(async () => {
    project = await createProject(app, owner);
  });
}
