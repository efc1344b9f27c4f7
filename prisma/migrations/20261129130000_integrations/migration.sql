CREATE TYPE "AnnotationSendStatus" AS ENUM ('running', 'completed', 'canceled');

CREATE TABLE "annotation_sends" (
    "id" UUID NOT NULL,
    "integration_id" UUID NOT NULL,
    "filter" JSONB NOT NULL,
    "status" "AnnotationSendStatus" NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL,
    "last_number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "annotation_sends_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "annotation_sends_integration_id_created_at_id_idx"
  ON "annotation_sends"("integration_id", "created_at" DESC, "id" DESC);
-- The unfinished sends of an integration run one after another.
CREATE INDEX "annotation_sends_unfinished_idx" ON "annotation_sends"("integration_id", "id") WHERE "finished_at" IS NULL;

CREATE TABLE "sent_annotations" (
    "integration_id" UUID NOT NULL,
    "annotation_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "send_id" UUID,

    CONSTRAINT "sent_annotations_pkey" PRIMARY KEY ("integration_id", "annotation_id")
);

CREATE INDEX "sent_annotations_annotation_id_idx" ON "sent_annotations"("annotation_id");
CREATE INDEX "sent_annotations_send_id_idx" ON "sent_annotations"("send_id");

ALTER TABLE "integrations"
  -- The annotations that an integration receives; an empty filter selects all.
  ADD COLUMN "filter" JSONB NOT NULL DEFAULT '{}';

ALTER TABLE "webhooks"
  -- User name and password of receivers with Basic authentication.
  ADD COLUMN "basic_auth" TEXT;

ALTER TABLE "sent_annotations" ADD CONSTRAINT "sent_annotations_send_id_fkey"
  FOREIGN KEY ("send_id") REFERENCES "annotation_sends"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "annotation_sends" ADD CONSTRAINT "annotation_sends_integration_id_fkey"
  FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sent_annotations" ADD CONSTRAINT "sent_annotations_integration_id_fkey"
  FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sent_annotations" ADD CONSTRAINT "sent_annotations_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
