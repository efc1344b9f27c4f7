-- Who works on an annotation, and until when.
CREATE TABLE "annotation_claims" (
    "annotation_id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "via" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "annotation_claims_pkey" PRIMARY KEY ("annotation_id")
);

CREATE INDEX "annotation_claims_membership_id_idx" ON "annotation_claims"("membership_id");

ALTER TABLE "annotation_claims" ADD CONSTRAINT "annotation_claims_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
