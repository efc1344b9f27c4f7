/** SQL condition: outsiders must not see what one of the snapshots shows. */
export const isProtected = (snapshotIds: string) =>
  `EXISTS (SELECT FROM snapshots s WHERE s.id IN (${snapshotIds}) AND s.used_credentials
     AND NOT EXISTS (SELECT FROM capture_credentials e WHERE e.environment_id = s.environment_id AND e.is_shared))`;
