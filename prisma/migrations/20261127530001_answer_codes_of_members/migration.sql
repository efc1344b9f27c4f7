ALTER TABLE "visitor_codes" ADD COLUMN "membership_id" UUID;
