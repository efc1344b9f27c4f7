-- What the hourly purge removes, without reading all events.
CREATE INDEX "events_relayed_at_idx" ON "events"("relayed_at") WHERE "relayed_at" IS NOT NULL;
