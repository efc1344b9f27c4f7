CREATE INDEX CONCURRENTLY IF NOT EXISTS "snapshots_pages_idx" ON "snapshots"("project_id", "url_key", "created_at" DESC, "id" DESC) INCLUDE ("environment_id") WHERE "status" = 'completed';
