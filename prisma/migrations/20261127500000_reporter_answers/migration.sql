CREATE TYPE "ReporterAnswer" AS ENUM ('good', 'wrong');

ALTER TABLE "deployment_verdicts" ADD COLUMN "is_protected" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "answer" "ReporterAnswer",
    ADD COLUMN "answered_at" TIMESTAMPTZ(3);
