-- Alone, because it locks a busy table.
ALTER TABLE "notifications" ADD COLUMN "deployment_id" UUID;
