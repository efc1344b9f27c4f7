-- Which place a tracker's issue was found in, and which states were sent to it. Of issues that were linked before, no more than the
-- server is noted: before the next write to one it is looked for in its place.
ALTER TABLE "external_issues" ADD COLUMN "place" TEXT,
                              ADD COLUMN "sent_states" TEXT[] NOT NULL DEFAULT '{}';
UPDATE "external_issues" x SET "place" = w."url" || '/' FROM "webhooks" w
 WHERE w."id" = x."integration_id" AND x."external_id" IS NOT NULL;

-- Another server gives the same ids to other issues.
DROP INDEX "external_issues_integration_id_external_id_key";
CREATE UNIQUE INDEX "external_issues_integration_id_external_id_place_key"
    ON "external_issues"("integration_id", "external_id", "place");
