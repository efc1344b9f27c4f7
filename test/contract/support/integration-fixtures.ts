import { newId } from '../../../src/infrastructure/database/ids.ts';
import { rest } from '../../support/client.ts';
import type { TestUser } from '../../support/factories.ts';
import { createIntegration } from '../../support/integrations.ts';
import { JIRA } from '../../support/servers/jira-double.ts';
import { startTrackerDouble, type TrackerDouble } from '../../support/servers/tracker-double.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Input of createIntegration for an unreachable tracker. */
export const UNREACHABLE_TRACKER = {
  provider: 'jira',
  name: 'Jira',
  notify: ['annotation', 'status'],
  baseUrl: 'http://127.0.0.1:9',
  projectKey: 'SHOP',
  issueType: 'Bug',
  email: 'bot@example.com',
  token: 'a token of sixteen characters or more'.replaceAll(' ', '_'),
  inboundSecret: 'sixteen-characters-or-more',
};

let jira: Promise<TrackerDouble> | undefined;

/** Settings of a tracker that responds; one serves all worlds of a process. */
export async function trackerSettings(): Promise<Record<string, string>> {
  jira ??= startTrackerDouble(JIRA);
  return (await jira).settings;
}

/** Enables the integrations of a project, without events to send. */
export const enableIntegrations = ({ services }: TestApp, projectId: string) =>
  services.pool.query(
    `UPDATE webhooks SET enabled = true, events = '{}' FROM integrations i WHERE i.id = webhooks.id AND i.project_id = $1`,
    [projectId],
  );

/** Inserts a send that is not finished. */
export async function insertSend({ services }: TestApp, integrationId: string): Promise<{ id: string }> {
  const id = newId();
  await services.db.annotationSend.create({ data: { id, integrationId, filter: {}, total: 1, lastNumber: 1 } });
  return { id };
}

/** Links an annotation to an issue, so that it need not be created. */
export const linkIssue = ({ services }: TestApp, annotationId: string, integrationId: string) =>
  services.db.annotation.update({
    where: { id: annotationId },
    data: {
      externalIssues: [
        { integrationId, provider: 'jira', key: 'SHOP-1', url: 'https://jira.example/browse/SHOP-1', state: 'open' },
      ],
    },
  });

/** Creates a disabled integration. */
export async function createDisabledIntegration(
  app: TestApp,
  owner: TestUser,
  projectId: string,
): Promise<{ id: string }> {
  const integration = await createIntegration(app, owner, projectId, UNREACHABLE_TRACKER);
  await rest(app, 'PATCH', `/integrations/${integration.id}`, { token: owner.token, body: { enabled: false } });
  return integration;
}
