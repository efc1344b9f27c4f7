ALTER TYPE "PublicAnnotations" ADD VALUE 'own';

CREATE TABLE "visitor_tokens" (
    "token_hash" TEXT NOT NULL,
    "annotation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE INDEX "visitor_tokens_annotation_id_idx" ON "visitor_tokens"("annotation_id");

ALTER TABLE "visitor_tokens" ADD CONSTRAINT "visitor_tokens_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "comments" ADD COLUMN "by_visitor" BOOLEAN NOT NULL DEFAULT false;
