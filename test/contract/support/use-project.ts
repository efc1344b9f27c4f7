import { beforeAll, beforeEach } from 'vitest';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';
import { useTestApp } from '../../support/use-test-app.ts';

export let app: TestApp;
export let owner: TestUser;
export let project: { id: string; slug: string; projectKey: string };

/** Registers hooks: one app and one owner per file, one project of the owner per test. */
export function useProject(): void {
  app = useTestApp();
  beforeAll(async () => {
    owner = await registerUser(app);
  });
  beforeEach(async () => {
    project = await createProject(app, owner);
  });
}
