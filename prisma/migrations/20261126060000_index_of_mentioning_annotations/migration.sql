CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_mentions_idx" ON "annotations" USING gin ("mentions") WHERE "mentions" <> '{}';
