ALTER TABLE "refresh_tokens" ADD COLUMN "parent_id" UUID;
