CREATE INDEX CONCURRENTLY IF NOT EXISTS "comments_mentions_idx" ON "comments" USING gin ("mentions") WHERE "mentions" <> '{}';
