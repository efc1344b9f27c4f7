import { rest } from './client.ts';

export const DEMO = { email: 'demo@pinbound.example', password: 'pinbound-demo' };

/** Logs in as the printed demo user. */
export async function demoLogin(server: { url: string }): Promise<string> {
  const { status, body } = await rest(server, 'POST', '/auth/login', { body: DEMO });
  if (status !== 200) throw new Error(`the demo login answers ${status} ${JSON.stringify(body)}`);
  return body.accessToken;
}

/** Logs in as the demo user and finds its project. */
export async function demoProject(server: { url: string }): Promise<{ token: string; projectId: string }> {
  const token = await demoLogin(server);
  const me = await rest(server, 'GET', '/auth/me', { token });
  const organizationId = me.body.memberships[0].organization.id;
  const projects = await rest(server, 'GET', `/projects/organization/${organizationId}`, { token });
  return { token, projectId: projects.body[0].id };
}
