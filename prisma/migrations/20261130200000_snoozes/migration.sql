-- Threads that a member does not want to see in the inbox until a time or a newer notification.
CREATE TABLE "snoozes" (
    "annotation_id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "snoozes_pkey" PRIMARY KEY ("annotation_id", "membership_id")
);

CREATE INDEX "snoozes_membership_id_idx" ON "snoozes"("membership_id");

ALTER TABLE "snoozes" ADD CONSTRAINT "snoozes_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "snoozes" ADD CONSTRAINT "snoozes_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;
