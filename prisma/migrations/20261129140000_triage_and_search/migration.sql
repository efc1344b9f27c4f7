ALTER TYPE "HistoryKind" ADD VALUE 'resolution';
ALTER TYPE "HistoryKind" ADD VALUE 'priority';
ALTER TYPE "HistoryKind" ADD VALUE 'labels';
ALTER TYPE "HistoryKind" ADD VALUE 'due';

CREATE TYPE "Resolution" AS ENUM ('fixed', 'declined', 'duplicate');
-- In the order of the work list.
CREATE TYPE "Priority" AS ENUM ('urgent', 'high', 'normal', 'low');
CREATE TYPE "AnnotationOrder" AS ENUM ('newest', 'oldest', 'recently_updated', 'priority', 'due', 'rank');

CREATE TABLE "labels" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "labels_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "labels_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "labels_project_id_name_key" ON "labels"("project_id", "name");

CREATE TABLE "annotation_views" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "order_by" "AnnotationOrder" NOT NULL DEFAULT 'newest',
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "annotation_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "annotation_views_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "annotation_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "annotation_views_organization_id_created_at_id_idx" ON "annotation_views"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "annotation_views_user_id_idx" ON "annotation_views"("user_id");

-- Words and bigrams of an annotation and its replies: all of them, and the public ones. Triggers maintain them, also
-- for rows that the previous release writes. No foreign key: it would lock the annotation's row once more.
CREATE TABLE "annotation_search" (
    "annotation_id" UUID NOT NULL,
    "members" TSVECTOR NOT NULL,
    "outsiders" TSVECTOR NOT NULL,

    CONSTRAINT "annotation_search_pkey" PRIMARY KEY ("annotation_id")
);

CREATE INDEX "annotation_search_members_idx" ON "annotation_search" USING gin ("members");
CREATE INDEX "annotation_search_outsiders_idx" ON "annotation_search" USING gin ("outsiders");

ALTER TABLE "annotations"
  -- The previous release sets neither resolution nor organization: code reads a resolved annotation without one as
  -- fixed, and a trigger fills in the organization.
  ADD COLUMN "organization_id" UUID,
  ADD COLUMN "resolution" "Resolution",
  ADD COLUMN "duplicate_of_id" UUID,
  ADD COLUMN "priority" "Priority" NOT NULL DEFAULT 'normal',
  ADD COLUMN "label_ids" UUID[] NOT NULL DEFAULT '{}',
  ADD COLUMN "due_on" DATE,
  ADD COLUMN "rank" DOUBLE PRECISION;

