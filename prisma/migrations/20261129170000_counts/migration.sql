-- Numbers of annotations by project, status, visibility, assignee and priority, without deleted ones. A change adds rows, which no
-- other transaction waits for; a job adds the rows of one key up. Triggers insert them, also for the previous release.
CREATE TABLE "annotation_counts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "status" "AnnotationStatus" NOT NULL,
    "visibility" "Visibility" NOT NULL,
    "assignee_id" UUID,
    "priority" "Priority" NOT NULL DEFAULT 'normal',
    "added" INTEGER NOT NULL,
    "is_sum" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "annotation_counts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "annotation_counts_project_id_idx" ON "annotation_counts"("project_id");

-- Numbers of annotations by label, status and visibility, kept like annotation_counts. Annotations without labels cost nothing.
CREATE TABLE "annotation_label_counts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "label_id" UUID NOT NULL,
    "status" "AnnotationStatus" NOT NULL,
    "visibility" "Visibility" NOT NULL,
    "added" INTEGER NOT NULL,
    "is_sum" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "annotation_label_counts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "annotation_label_counts_project_id_idx" ON "annotation_label_counts"("project_id");

CREATE FUNCTION count_added_annotations() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, priority, added)
  SELECT project_id, status, visibility, assignee_id, priority, count(*) FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_annotation() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, priority, added)
  SELECT OLD.project_id, OLD.status, OLD.visibility, OLD.assignee_id, OLD.priority, -1 WHERE OLD.deleted_at IS NULL
   UNION ALL
  SELECT NEW.project_id, NEW.status, NEW.visibility, NEW.assignee_id, NEW.priority, 1 WHERE NEW.deleted_at IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION count_removed_annotations() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, priority, added)
  SELECT project_id, status, visibility, assignee_id, priority, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE FUNCTION count_labels() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    INSERT INTO annotation_label_counts (project_id, label_id, status, visibility, added)
    SELECT DISTINCT OLD.project_id, label_id, OLD.status, OLD.visibility, -1 FROM unnest(OLD.label_ids) AS label_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO annotation_label_counts (project_id, label_id, status, visibility, added)
    SELECT DISTINCT NEW.project_id, label_id, NEW.status, NEW.visibility, 1 FROM unnest(NEW.label_ids) AS label_id;
  END IF;
  RETURN NULL;
END $$;

-- Writes wait while the rows and their labels are counted once, about three seconds for a million.
LOCK TABLE "annotations" IN SHARE ROW EXCLUSIVE MODE;

CREATE TRIGGER "annotations_counted_added" AFTER INSERT ON "annotations"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_annotations();

CREATE TRIGGER "annotations_counted_changed"
  AFTER UPDATE OF "project_id", "status", "visibility", "assignee_id", "priority", "deleted_at" ON "annotations"
  FOR EACH ROW WHEN ((OLD.project_id, OLD.status, OLD.visibility, OLD.assignee_id, OLD.priority, OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.project_id, NEW.status, NEW.visibility, NEW.assignee_id, NEW.priority, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION count_changed_annotation();

CREATE TRIGGER "annotations_counted_removed" AFTER DELETE ON "annotations"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_annotations();

INSERT INTO "annotation_counts" ("project_id", "status", "visibility", "assignee_id", "priority", "added", "is_sum")
SELECT project_id, status, visibility, assignee_id, priority, count(*), true FROM annotations WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;

CREATE TRIGGER "annotations_labels_added" AFTER INSERT ON "annotations"
  FOR EACH ROW WHEN (NEW.label_ids <> '{}') EXECUTE FUNCTION count_labels();

CREATE TRIGGER "annotations_labels_changed"
  AFTER UPDATE OF "project_id", "status", "visibility", "label_ids", "deleted_at" ON "annotations"
  FOR EACH ROW WHEN ((OLD.label_ids <> '{}' OR NEW.label_ids <> '{}') AND
    (OLD.project_id, OLD.status, OLD.visibility, OLD.label_ids, OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.project_id, NEW.status, NEW.visibility, NEW.label_ids, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION count_labels();

CREATE TRIGGER "annotations_labels_removed" AFTER DELETE ON "annotations"
  FOR EACH ROW WHEN (OLD.label_ids <> '{}') EXECUTE FUNCTION count_labels();

INSERT INTO "annotation_label_counts" ("project_id", "label_id", "status", "visibility", "added", "is_sum")
SELECT project_id, label_id, status, visibility, count(*), true
  FROM (SELECT DISTINCT id, project_id, label_id, status, visibility FROM annotations, unnest(label_ids) AS label_id
         WHERE deleted_at IS NULL) AS labeled
 GROUP BY 1, 2, 3, 4;
