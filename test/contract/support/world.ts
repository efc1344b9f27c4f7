import { rest } from '../../support/client.ts';
import { createAnnotation, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';

/** An organization and who belongs to it. */
export interface Tenant {
  owner: TestUser;
  editor: TestUser;
  viewer: TestUser;
}

/** A tenant with something in it: the annotation belongs to the project, the comment to the annotation's thread. */
export interface World extends Tenant {
  project: { id: string; projectKey: string; slug: string };
  annotation: { id: string };
  comment: { id: string };
}

export async function createTenant(app: TestApp): Promise<Tenant> {
  const owner = await registerUser(app);
  return {
    owner,
    editor: await registerMember(app, owner.organizationId, 'editor'),
    viewer: await registerMember(app, owner.organizationId, 'viewer'),
  };
}

/** Gives a tenant a project, always with the same content, so that two of them differ in ids and times alone. */
export async function furnish(app: TestApp, tenant: Tenant, slug = 'shop'): Promise<World> {
  const { token, organizationId } = tenant.owner;
  const made = await rest(app, 'POST', '/projects', { token, body: { organizationId, name: 'Shop', slug } });
  if (made.status !== 201) throw new Error(`no project "${slug}": ${made.body.message}`);
  const annotation = await createAnnotation(app, tenant.owner, made.body.id, {
    metadata: { selector: '#price', xpath: '/html/body/p', text: '10 €', tag: 'p' },
  });
  const reply = await rest(app, 'POST', `/annotations/${annotation.id}/comments`, { token, body: { content: 'Why?' } });
  return { ...tenant, project: made.body, annotation, comment: reply.body };
}

export const createWorld = async (app: TestApp): Promise<World> => furnish(app, await createTenant(app));
