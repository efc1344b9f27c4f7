CREATE TABLE "visitor_codes" (
    "code_hash" TEXT NOT NULL,
    "annotation_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_codes_pkey" PRIMARY KEY ("code_hash")
);

CREATE INDEX "visitor_codes_annotation_id_idx" ON "visitor_codes"("annotation_id");

CREATE TABLE "visitor_notifications" (
    "annotation_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "comment_id" UUID,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_pending" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "visitor_notifications_pkey" PRIMARY KEY ("annotation_id", "event_id")
);

CREATE INDEX "visitor_notifications_comment_id_idx" ON "visitor_notifications"("comment_id");
CREATE INDEX "visitor_notifications_created_at_idx" ON "visitor_notifications"("created_at");

CREATE TABLE "visitor_mails" (
    "annotation_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "visitor_mails_pkey" PRIMARY KEY ("annotation_id")
);

CREATE INDEX "visitor_mails_due_at_idx" ON "visitor_mails"("due_at");

CREATE TABLE "suppressed_addresses" (
    "address_hash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_addresses_pkey" PRIMARY KEY ("address_hash")
);

ALTER TABLE "visitor_codes" ADD CONSTRAINT "visitor_codes_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "visitor_notifications" ADD CONSTRAINT "visitor_notifications_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "visitor_notifications" ADD CONSTRAINT "visitor_notifications_comment_id_fkey"
  FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "visitor_mails" ADD CONSTRAINT "visitor_mails_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
