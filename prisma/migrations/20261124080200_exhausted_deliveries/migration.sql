-- Few rows: the list of failed jobs reads them without the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_exhausted_idx" ON "webhook_deliveries"("created_at" DESC, "id" DESC) WHERE "state" = 'exhausted';
