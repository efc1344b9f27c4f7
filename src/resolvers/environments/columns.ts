/** The select list for `FROM environments e`: the shape that Prisma gives. */
export const ENVIRONMENT_COLUMNS = `e.id, e.project_id AS "projectId", e.name, e.kind, e.url, e.url_key AS "urlKey",
  e.created_at AS "createdAt", e.updated_at AS "updatedAt"`;
