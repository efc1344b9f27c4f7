-- AlterTable
ALTER TABLE "snapshots" ADD COLUMN "put_offs" INTEGER NOT NULL DEFAULT 0;
