-- How sending goes, and what live readers have missed, without reading all deliveries of a webhook. Deliveries wait while these are
-- made, some seconds for millions of them. Whoever cannot have that makes them before the upgrade, CONCURRENTLY, by these names.
CREATE INDEX IF NOT EXISTS "webhook_deliveries_webhook_id_updated_at_idx"
    ON "webhook_deliveries"("webhook_id", "updated_at" DESC);
CREATE INDEX IF NOT EXISTS "webhook_deliveries_delivered_of_webhook_idx"
    ON "webhook_deliveries"("webhook_id", "delivered_at" DESC) WHERE "delivered_at" IS NOT NULL;
