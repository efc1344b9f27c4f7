-- Numbers of annotations by project, status, visibility and assignee, without deleted ones. A change adds rows, which no
-- other transaction waits for; a job adds the rows of one key up. Triggers insert them, also for the previous release.
CREATE TABLE "annotation_counts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "status" "AnnotationStatus" NOT NULL,
    "visibility" "Visibility" NOT NULL,
    "assignee_id" UUID,
    "added" INTEGER NOT NULL,
    "is_sum" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "annotation_counts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "annotation_counts_project_id_idx" ON "annotation_counts"("project_id");

CREATE FUNCTION count_added_annotations() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, added)
  SELECT project_id, status, visibility, assignee_id, count(*) FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_annotation() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, added)
  SELECT OLD.project_id, OLD.status, OLD.visibility, OLD.assignee_id, -1 WHERE OLD.deleted_at IS NULL
   UNION ALL
  SELECT NEW.project_id, NEW.status, NEW.visibility, NEW.assignee_id, 1 WHERE NEW.deleted_at IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION count_removed_annotations() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, added)
  SELECT project_id, status, visibility, assignee_id, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

-- Writes wait while the rows are counted once, about a second for a million.
LOCK TABLE "annotations" IN SHARE ROW EXCLUSIVE MODE;

CREATE TRIGGER "annotations_counted_added" AFTER INSERT ON "annotations"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_annotations();
CREATE TRIGGER "annotations_counted_changed" AFTER UPDATE OF "project_id", "status", "visibility", "assignee_id", "deleted_at" ON "annotations"
  FOR EACH ROW WHEN ((OLD.project_id, OLD.status, OLD.visibility, OLD.assignee_id, OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.project_id, NEW.status, NEW.visibility, NEW.assignee_id, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION count_changed_annotation();
CREATE TRIGGER "annotations_counted_removed" AFTER DELETE ON "annotations"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_annotations();

INSERT INTO "annotation_counts" ("project_id", "status", "visibility", "assignee_id", "added", "is_sum")
SELECT project_id, status, visibility, assignee_id, count(*), true FROM annotations WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
