import type { Context } from '../../../context.ts';
import { ANNOTATION_COLUMNS, COMMENT_COLUMNS } from '../../core/annotations/columns.ts';
import { LARGE_COLUMNS } from '../../core/annotations/list-annotations.ts';
import { ENVIRONMENT_COLUMNS } from '../../core/environments/require-environment.ts';
import { LABEL_COLUMNS } from '../../core/labels/require-label.ts';
import { JOINED_COLUMNS, JOINED_ORGANIZATIONS } from '../../core/organizations/joined-organization.ts';
import { PROJECT_COLUMNS } from '../../core/projects/require-project.ts';
import { SNAPSHOT_COLUMNS } from '../../core/snapshots/require-snapshot.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { requireUser } from '../../platform/policies/access.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { COMPARISON_COLUMNS, readComparison } from '../comparisons/comparison-row.ts';
import { CAPTURE_COLUMNS } from '../deployments/deployment-parts.ts';
import { DEPLOYMENT_COLUMNS } from '../deployments/require-deployment.ts';
import { INTEGRATION_COLUMNS, type IntegrationRow, withHealth } from '../integrations/integration.ts';
import { NO_INTEGRATION, WEBHOOK_COLUMNS, withLastDelivery } from '../webhooks/webhook.ts';

/** Kinds of objects that are read by their ids alone; each is the name of a type. */
export type NodeKind =
  | 'JoinedOrganization'
  | 'Project'
  | 'Environment'
  | 'Label'
  | 'Annotation'
  | 'Comment'
  | 'Snapshot'
  | 'Comparison'
  | 'Deployment'
  | 'DeploymentCapture'
  | 'Webhook'
  | 'Integration';

interface Kind {
  /** Statement that finds objects by $ids: id, organization, project if it has one, internal. */
  located: string;
  /** Action that reads the object. */
  action: Action;
  /** Reads an object that the client may read; all of an execution step by one statement. */
  read: (ctx: Context<'pool'>, id: string) => Promise<object | undefined>;
}

/** Objects of projects: of a table, or of rows with `id` and `project_id`. */
const ofProject = (rows: string, { condition = 'true', isInternal = 'false' } = {}): string =>
  `SELECT x.id, p.organization_id, p.id, ${isInternal} FROM ${rows} x
     JOIN projects p ON p.id = x.project_id AND p.deleted_at IS NULL WHERE x.id = ANY($ids::uuid[]) AND ${condition}`;

const ONE = { limit: 1 };
const DESC = { direction: 'desc' } as const;

const ORGANIZATIONS = relatedList('node-kinds/organizations', {
  columns: JOINED_COLUMNS,
  table: `(${JOINED_ORGANIZATIONS})`,
  alias: 'mine',
  where: 'mine.id = related_to',
  ...DESC,
});
const PROJECTS = relatedList('node-kinds/projects', {
  columns: PROJECT_COLUMNS,
  table: 'projects',
  alias: 'p',
  where: 'p.id = related_to',
  ...DESC,
});
const ENVIRONMENTS = relatedList('node-kinds/environments', {
  columns: ENVIRONMENT_COLUMNS,
  table: 'environments',
  alias: 'e',
  where: 'e.id = related_to',
  ...DESC,
});
const LABELS = relatedList('node-kinds/labels', {
  columns: LABEL_COLUMNS,
  table: 'labels',
  alias: 'l',
  where: 'l.id = related_to',
  ...DESC,
});
const ANNOTATIONS = relatedList('node-kinds/annotations', {
  columns: ANNOTATION_COLUMNS,
  table: 'annotations',
  alias: 'a',
  where: 'a.id = related_to AND a.deleted_at IS NULL',
  ...DESC,
  ...LARGE_COLUMNS,
});
const COMMENTS = relatedList('node-kinds/comments', {
  columns: COMMENT_COLUMNS,
  table: 'comments',
  alias: 'reply',
  where: 'reply.id = related_to',
  ...DESC,
  texts: ['content'],
});
const SNAPSHOTS = relatedList('node-kinds/snapshots', {
  columns: SNAPSHOT_COLUMNS,
  table: 'snapshots',
  alias: 's',
  where: 's.id = related_to',
  ...DESC,
});
const COMPARISONS = relatedList('node-kinds/comparisons', {
  columns: COMPARISON_COLUMNS,
  table: 'comparisons',
  alias: 'c',
  where: 'c.id = related_to',
  ...DESC,
  texts: ['regions', 'shifts'],
});
const DEPLOYMENTS = relatedList('node-kinds/deployments', {
  columns: DEPLOYMENT_COLUMNS,
  table: 'deployments',
  alias: 'd',
  where: 'd.id = related_to',
  ...DESC,
});
const CAPTURES = relatedList('node-kinds/captures', {
  columns: CAPTURE_COLUMNS,
  table: 'deployment_captures',
  alias: 'c',
  where: 'c.id = related_to',
  ...DESC,
});
const WEBHOOKS = relatedList('node-kinds/webhooks', {
  columns: WEBHOOK_COLUMNS,
  table: 'webhooks',
  alias: 'w',
  where: 'w.id = related_to',
  ...DESC,
}).completedBy((ctx, rows) => withLastDelivery(ctx.services.pool, rows));
const INTEGRATIONS = relatedList('node-kinds/integrations', {
  columns: 'i.*',
  table: `(SELECT ${INTEGRATION_COLUMNS}, i.created_at
    FROM integrations i JOIN webhooks w ON w.id = i.id WHERE i.deleted_at IS NULL)`,
  alias: 'i',
  where: 'i.id = related_to',
  ...DESC,
})
  .narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>()
  .completedBy((ctx, rows) => withHealth(ctx.services.pool, rows));

