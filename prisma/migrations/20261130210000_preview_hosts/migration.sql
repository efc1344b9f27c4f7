-- Hosts outside of the environments at which fixes may be checked, and the captures that check one there.
ALTER TABLE "projects" ADD COLUMN "preview_hosts" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "snapshots" ADD COLUMN "preview_annotation_id" UUID;
