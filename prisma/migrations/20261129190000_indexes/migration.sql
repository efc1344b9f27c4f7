-- Few rows: the list of failed jobs reads them without the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "snapshots_failed_idx" ON "snapshots"("created_at" DESC, "id" DESC) WHERE "status" = 'failed';

-- Few rows: the list of failed jobs reads them without the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_exhausted_idx" ON "webhook_deliveries"("created_at" DESC, "id" DESC) WHERE "state" = 'exhausted';

CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_picture_key_idx" ON "annotations"("picture_key") WHERE "picture_key" IS NOT NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_of_organization_idx" ON "annotations"("organization_id", "created_at" DESC, "id" DESC)
  INCLUDE ("project_id", "status", "assignee_id") WHERE "deleted_at" IS NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_updated_idx" ON "annotations"("organization_id", "updated_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_ranked_idx" ON "annotations"("project_id", "status", (coalesce("rank", -"number")), "id")
  WHERE "deleted_at" IS NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_due_idx" ON "annotations"("organization_id", (coalesce("due_on", 'infinity')), "created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "snapshots_series_id_series_number_idx" ON "snapshots"("series_id", "series_number");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_pages_idx" ON "annotations"("project_id", "url_key", "environment_id") INCLUDE ("status", "anchor_state", "visibility", "created_at") WHERE "deleted_at" IS NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "snapshots_pages_idx" ON "snapshots"("project_id", "url_key", "created_at" DESC, "id" DESC) INCLUDE ("environment_id") WHERE "status" = 'completed';

CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_mentions_idx" ON "annotations" USING gin ("mentions") WHERE "mentions" <> '{}';

CREATE INDEX CONCURRENTLY IF NOT EXISTS "comments_mentions_idx" ON "comments" USING gin ("mentions") WHERE "mentions" <> '{}';
