-- AlterEnum
ALTER TYPE "AnchorState" ADD VALUE 'moved' AFTER 'bound';

-- AlterEnum
ALTER TYPE "HistoryKind" ADD VALUE 'anchor';

-- AlterTable
ALTER TABLE "annotations" ADD COLUMN "anchor_candidates" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "last_seen_at" TIMESTAMPTZ(3),
ADD COLUMN "last_seen_box" JSONB,
ADD COLUMN "last_seen_image_key" TEXT,
ADD COLUMN "latest_fingerprint" JSONB;

-- AlterTable
ALTER TABLE "snapshots" ADD COLUMN "rebinding" JSONB;

-- CreateIndex
CREATE INDEX "annotations_last_seen_image_key_idx" ON "annotations"("last_seen_image_key");

-- AddForeignKey
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_last_seen_image_key_fkey" FOREIGN KEY ("last_seen_image_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