-- Splits a text into lower-case words of at most 32 characters, and texts in Chinese, Japanese and Korean characters
-- into runs of them.
CREATE FUNCTION search_words(content TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words TEXT := lower(content);
BEGIN
  IF words ~ '[\u1100-\u11ff\u3005\u3006\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f]' THEN
    words := regexp_replace(words, '([\u1100-\u11ff\u3005\u3006\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f]+)', ' \1 ', 'g');
  END IF;
  RETURN array_remove(regexp_split_to_array(words, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3007-\u3020\u3030\u30fb\ufe30-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+'), '');
END $$;

-- Bigrams of a run of Chinese, Japanese or Korean characters, and its last character; a word of another script as it is.
CREATE FUNCTION search_tokens(word TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF word !~ '^[\u1100-\u11ff\u3005\u3006\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f]' THEN
    RETURN ARRAY[left(word, 32)];
  END IF;
  RETURN (SELECT array_agg(pair) FROM (
    SELECT letter || coalesce(lead(letter) OVER (ORDER BY place), '') AS pair
      FROM unnest(string_to_array(word, NULL)) WITH ORDINALITY AS run(letter, place)) AS pairs);
END $$;

CREATE FUNCTION search_vector(content TEXT) RETURNS TSVECTOR LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words TEXT[] := search_words(content);
BEGIN
  IF content ~ '[\u1100-\u11ff\u3005\u3006\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f]' THEN
    RETURN (SELECT array_to_tsvector(coalesce(array_agg(token), '{}'))
              FROM unnest(words) AS word CROSS JOIN LATERAL unnest(search_tokens(word)) AS token);
  END IF;
  RETURN (SELECT array_to_tsvector(coalesce(array_agg(left(word, 32)), '{}')) FROM unnest(words) AS word);
END $$;

-- Query for the texts that have every word, or one that starts with it. Null without a word. A run of several
-- characters is found by its bigrams, a single one as the first of a bigram.
CREATE FUNCTION search_query(content TEXT) RETURNS TSQUERY LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT string_agg(quote_literal(token) || CASE WHEN is_run AND size > 1 THEN '' ELSE ':*' END, ' & ')::tsquery
            FROM unnest(search_words(content)) AS word
           CROSS JOIN LATERAL (SELECT word ~ '^[\u1100-\u11ff\u3005\u3006\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f]' AS is_run, char_length(word) AS size) AS kind
           CROSS JOIN LATERAL unnest(search_tokens(word)) WITH ORDINALITY AS tokens(token, place)
           WHERE NOT (is_run AND size > 1 AND place = size));
END $$;

-- Reads at most 50 000 characters of replies, so that a vector stays below the limit of 1 MB.
CREATE FUNCTION refresh_annotation_search(ids UUID[]) RETURNS VOID LANGUAGE sql AS $$
  INSERT INTO annotation_search (annotation_id, members, outsiders)
  SELECT a.id, shown.public || search_vector(coalesce(a.author_email, '')) || search_vector(coalesce(hidden.replies, '')), shown.public
    FROM annotations a
   CROSS JOIN LATERAL (SELECT left(string_agg(content, ' '), 50000) AS replies FROM comments
                        WHERE annotation_id = a.id AND visibility = 'internal') AS hidden
   CROSS JOIN LATERAL (SELECT left(string_agg(content, ' '), 50000) AS replies FROM comments
                        WHERE annotation_id = a.id AND visibility = 'public') AS visible
   CROSS JOIN LATERAL (SELECT search_vector(concat_ws(' ', a.content, a.url, a.author_name, visible.replies)) AS public OFFSET 0) AS shown
   WHERE a.id = ANY(ids)
  ON CONFLICT (annotation_id) DO UPDATE SET members = excluded.members, outsiders = excluded.outsiders
$$;

CREATE FUNCTION set_annotation_organization() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT organization_id FROM projects WHERE id = NEW.project_id);
  RETURN NEW;
END $$;

CREATE FUNCTION add_annotation_search() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_search (annotation_id, members, outsiders)
  SELECT id, CASE WHEN author_email IS NULL THEN public ELSE public || search_vector(author_email) END, public
    FROM (SELECT id, author_email, search_vector(concat_ws(' ', content, url, author_name)) AS public FROM added OFFSET 0) AS a;
  RETURN NULL;
END $$;

CREATE FUNCTION change_annotation_search() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_annotation_search(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE FUNCTION remove_annotation_search() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM annotation_search WHERE annotation_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;

-- A vector of 6 000 words takes no further replies: a very long thread must not exceed the limit of 1 MB.
CREATE FUNCTION add_reply_to_search() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  words TSVECTOR := search_vector(NEW.content);
BEGIN
  UPDATE annotation_search
     SET members = CASE WHEN length(members) < 6000 THEN members || words ELSE members END,
         outsiders = CASE WHEN NEW.visibility = 'public' AND length(outsiders) < 6000 THEN outsiders || words ELSE outsiders END
   WHERE annotation_id = NEW.annotation_id;
  IF NOT FOUND THEN
    PERFORM refresh_annotation_search(ARRAY[NEW.annotation_id]);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION change_reply_in_search() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_annotation_search(ARRAY[OLD.annotation_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER "annotations_organization" BEFORE INSERT ON "annotations"
  FOR EACH ROW WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION set_annotation_organization();

CREATE TRIGGER "annotations_search_added" AFTER INSERT ON "annotations"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_annotation_search();

CREATE TRIGGER "annotations_search_changed" AFTER UPDATE OF "content", "url", "author_name", "author_email" ON "annotations"
  FOR EACH ROW WHEN ((OLD.content, OLD.url, OLD.author_name, OLD.author_email)
    IS DISTINCT FROM (NEW.content, NEW.url, NEW.author_name, NEW.author_email)) EXECUTE FUNCTION change_annotation_search();

CREATE TRIGGER "annotations_search_removed" AFTER DELETE ON "annotations"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_annotation_search();

CREATE TRIGGER "comments_search_added" AFTER INSERT ON "comments"
  FOR EACH ROW EXECUTE FUNCTION add_reply_to_search();

CREATE TRIGGER "comments_search_changed" AFTER UPDATE OF "content", "visibility" ON "comments"
  FOR EACH ROW WHEN ((OLD.content, OLD.visibility) IS DISTINCT FROM (NEW.content, NEW.visibility))
  EXECUTE FUNCTION change_reply_in_search();

CREATE TRIGGER "comments_search_removed" AFTER DELETE ON "comments"
  FOR EACH ROW EXECUTE FUNCTION change_reply_in_search();

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