export const NODE_KINDS: Readonly<Record<NodeKind, Kind>> = {
  JoinedOrganization: {
    located: 'SELECT o.id, o.id, NULL::uuid, false FROM organizations o WHERE o.id = ANY($ids::uuid[])',
    action: 'organization.read',
    read: async (ctx, id) => (await relatedRows(ctx, ORGANIZATIONS, id, ONE, { userId: requireUser(ctx) })).rows[0],
  },
  Project: {
    located: `SELECT p.id, p.organization_id, p.id, false FROM projects p
               WHERE p.id = ANY($ids::uuid[]) AND p.deleted_at IS NULL`,
    action: 'project.read',
    read: async (ctx, id) => (await relatedRows(ctx, PROJECTS, id, ONE)).rows[0],
  },
  Environment: {
    located: ofProject('environments'),
    action: 'project.read',
    read: async (ctx, id) => (await relatedRows(ctx, ENVIRONMENTS, id, ONE)).rows[0],
  },
  Label: {
    located: ofProject('labels'),
    action: 'project.read',
    read: async (ctx, id) => (await relatedRows(ctx, LABELS, id, ONE)).rows[0],
  },
  Annotation: {
    located: ofProject('annotations', {
      condition: 'x.deleted_at IS NULL',
      isInternal: `x.visibility = 'internal'`,
    }),
    action: 'annotation.read',
    read: async (ctx, id) => (await relatedRows(ctx, ANNOTATIONS, id, ONE)).rows[0],
  },
  Comment: {
    located: ofProject(
      `(SELECT c.id, a.project_id, 'internal' IN (c.visibility, a.visibility) AS is_internal
          FROM comments c JOIN annotations a ON a.id = c.annotation_id AND a.deleted_at IS NULL)`,
      { isInternal: 'x.is_internal' },
    ),
    action: 'annotation.read',
    read: async (ctx, id) => (await relatedRows(ctx, COMMENTS, id, ONE)).rows[0],
  },
  Snapshot: {
    located: ofProject('snapshots'),
    action: 'snapshot.read',
    read: async (ctx, id) => (await relatedRows(ctx, SNAPSHOTS, id, ONE)).rows[0],
  },
  Comparison: {
    located: ofProject('(SELECT c.id, s.project_id FROM comparisons c JOIN snapshots s ON s.id = c.baseline_id)'),
    action: 'snapshot.read',
    read: async (ctx, id) => {
      const [row] = (await relatedRows(ctx, COMPARISONS, id, ONE)).rows;
      return row && readComparison(row);
    },
  },
  Deployment: {
    located: ofProject('deployments'),
    action: 'project.read',
    read: async (ctx, id) => (await relatedRows(ctx, DEPLOYMENTS, id, ONE)).rows[0],
  },
  DeploymentCapture: {
    located: ofProject(
      '(SELECT c.id, d.project_id FROM deployment_captures c JOIN deployments d ON d.id = c.deployment_id)',
    ),
    action: 'snapshot.read',
    read: async (ctx, id) => (await relatedRows(ctx, CAPTURES, id, ONE)).rows[0],
  },
  Webhook: {
    located: `SELECT w.id, w.organization_id, NULL::uuid, false FROM webhooks w LEFT JOIN projects p ON p.id = w.project_id
               WHERE w.id = ANY($ids::uuid[]) AND p.deleted_at IS NULL AND ${NO_INTEGRATION}`,
    action: 'webhook.manage',
    read: async (ctx, id) => (await relatedRows(ctx, WEBHOOKS, id, ONE)).rows[0],
  },
  Integration: {
    located: ofProject('integrations', { condition: 'x.deleted_at IS NULL' }),
    action: 'integration.manage',
    read: async (ctx, id) => (await relatedRows(ctx, INTEGRATIONS, id, ONE)).rows[0],
  },
};
