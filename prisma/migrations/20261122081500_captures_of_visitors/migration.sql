-- AlterTable
ALTER TABLE "snapshots" ADD COLUMN "by_visitor" BOOLEAN NOT NULL DEFAULT false;
