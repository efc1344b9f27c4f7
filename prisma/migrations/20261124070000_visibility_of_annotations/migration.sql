-- The previous release counts every reply as public, and every change.
ALTER TABLE "annotations"
  ADD COLUMN "visibility" "Visibility" NOT NULL DEFAULT 'public',
  ADD COLUMN "internal_comment_count" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "public_updated_at" TIMESTAMPTZ(3);
