CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_of_organization_idx" ON "annotations"("organization_id", "created_at" DESC, "id" DESC)
  INCLUDE ("project_id", "status", "assignee_id") WHERE "deleted_at" IS NULL;
