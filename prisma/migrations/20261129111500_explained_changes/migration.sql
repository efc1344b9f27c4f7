-- "asked" was never written.
ALTER TABLE "deployment_captures" ADD COLUMN "explained_changes" JSONB;
ALTER TABLE "deployment_captures" DROP COLUMN "asked";
