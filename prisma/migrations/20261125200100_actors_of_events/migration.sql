ALTER TABLE "events" ADD COLUMN "actor_id" UUID;
