CREATE TABLE "pending_pictures" (
    "annotation_id" UUID NOT NULL,

    CONSTRAINT "pending_pictures_pkey" PRIMARY KEY ("annotation_id")
);

ALTER TABLE "pending_pictures" ADD CONSTRAINT "pending_pictures_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
