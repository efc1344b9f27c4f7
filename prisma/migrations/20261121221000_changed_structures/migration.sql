-- Whether a page sent it whole. Of those that were made of changes, only the one that a session saw last is kept.
ALTER TABLE "page_structures" ADD COLUMN "whole" BOOLEAN NOT NULL DEFAULT true;

-- Who still knows a structure.
CREATE INDEX "page_sightings_hash_idx" ON "page_sightings"("project_id", "hash");
CREATE INDEX "page_session_structures_hash_idx" ON "page_session_structures"("project_id", "hash");
