import { beforeAll } from 'vitest';
import { createProject, registerUser, type TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

type Project = Awaited<ReturnType<typeof createProject>>;
/** When the values of an object are made: before all tests, or before each of them. */
type Hook = (work: () => Promise<void>) => void;

/** User with an organization, whose values are there in hooks below and in tests. */
export function useOwner(app: TestApp, hook: Hook = beforeAll): TestUser {
  const owner = {} as TestUser;
  hook(async () => {
    Object.assign(owner, await registerUser(app));
  });
  return owner;
}

/** Project of a user, as `useOwner`. */
export function useProject(app: TestApp, owner: TestUser, hook: Hook = beforeAll): Project {
  const project = {} as Project;
  hook(async () => {
    Object.assign(project, await createProject(app, owner));
  });
  return project;
}
