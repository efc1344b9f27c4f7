import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import { InvalidToken } from '../../../infrastructure/secrets/access-tokens.ts';
import type { PanelGrants } from '../../../infrastructure/secrets/token-grant.ts';
import { IS_PANEL_OPEN, PANEL_ACTIONS } from '../../platform/policies/panel-actions.ts';

const READ = statement(
  'panel-grants/read',
  `SELECT s.project_id AS "projectId", o.organization_id AS "organizationId"
           FROM panel_sessions s JOIN projects o ON o.id = s.project_id WHERE s.id = $id AND ${IS_PANEL_OPEN}`,
  { prepared: true },
);

/** Creates the reader of the panel's sessions. It caches none, so that an end is seen at once. */
export const createPanelGrants = ({ pool }: { pool: pg.Pool }): PanelGrants => ({
  async read(id) {
    const session = await READ.first(pool, { id });
    if (!session) throw new InvalidToken('The session of the panel has ended; log in to the panel again');
    const projects = new Map([[session.projectId, session.organizationId]]);
    return { id, version: 0, actions: new Set(PANEL_ACTIONS), projects, isPanel: true };
  },
});
