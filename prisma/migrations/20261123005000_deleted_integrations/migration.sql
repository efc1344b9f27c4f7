-- Deleted ones, which nobody finds any more, until what belongs to them has been removed batch by batch
-- (src/resolvers/integrations/remove-integration.ts)
ALTER TABLE "integrations" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "integrations_deleted_at_idx" ON "integrations"("deleted_at");
