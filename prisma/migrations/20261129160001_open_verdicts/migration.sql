CREATE INDEX CONCURRENTLY IF NOT EXISTS "deployment_verdicts_otherwise_idx" ON "deployment_verdicts"("created_at") WHERE "effect" = 'changed_otherwise';
