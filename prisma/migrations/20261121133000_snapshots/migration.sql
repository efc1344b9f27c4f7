-- CreateEnum
CREATE TYPE "SnapshotStatus" AS ENUM ('processing', 'completed', 'failed');

-- AlterTable
ALTER TABLE "projects" ADD COLUMN "snapshot_retention" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "events" ADD COLUMN "snapshot_id" UUID;

-- CreateTable
CREATE TABLE "stored_objects" (
    "key" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "content_type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_objects_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "snapshots" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "environment_id" UUID,
    "url" TEXT NOT NULL,
    "url_key" TEXT NOT NULL,
    "viewport_width" INTEGER NOT NULL,
    "viewport_height" INTEGER NOT NULL,
    "device_scale_factor" DOUBLE PRECISION NOT NULL,
    "full_page" BOOLEAN NOT NULL,
    "wait_for_selector" TEXT,
    "delay" INTEGER NOT NULL,
    "hide_selectors" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "freeze" BOOLEAN NOT NULL,
    "status" "SnapshotStatus" NOT NULL DEFAULT 'processing',
    "estimated_time" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "title" TEXT,
    "final_url" TEXT,
    "http_status" INTEGER,
    "duration_ms" INTEGER,
    "image_width" INTEGER,
    "image_height" INTEGER,
    "image_key" TEXT,
    "thumbnail_key" TEXT,
    "record_key" TEXT,
    "tile_hashes" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "snapshots_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "snapshots_project_id_created_at_id_idx" ON "snapshots"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "snapshots_environment_id_created_at_id_idx" ON "snapshots"("environment_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "snapshots_image_key_idx" ON "snapshots"("image_key");

-- CreateIndex
CREATE INDEX "snapshots_thumbnail_key_idx" ON "snapshots"("thumbnail_key");

-- CreateIndex
CREATE INDEX "snapshots_record_key_idx" ON "snapshots"("record_key");

-- AddForeignKey
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_image_key_fkey" FOREIGN KEY ("image_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_thumbnail_key_fkey" FOREIGN KEY ("thumbnail_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_record_key_fkey" FOREIGN KEY ("record_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot express

-- What workers look for: a capture that nobody has, the oldest first.
CREATE INDEX "snapshots_processing_idx" ON "snapshots"("created_at", "id") WHERE "status" = 'processing';
