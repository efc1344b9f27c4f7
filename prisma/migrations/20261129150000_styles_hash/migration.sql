ALTER TABLE "snapshots" ADD COLUMN "styles_hash" TEXT;
