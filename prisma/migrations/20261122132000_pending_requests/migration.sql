-- AlterTable
ALTER TABLE "snapshots" ADD COLUMN "pending_requests" INTEGER;
