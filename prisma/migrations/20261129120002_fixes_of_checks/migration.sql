ALTER TABLE "annotation_fixes" ALTER COLUMN "deployment_id" DROP NOT NULL;
