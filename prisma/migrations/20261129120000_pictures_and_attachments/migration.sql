CREATE TABLE "pending_pictures" (
    "annotation_id" UUID NOT NULL,

    CONSTRAINT "pending_pictures_pkey" PRIMARY KEY ("annotation_id")
);

CREATE TABLE "attachments" (
    "id" UUID NOT NULL,
    "annotation_id" UUID NOT NULL,
    "comment_id" UUID,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER,
    "object_key" TEXT,
    "by_visitor" BOOLEAN NOT NULL DEFAULT false,
    "via" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3),

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "attachments_annotation_id_created_at_id_idx" ON "attachments"("annotation_id", "created_at", "id");
CREATE INDEX "attachments_comment_id_idx" ON "attachments"("comment_id");
CREATE INDEX "attachments_object_key_idx" ON "attachments"("object_key");
CREATE INDEX "attachments_pending_idx" ON "attachments"("expires_at") WHERE "uploaded_at" IS NULL;

ALTER TABLE "annotations"
  ADD COLUMN "picture_key" TEXT
  CONSTRAINT "annotations_picture_key_fkey" REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pending_pictures" ADD CONSTRAINT "pending_pictures_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "attachments" ADD CONSTRAINT "attachments_comment_id_fkey"
  FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "attachments" ADD CONSTRAINT "attachments_object_key_fkey"
  FOREIGN KEY ("object_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "backfills" ("name", "statement") VALUES ('pictures', $$
  WITH batch AS (
    SELECT id, metadata FROM annotations WHERE id > $1 ORDER BY id LIMIT $2
  ), queued AS (
    INSERT INTO pending_pictures (annotation_id)
    SELECT id FROM batch WHERE metadata #>> '{diagnostics,picture}' LIKE 'data:image/%'
    ON CONFLICT DO NOTHING
  )
  SELECT id FROM batch ORDER BY id
$$);
