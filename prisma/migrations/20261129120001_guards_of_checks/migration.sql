ALTER TABLE "guards" ALTER COLUMN "deployment_id" DROP NOT NULL;
