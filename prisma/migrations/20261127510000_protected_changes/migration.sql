ALTER TABLE "deployment_changes" ADD COLUMN "is_protected" BOOLEAN NOT NULL DEFAULT false;
