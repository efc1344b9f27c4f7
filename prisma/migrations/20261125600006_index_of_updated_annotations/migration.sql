CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_updated_idx" ON "annotations"("organization_id", "updated_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL;
