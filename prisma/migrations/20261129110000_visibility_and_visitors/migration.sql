ALTER TYPE "HistoryKind" ADD VALUE 'visibility';

CREATE TYPE "Visibility" AS ENUM ('public', 'internal');
CREATE TYPE "PublicAnnotations" AS ENUM ('all', 'none', 'own');
CREATE TYPE "PageScript" AS ENUM ('overlay', 'embed');

CREATE TABLE "visitor_tokens" (
    "token_hash" TEXT NOT NULL,
    "annotation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE INDEX "visitor_tokens_annotation_id_idx" ON "visitor_tokens"("annotation_id");

CREATE TABLE "script_sightings" (
    "project_id" UUID NOT NULL,
    "script" "PageScript" NOT NULL,
    "origin" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "script_sightings_pkey" PRIMARY KEY ("project_id", "script", "origin")
);

ALTER TABLE "projects"
  ADD COLUMN "public_annotations" "PublicAnnotations" NOT NULL DEFAULT 'all';

ALTER TABLE "annotations"
  -- The previous release counts every reply as public, and every change.
  ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public',
  ADD COLUMN "internal_comment_count" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "public_updated_at" TIMESTAMPTZ(3);

ALTER TABLE "comments"
  ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public',
  ADD COLUMN "by_visitor" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "events"
  ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public';

ALTER TABLE "annotation_history"
  ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public';

ALTER TABLE "webhooks"
  ADD COLUMN "include_internal" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "script_sightings" ADD CONSTRAINT "script_sightings_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "visitor_tokens" ADD CONSTRAINT "visitor_tokens_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
