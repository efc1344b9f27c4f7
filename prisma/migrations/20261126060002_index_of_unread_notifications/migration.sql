CREATE INDEX CONCURRENTLY IF NOT EXISTS "notifications_unread_idx" ON "notifications"("membership_id", "annotation_id") WHERE "read_at" IS NULL;
