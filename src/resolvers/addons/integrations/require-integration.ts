import { guard, ofProject } from '../../platform/policies/require-row.ts';
import { INTEGRATION_COLUMNS, type IntegrationRow } from './integration.ts';

/** Loads an integration if the user may perform `action` on it. */
export const requireIntegration = guard('require-integration/for-user', {
  what: 'Integration',
  columns: INTEGRATION_COLUMNS,
  from: `integrations i JOIN webhooks w ON w.id = i.id ${ofProject('i.project_id')}`,
  where: 'i.id = $id AND i.deleted_at IS NULL',
}).narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>();
