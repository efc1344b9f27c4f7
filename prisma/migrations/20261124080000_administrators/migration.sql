ALTER TABLE "users" ADD COLUMN "administrator_since" TIMESTAMPTZ(3);

CREATE TABLE "sent_mails" (
    "id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_mails_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "sent_mails_created_at_id_idx" ON "sent_mails"("created_at" DESC, "id" DESC);
