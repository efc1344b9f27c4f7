CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotation_search_outsiders_idx" ON "annotation_search" USING gin ("outsiders");
