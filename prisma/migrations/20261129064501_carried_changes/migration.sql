ALTER TABLE "deployment_changes" ADD COLUMN "first_deployment_id" UUID;
