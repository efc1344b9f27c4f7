import type { Role } from '../../src/generated/prisma/client.ts';
import { newId } from '../../src/infrastructure/database/ids.ts';
import { rest } from './client.ts';
import type { TestApp } from './test-app.ts';

export const PASSWORD = 'a long enough password';

let createdCount = 0;

/** A registered user. */
export interface TestUser {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
  organizationId: string;
}

/** Registers a user through the API, with an organization of its own. */
export async function registerUser(app: Pick<TestApp, 'url'>, name = 'Ada'): Promise<TestUser> {
  createdCount += 1;
  const email = `user-${createdCount}-${process.pid}@example.com`;
  const { body } = await rest(app, 'POST', '/auth/register', { body: { email, password: PASSWORD, name } });
  return {
    id: body.user.id,
    email,
    token: body.accessToken,
    refreshToken: body.refreshToken,
    organizationId: body.organization.id,
  };
}

/**
 * Registers a user and adds it to an existing organization.
 * @param projectIds projects of a guest, or of a member who does not have all
 */
export async function registerMember(
  app: TestApp,
  organizationId: string,
  role: Role,
  projectIds?: string[],
  name: string = role,
): Promise<TestUser> {
  const user = await registerUser(app, name);
  const projects = { create: projectIds?.map((projectId) => ({ projectId })) };
  await app.services.db.membership.create({
    data: { id: newId(), organizationId, userId: user.id, role, allProjects: !projectIds, projects },
  });
  return user;
}

/** Creates a project through the API. */
export async function createProject(
  app: Pick<TestApp, 'url'>,
  owner: TestUser,
): Promise<{ id: string; projectKey: string; slug: string; organizationId: string }> {
  createdCount += 1;
  const { body } = await rest(app, 'POST', '/projects', {
    token: owner.token,
    body: { organizationId: owner.organizationId, name: `Shop ${createdCount}`, slug: `shop-${createdCount}` },
  });
  return body;
}

/** Creates an annotation through the API. */
export async function createAnnotation(
  app: TestApp,
  author: TestUser,
  projectId: string,
  values: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: the record as the API returns it
): Promise<any> {
  const { body } = await rest(app, 'POST', '/annotations', {
    token: author.token,
    body: { projectId, content: 'The price is wrong', url: 'https://shop.example/cart', ...values },
  });
  return body;
}
