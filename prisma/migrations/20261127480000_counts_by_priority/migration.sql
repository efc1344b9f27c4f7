-- Adds the priority to the keys of annotation_counts. Requests lock annotations before the counts, as here. Writes wait while
-- the rows are counted once, about a second for a million.
LOCK TABLE "annotations" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "annotation_counts" IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "annotation_counts" ADD COLUMN "priority" "Priority" NOT NULL DEFAULT 'normal';

CREATE OR REPLACE FUNCTION count_added_annotations() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, priority, added)
  SELECT project_id, status, visibility, assignee_id, priority, count(*) FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_annotation() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, priority, added)
  SELECT OLD.project_id, OLD.status, OLD.visibility, OLD.assignee_id, OLD.priority, -1 WHERE OLD.deleted_at IS NULL
   UNION ALL
  SELECT NEW.project_id, NEW.status, NEW.visibility, NEW.assignee_id, NEW.priority, 1 WHERE NEW.deleted_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_removed_annotations() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, priority, added)
  SELECT project_id, status, visibility, assignee_id, priority, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "annotations_counted_changed"
  AFTER UPDATE OF "project_id", "status", "visibility", "assignee_id", "priority", "deleted_at" ON "annotations"
  FOR EACH ROW WHEN ((OLD.project_id, OLD.status, OLD.visibility, OLD.assignee_id, OLD.priority, OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.project_id, NEW.status, NEW.visibility, NEW.assignee_id, NEW.priority, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION count_changed_annotation();

DELETE FROM "annotation_counts";
INSERT INTO "annotation_counts" ("project_id", "status", "visibility", "assignee_id", "priority", "added", "is_sum")
SELECT project_id, status, visibility, assignee_id, priority, count(*), true FROM annotations WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
