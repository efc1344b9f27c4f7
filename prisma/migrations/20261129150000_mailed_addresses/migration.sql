CREATE TABLE "mailed_addresses" (
    "address_hash" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailed_addresses_pkey" PRIMARY KEY ("address_hash")
);

CREATE INDEX "mailed_addresses_day_idx" ON "mailed_addresses"("day");

ALTER TABLE "visitor_mails" ADD COLUMN "held_for" TEXT, ADD COLUMN "held_since" TIMESTAMPTZ(3);

CREATE INDEX "visitor_mails_held_for_idx" ON "visitor_mails"("held_for", "annotation_id");
