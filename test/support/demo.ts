import { rest } from './client.ts';

/** Token that the GraphiQL page logs its visitor in with; undefined without one. */
export async function graphiqlToken({ url }: { url: string }): Promise<string | undefined> {
  const page = await (await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).text();
  return /Bearer (ey[\w.-]+)/.exec(page)?.[1];
}

/** Token of the demo user. */
export async function demoToken(server: { url: string }): Promise<string> {
  const token = await graphiqlToken(server);
  if (!token) throw new Error('the GraphiQL page has no token');
  return token;
}

/** Token of the demo user, and its project. */
export async function demoProject(server: { url: string }): Promise<{ token: string; projectId: string }> {
  const token = await demoToken(server);
  const me = await rest(server, 'GET', '/auth/me', { token });
  const organizationId = me.body.memberships[0].organization.id;
  const projects = await rest(server, 'GET', `/projects/organization/${organizationId}`, { token });
  return { token, projectId: projects.body[0].id };
}
