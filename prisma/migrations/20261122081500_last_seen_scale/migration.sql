-- AlterTable
ALTER TABLE "annotations" ADD COLUMN "last_seen_scale" DOUBLE PRECISION NOT NULL DEFAULT 1;

-- Of the pictures that are there
UPDATE "annotations" a SET "last_seen_scale" = s."device_scale_factor"
  FROM "snapshots" s WHERE s."image_key" = a."last_seen_image_key" AND s."project_id" = a."project_id";
