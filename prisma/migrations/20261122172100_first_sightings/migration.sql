-- What pages a project's structures were first seen on in the last hour (src/resolvers/collection/structure-room.ts)
CREATE INDEX "page_sightings_first_seen_idx" ON "page_sightings"("project_id", "first_seen_at");
