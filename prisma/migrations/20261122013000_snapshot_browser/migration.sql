-- AlterTable
ALTER TABLE "snapshots" ADD COLUMN "browser" TEXT;
