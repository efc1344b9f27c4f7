-- Changes of page structures, taken over by the counting, that wait for being merged (src/resolvers/collection/apply-changes.ts)
CREATE TABLE "page_changes" (
    "batch_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "page_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    -- Of the changes.
    "bytes" INTEGER NOT NULL,
    "changes" JSON NOT NULL,

    CONSTRAINT "page_changes_pkey" PRIMARY KEY ("batch_id")
);

CREATE INDEX "page_changes_session_idx" ON "page_changes"("project_id", "session_id", "page_id", "batch_id");

-- When a batch told of it, to a few minutes: what is about to be named is not removed.
ALTER TABLE "page_structures" ADD COLUMN "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
-- What a project stored in the last hour.
CREATE INDEX "page_structures_created_at_idx" ON "page_structures"("project_id", "created_at");
