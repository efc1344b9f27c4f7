ALTER TABLE "deployment_captures"
  ADD COLUMN "retries" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "retry_at" TIMESTAMPTZ(3),
  ADD COLUMN "asked" JSONB;
