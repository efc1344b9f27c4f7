CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "deployment_verdicts_checks_key" ON "deployment_verdicts"("annotation_id", "after_snapshot_id") WHERE "deployment_id" IS NULL;
