-- AlterTable
ALTER TABLE "annotations" DROP COLUMN "screenshot_url";
