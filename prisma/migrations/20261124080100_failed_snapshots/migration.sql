-- Few rows: the list of failed jobs reads them without the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "snapshots_failed_idx" ON "snapshots"("created_at" DESC, "id" DESC) WHERE "status" = 'failed';
