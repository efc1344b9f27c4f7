ALTER TABLE "visitor_codes" ADD COLUMN "verdict_id" UUID;

CREATE INDEX "visitor_codes_verdict_id_idx" ON "visitor_codes"("verdict_id");
