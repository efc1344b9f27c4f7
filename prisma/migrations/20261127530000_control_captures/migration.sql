ALTER TABLE "deployment_captures" ADD COLUMN "control_id" UUID;
