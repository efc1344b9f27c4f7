CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_due_idx" ON "annotations"("organization_id", (coalesce("due_on", 'infinity')), "created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL;
