-- What the sweeper takes of one webhook, in its order; and, step by step, whose deliveries wait at all.
CREATE INDEX "webhook_deliveries_due_of_webhook_idx"
    ON "webhook_deliveries"("webhook_id", "queued_at" NULLS FIRST, "next_attempt_at") WHERE "state" = 'pending';
