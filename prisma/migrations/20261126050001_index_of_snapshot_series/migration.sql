CREATE INDEX CONCURRENTLY IF NOT EXISTS "snapshots_series_id_series_number_idx" ON "snapshots"("series_id", "series_number");
