-- AlterTable
ALTER TABLE "projects" ADD COLUMN "respect_do_not_track" BOOLEAN NOT NULL DEFAULT true;

-- What schema.prisma cannot express: tables that are written and read by hand (docs/decisions/0012)

-- What the embed script sent, one row per batch, by the day of its timestamp. Partitions are made at need and dropped
-- whole, so nothing refers to these rows.
CREATE TABLE "collected_batches" (
    "day" DATE NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    -- Of session, timestamp and content: a repeated batch meets the unique index.
    "digest" BYTEA NOT NULL,
    "session_id" TEXT NOT NULL,
    -- md5 of the normalised url.
    "page_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "user_agent" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    -- Milliseconds to add to the visitor's clock; other than 0, the clock was off.
    "shift_ms" BIGINT NOT NULL,
    -- As they were sent.
    "events" JSON NOT NULL
) PARTITION BY RANGE ("day");

CREATE UNIQUE INDEX "collected_batches_digest_key" ON "collected_batches"("digest", "project_id", "day");
CREATE INDEX "collected_batches_session_idx" ON "collected_batches"("project_id", "session_id");
CREATE INDEX "collected_batches_page_idx" ON "collected_batches"("project_id", "page_id");

-- Batches that the daily counts do not hold yet: written with the batch, removed with the counting.
CREATE TABLE "collected_uncounted" (
    "batch_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "page_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    -- [{day, selector, views, clicks, hovers, inputs}]
    "counts" JSON NOT NULL,
    -- The structure that the session saw whole, and its time by the visitor's clock.
    "structure" BYTEA,
    "structure_at" BIGINT,
    -- Or what changed in the one it saw last.
    "changes" JSON,

    CONSTRAINT "collected_uncounted_pkey" PRIMARY KEY ("batch_id")
);

-- CreateTable
CREATE TABLE "collected_pages" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    -- Normalised.
    "url" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "collected_pages_pkey" PRIMARY KEY ("project_id", "id")
);

-- Kept for good. The selector is empty where the page as a whole is meant.
CREATE TABLE "collected_daily" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "page_id" UUID NOT NULL,
    -- md5 of the selector.
    "element_id" UUID NOT NULL,
    "selector" TEXT NOT NULL,
    "views" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "hovers" BIGINT NOT NULL,
    "inputs" BIGINT NOT NULL,

    CONSTRAINT "collected_daily_pkey" PRIMARY KEY ("project_id", "day", "page_id", "element_id")
) WITH (fillfactor = 80);

-- Page structures, once per content.
CREATE TABLE "page_structures" (
    "project_id" UUID NOT NULL,
    -- SHA-256 of the content.
    "hash" BYTEA NOT NULL,
    "content" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_structures_pkey" PRIMARY KEY ("project_id", "hash")
);

-- Which structure of a page was seen when.
CREATE TABLE "page_sightings" (
    "project_id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_sightings_pkey" PRIMARY KEY ("project_id", "page_id", "hash")
);

CREATE INDEX "page_sightings_last_seen_idx" ON "page_sightings"("project_id", "page_id", "last_seen_at" DESC);

-- What a session's changes are changes of.
CREATE TABLE "page_session_structures" (
    "project_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "page_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "structure_at" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_session_structures_pkey" PRIMARY KEY ("project_id", "session_id", "page_id")
);

CREATE INDEX "page_session_structures_seen_at_idx" ON "page_session_structures"("seen_at");

-- AddForeignKey
ALTER TABLE "collected_pages" ADD CONSTRAINT "collected_pages_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;
ALTER TABLE "collected_daily" ADD CONSTRAINT "collected_daily_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;
ALTER TABLE "page_sightings" ADD CONSTRAINT "page_sightings_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;
ALTER TABLE "page_session_structures" ADD CONSTRAINT "page_session_structures_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;
ALTER TABLE "page_structures" ADD CONSTRAINT "page_structures_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;
