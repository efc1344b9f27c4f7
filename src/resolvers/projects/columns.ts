/** The select list for `FROM projects p`: the shape that Prisma gives. */
export const PROJECT_COLUMNS = `p.id, p.organization_id AS "organizationId", p.name, p.slug, p.project_key AS "projectKey",
  p.previous_key AS "previousKey", p.previous_key_expires_at AS "previousKeyExpiresAt",
  p.public_feedback AS "publicFeedback", p.allowed_origins AS "allowedOrigins",
  p.respect_do_not_track AS "respectDoNotTrack", p.capture_comments AS "captureComments",
  p.annotation_count AS "annotationCount", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  p.deleted_at AS "deletedAt",
  p.snapshot_retention AS "snapshotRetention"`;
