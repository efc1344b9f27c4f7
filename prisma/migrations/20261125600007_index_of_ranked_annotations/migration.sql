CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_ranked_idx" ON "annotations"("project_id", "status", (coalesce("rank", -"number")), "id")
  WHERE "deleted_at" IS NULL;
