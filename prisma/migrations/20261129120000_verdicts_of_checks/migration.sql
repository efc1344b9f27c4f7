-- Verdicts that checks of single snapshots store, and the time when an annotation was resolved with a verdict.
ALTER TABLE "deployment_verdicts" ALTER COLUMN "deployment_id" DROP NOT NULL,
    ALTER COLUMN "capture_id" DROP NOT NULL,
    ADD COLUMN "resolved_at" TIMESTAMPTZ(3);
