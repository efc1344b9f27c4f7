-- The previous release completes snapshots without a series, which have no pins, and deletes snapshots and annotations:
-- triggers remove their pins.
CREATE TABLE "snapshot_series" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "last_number" INTEGER NOT NULL,

    CONSTRAINT "snapshot_series_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "snapshot_series_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "snapshot_series_project_id_idx" ON "snapshot_series"("project_id");

CREATE TABLE "snapshot_pins" (
    "id" UUID NOT NULL,
    "annotation_id" UUID NOT NULL,
    "series_id" UUID NOT NULL,
    "first_number" INTEGER NOT NULL,
    "last_number" INTEGER NOT NULL,
    "state" "AnchorState" NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "box" JSONB,
    "text" TEXT,
    "styles" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "snapshot_pins_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "snapshot_pins_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "snapshot_series"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "snapshot_pins_annotation_id_series_id_first_number_key" ON "snapshot_pins"("annotation_id", "series_id", "first_number");
CREATE INDEX "snapshot_pins_series_id_last_number_idx" ON "snapshot_pins"("series_id", "last_number");

CREATE TABLE "panel_sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "login_id" UUID,
    "project_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "code_hash" TEXT,
    "challenge" TEXT,
    "token_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "panel_sessions_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "panel_sessions_code_hash_key" ON "panel_sessions"("code_hash");
CREATE UNIQUE INDEX "panel_sessions_token_hash_key" ON "panel_sessions"("token_hash");
CREATE INDEX "panel_sessions_user_id_idx" ON "panel_sessions"("user_id");
CREATE INDEX "panel_sessions_login_id_idx" ON "panel_sessions"("login_id");
CREATE INDEX "panel_sessions_project_id_idx" ON "panel_sessions"("project_id");
CREATE INDEX "panel_sessions_expires_at_idx" ON "panel_sessions"("expires_at");

CREATE TABLE "capture_credentials" (
    "environment_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "paths" TEXT[],
    "has_basic_auth" BOOLEAN NOT NULL,
    "header_names" TEXT[],
    "cookie_names" TEXT[],
    "is_shared" BOOLEAN NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "capture_credentials_pkey" PRIMARY KEY ("environment_id")
);

ALTER TABLE "snapshots"
  ADD COLUMN "series_id" UUID, ADD COLUMN "series_number" INTEGER,
  ADD COLUMN "used_credentials" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "script_obstacles" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "styles_hash" TEXT,
  -- Features that a page asked for and the browser of its capture lacks.
  ADD COLUMN "missing_features" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

ALTER TABLE "projects"
  ADD COLUMN "panel_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
  -- Whether captured pages read false from navigator.webdriver.
  ADD COLUMN "hide_webdriver" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "demos"
  -- A few rows; without a default, so that demos of earlier releases stay as they are.
  ADD COLUMN "history_steps" SMALLINT;

ALTER TABLE "panel_sessions" ADD CONSTRAINT "panel_sessions_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "panel_sessions" ADD CONSTRAINT "panel_sessions_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "capture_credentials" ADD CONSTRAINT "capture_credentials_environment_id_fkey"
  FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "panel_sessions" ADD CONSTRAINT "panel_sessions_login_id_fkey"
  FOREIGN KEY ("login_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Locks the series first: a capture that extends a range meanwhile keeps it.
CREATE FUNCTION remove_pins_of_snapshots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM deleted WHERE series_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM snapshot_series WHERE id IN (SELECT series_id FROM deleted) ORDER BY id FOR UPDATE;
  DELETE FROM snapshot_pins p WHERE p.series_id IN (SELECT series_id FROM deleted) AND NOT EXISTS (
    SELECT FROM snapshots s WHERE s.series_id = p.series_id AND s.series_number BETWEEN p.first_number AND p.last_number);
  DELETE FROM snapshot_series x WHERE x.id IN (SELECT series_id FROM deleted) AND NOT EXISTS (
    SELECT FROM snapshots s WHERE s.series_id = x.id);
  RETURN NULL;
END $$;

CREATE FUNCTION remove_pins_of_annotations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM snapshot_pins WHERE annotation_id IN (SELECT id FROM deleted);
  RETURN NULL;
END $$;

CREATE TRIGGER snapshots_remove_pins AFTER DELETE ON "snapshots" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION remove_pins_of_snapshots();

CREATE TRIGGER annotations_remove_pins AFTER DELETE ON "annotations" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION remove_pins_of_annotations();
