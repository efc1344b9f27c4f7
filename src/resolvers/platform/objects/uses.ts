/** Columns that reference stored objects; a test compares them with the foreign keys. */
export const OBJECT_USES = [
  { table: 'snapshots', column: 'image_key' },
  { table: 'snapshots', column: 'thumbnail_key' },
  { table: 'snapshots', column: 'record_key' },
  { table: 'annotations', column: 'last_seen_image_key' },
  { table: 'annotations', column: 'picture_key' },
  { table: 'attachments', column: 'object_key' },
  { table: 'comparisons', column: 'diff_key' },
  { table: 'deployment_verdicts', column: 'before_key' },
  { table: 'deployment_verdicts', column: 'after_key' },
  { table: 'guards', column: 'reported_key' },
  { table: 'guards', column: 'accepted_key' },
] as const;

/**
 * For `DELETE FROM snapshots … RETURNING`: objects of a row, including its comparisons' diff
 * images.
 */
export const KEYS_OF_SNAPSHOT = `ARRAY[image_key, thumbnail_key, record_key] || ARRAY(
  SELECT c.diff_key FROM comparisons c WHERE c.baseline_id = snapshots.id OR c.comparison_id = snapshots.id)`;

/** SQL condition: no row references the object `o`. */
export const IS_UNUSED = OBJECT_USES.map(
  ({ table, column }) => `NOT EXISTS (SELECT FROM ${table} WHERE ${column} = o.key)`,
).join(' AND ');
