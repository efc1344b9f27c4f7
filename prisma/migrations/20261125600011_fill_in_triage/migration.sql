INSERT INTO "backfills" ("name", "statement") VALUES ('annotation-triage', $$
  WITH batch AS (
    SELECT id FROM annotations WHERE id > $1 ORDER BY id LIMIT $2
  ), changed AS (
    UPDATE annotations a
       SET organization_id = p.organization_id,
           resolution = CASE WHEN a.status = 'resolved' THEN coalesce(a.resolution, 'fixed') END
      FROM batch, projects p
     WHERE a.id = batch.id AND p.id = a.project_id
       AND (a.organization_id IS NULL OR a.status = 'resolved' AND a.resolution IS NULL)
  )
  SELECT id FROM batch ORDER BY id
$$), ('annotation-search', $$
  WITH batch AS (
    SELECT id FROM annotations WHERE id > $1 ORDER BY id LIMIT $2
  ), missing AS (
    SELECT array_agg(id) AS ids FROM batch
     WHERE NOT EXISTS (SELECT FROM annotation_search s WHERE s.annotation_id = batch.id)
  ), added AS MATERIALIZED (
    SELECT refresh_annotation_search(ids) FROM missing
  )
  SELECT id FROM batch WHERE EXISTS (SELECT FROM added) ORDER BY id
$$);
