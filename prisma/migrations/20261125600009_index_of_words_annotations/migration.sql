CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotation_search_members_idx" ON "annotation_search" USING gin ("members");
