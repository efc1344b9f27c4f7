-- CreateEnum
CREATE TYPE "SnapshotSource" AS ENUM ('api', 'comment');

-- AlterTable
ALTER TABLE "projects" ADD COLUMN "capture_comments" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "snapshots" ADD COLUMN "source" "SnapshotSource" NOT NULL DEFAULT 'api';
