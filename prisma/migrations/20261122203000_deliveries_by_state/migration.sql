-- The deliveries of a webhook in one state, without reading those in the others. Deliveries wait while this is made, some seconds for
-- millions of them. Whoever cannot have that makes it before the upgrade, CONCURRENTLY, by this name.
CREATE INDEX IF NOT EXISTS "webhook_deliveries_webhook_id_state_created_at_id_idx"
    ON "webhook_deliveries"("webhook_id", "state", "created_at" DESC, "id" DESC);
