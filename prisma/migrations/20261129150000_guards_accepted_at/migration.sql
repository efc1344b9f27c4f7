-- Looks accepted before this migration count as accepted at its time, after every earlier resolution.
ALTER TABLE "guards" ADD COLUMN "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
