-- The annotations of a page in one status, without reading those in the others. Annotations wait while this is made, some seconds for
-- millions of them. Whoever cannot have that makes it before the upgrade, CONCURRENTLY, by this name.
CREATE INDEX IF NOT EXISTS "annotations_project_id_url_key_status_created_at_id_idx"
    ON "annotations"("project_id", "url_key", "status", "created_at" DESC, "id" DESC);
