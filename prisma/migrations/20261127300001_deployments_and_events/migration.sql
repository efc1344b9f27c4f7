-- Alone, because it locks a busy table.
ALTER TABLE "events" ADD COLUMN "deployment_id" UUID;
