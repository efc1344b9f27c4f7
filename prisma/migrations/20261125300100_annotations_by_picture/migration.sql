CREATE INDEX CONCURRENTLY IF NOT EXISTS "annotations_picture_key_idx" ON "annotations"("picture_key") WHERE "picture_key" IS NOT NULL;
