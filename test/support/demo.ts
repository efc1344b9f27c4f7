import { rest } from './client.ts';

/** The token that the page of GraphiQL signs its visitor in with; undefined for none. */
export async function graphiqlToken({ url }: { url: string }): Promise<string | undefined> {
  const page = await (await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).text();
  return /Bearer (ey[\w.-]+)/.exec(page)?.[1];
}

/** A token of the demo user. */
export async function demoToken(server: { url: string }): Promise<string> {
  const token = await graphiqlToken(server);
  if (!token) throw new Error('GraphiQL signs nobody in');
  return token;
}

/** A token of the demo user, and its project. */
export async function demoProject(server: { url: string }): Promise<{ token: string; projectId: string }> {
  const token = await demoToken(server);
  const me = await rest(server, 'GET', '/auth/me', { token });
  const organizationId = me.body.memberships[0].organization.id;
  const projects = await rest(server, 'GET', `/projects/organization/${organizationId}`, { token });
  return { token, projectId: projects.body[0].id };
}
