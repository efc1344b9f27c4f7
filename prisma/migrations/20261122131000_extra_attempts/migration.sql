-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "extra_attempts" INTEGER NOT NULL DEFAULT 0;
