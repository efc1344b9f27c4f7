ALTER TYPE "SnapshotSource" ADD VALUE 'deployment';
ALTER TYPE "HistoryKind" ADD VALUE 'answer';

CREATE TYPE "DeploymentStatus" AS ENUM ('queued', 'running', 'needs_review', 'passed', 'failed', 'cancelled', 'superseded');
CREATE TYPE "DeploymentCaptureState" AS ENUM ('queued', 'capturing', 'baseline', 'unchanged', 'changed', 'failed', 'skipped');
CREATE TYPE "VerdictKind" AS ENUM ('changed', 'unchanged', 'gone', 'regressed', 'unknown');
CREATE TYPE "ReviewDecision" AS ENUM ('approved', 'rejected');
CREATE TYPE "GuardState" AS ENUM ('active', 'returned', 'retired');
CREATE TYPE "FixState" AS ENUM ('as_reported', 'changed', 'accepted', 'gone', 'unknown');
CREATE TYPE "ReporterAnswer" AS ENUM ('good', 'wrong');
CREATE TYPE "ChangeEffect" AS ENUM ('does_it', 'changed_otherwise', 'went_back');

CREATE TABLE "deployments" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "commit" TEXT NOT NULL,
    "branch" TEXT,
    "url" TEXT,
    "status" "DeploymentStatus" NOT NULL DEFAULT 'queued',
    "error" TEXT,
    "superseded_by_id" UUID,
    "author_id" UUID,
    "via" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "deployments_project_id_created_at_id_idx" ON "deployments"("project_id", "created_at" DESC, "id" DESC);
CREATE INDEX "deployments_environment_id_created_at_id_idx" ON "deployments"("environment_id", "created_at" DESC, "id" DESC);
CREATE INDEX "deployments_author_id_idx" ON "deployments"("author_id");
-- What schema.prisma cannot express: the work that is left.
CREATE INDEX "deployments_unfinished_idx" ON "deployments"("environment_id") WHERE "status" IN ('queued', 'running');

CREATE TABLE "deployment_captures" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "url_key" TEXT NOT NULL,
    "viewport_width" INTEGER NOT NULL,
    "viewport_height" INTEGER NOT NULL,
    "device_scale_factor" DOUBLE PRECISION NOT NULL,
    "state" "DeploymentCaptureState" NOT NULL DEFAULT 'queued',
    "error" TEXT,
    "snapshot_id" UUID,
    "baseline_id" UUID,
    "comparison_id" UUID,
    "change_count" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_id" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "control_id" UUID,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "explained_changes" JSONB,

    CONSTRAINT "deployment_captures_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "deployment_captures_deployment_id_position_key" ON "deployment_captures"("deployment_id", "position");
CREATE INDEX "deployment_captures_snapshot_id_idx" ON "deployment_captures"("snapshot_id");
CREATE INDEX "deployment_captures_baseline_id_idx" ON "deployment_captures"("baseline_id");
CREATE INDEX "deployment_captures_comparison_id_idx" ON "deployment_captures"("comparison_id");
CREATE INDEX "deployment_captures_unfinished_idx" ON "deployment_captures"("deployment_id", "position") WHERE "state" IN ('queued', 'capturing');

CREATE TABLE "baselines" (
    "id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "url_key" TEXT NOT NULL,
    "viewport_width" INTEGER NOT NULL,
    "viewport_height" INTEGER NOT NULL,
    "device_scale_factor" DOUBLE PRECISION NOT NULL,
    "snapshot_id" UUID NOT NULL,
    "accepted_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "baselines_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "baselines_environment_id_url_key_viewport_width_viewport_he_key" ON "baselines"("environment_id", "url_key", "viewport_width", "viewport_height", "device_scale_factor");
CREATE INDEX "baselines_environment_id_created_at_id_idx" ON "baselines"("environment_id", "created_at" DESC, "id" DESC);
CREATE INDEX "baselines_snapshot_id_idx" ON "baselines"("snapshot_id");
CREATE INDEX "baselines_accepted_by_id_idx" ON "baselines"("accepted_by_id");

CREATE TABLE "deployment_reviews" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "decision" "ReviewDecision" NOT NULL,
    "author_id" UUID,
    "via" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_by_id" UUID,
    "undone_at" TIMESTAMPTZ(3),
    "change_count" INTEGER NOT NULL DEFAULT 0,
    "baseline_count" INTEGER NOT NULL DEFAULT 0,
    "resolved_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "deployment_reviews_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "deployment_reviews_deployment_id_created_at_id_idx" ON "deployment_reviews"("deployment_id", "created_at" DESC, "id" DESC);
CREATE INDEX "deployment_reviews_author_id_idx" ON "deployment_reviews"("author_id");
CREATE INDEX "deployment_reviews_undone_by_id_idx" ON "deployment_reviews"("undone_by_id");

CREATE TABLE "deployment_changes" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "capture_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "selector" TEXT,
    "tag" TEXT,
    "kinds" TEXT[],
    "before" JSONB,
    "after" JSONB,
    "region" JSONB NOT NULL,
    "likeness" TEXT NOT NULL,
    "annotation_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "guarded_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "review_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_protected" BOOLEAN NOT NULL DEFAULT false,
    "first_deployment_id" UUID,

    CONSTRAINT "deployment_changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "deployment_changes_deployment_id_created_at_id_idx" ON "deployment_changes"("deployment_id", "created_at", "id");
CREATE INDEX "deployment_changes_capture_id_created_at_id_idx" ON "deployment_changes"("capture_id", "created_at", "id");
CREATE INDEX "deployment_changes_review_id_idx" ON "deployment_changes"("review_id");

CREATE TABLE "deployment_verdicts" (
    "id" UUID NOT NULL,
    "deployment_id" UUID,
    "capture_id" UUID,
    "annotation_id" UUID NOT NULL,
    "verdict" "VerdictKind" NOT NULL,
    "reason" TEXT,
    "is_literal_met" BOOLEAN,
    "evidence" JSONB NOT NULL,
    "before_pin_id" UUID,
    "before_snapshot_id" UUID,
    "after_pin_id" UUID,
    "after_snapshot_id" UUID,
    "before_key" TEXT,
    "after_key" TEXT,
    "review_id" UUID,
    "former_status" "AnnotationStatus",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_proof_due" BOOLEAN NOT NULL DEFAULT false,
    "is_protected" BOOLEAN NOT NULL DEFAULT false,
    "answer" "ReporterAnswer",
    "answered_at" TIMESTAMPTZ(3),
    -- What happened to the element since the picture before the deployment, beside the verdict against the reported look.
    "since_deployment" "VerdictKind",
    "effect" "ChangeEffect",
    -- When an annotation was resolved with the verdict.
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployment_verdicts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "deployment_verdicts_deployment_id_created_at_id_idx" ON "deployment_verdicts"("deployment_id", "created_at", "id");
CREATE INDEX "deployment_verdicts_capture_id_created_at_id_idx" ON "deployment_verdicts"("capture_id", "created_at", "id");
CREATE INDEX "deployment_verdicts_annotation_id_created_at_id_idx" ON "deployment_verdicts"("annotation_id", "created_at" DESC, "id" DESC);
CREATE INDEX "deployment_verdicts_review_id_idx" ON "deployment_verdicts"("review_id");
CREATE INDEX "deployment_verdicts_before_key_idx" ON "deployment_verdicts"("before_key");
CREATE INDEX "deployment_verdicts_after_key_idx" ON "deployment_verdicts"("after_key");
CREATE INDEX "deployment_verdicts_proof_due_idx" ON "deployment_verdicts"("id") WHERE "is_proof_due";
CREATE UNIQUE INDEX "deployment_verdicts_checks_key" ON "deployment_verdicts"("annotation_id", "after_snapshot_id") WHERE "deployment_id" IS NULL;
CREATE INDEX "deployment_verdicts_otherwise_idx" ON "deployment_verdicts"("created_at") WHERE "effect" = 'changed_otherwise';

CREATE TABLE "ignore_rules" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "environment_id" UUID,
    "path" TEXT,
    "selector" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "author_id" UUID,
    "via" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ignore_rules_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "ignore_rules_project_id_created_at_id_idx" ON "ignore_rules"("project_id", "created_at" DESC, "id" DESC);
CREATE INDEX "ignore_rules_environment_id_idx" ON "ignore_rules"("environment_id");
CREATE INDEX "ignore_rules_author_id_idx" ON "ignore_rules"("author_id");

CREATE TABLE "guards" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "annotation_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "url_key" TEXT NOT NULL,
    "viewport_width" INTEGER NOT NULL,
    "viewport_height" INTEGER NOT NULL,
    "device_scale_factor" DOUBLE PRECISION NOT NULL,
    "state" "GuardState" NOT NULL DEFAULT 'active',
    "reported" JSONB NOT NULL,
    "accepted" JSONB NOT NULL,
    "is_by_pixels" BOOLEAN NOT NULL DEFAULT false,
    "reported_key" TEXT,
    "accepted_key" TEXT,
    "deployment_id" UUID,
    "verdict_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by_id" UUID,
    "reason" TEXT,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guards_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "guards_project_id_created_at_id_idx" ON "guards"("project_id", "created_at" DESC, "id" DESC);
CREATE INDEX "guards_annotation_id_created_at_id_idx" ON "guards"("annotation_id", "created_at" DESC, "id" DESC);
CREATE INDEX "guards_environment_id_idx" ON "guards"("environment_id");
CREATE INDEX "guards_ended_by_id_idx" ON "guards"("ended_by_id");
CREATE INDEX "guards_reported_key_idx" ON "guards"("reported_key");
CREATE INDEX "guards_accepted_key_idx" ON "guards"("accepted_key");
-- What schema.prisma cannot express: one active guard per place, and the crops to store.
CREATE UNIQUE INDEX "guards_active_key" ON "guards"("annotation_id", "environment_id", "viewport_width", "viewport_height", "device_scale_factor") WHERE "state" = 'active';

CREATE TABLE "annotation_fixes" (
    "annotation_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "viewport_width" INTEGER NOT NULL,
    "viewport_height" INTEGER NOT NULL,
    "device_scale_factor" DOUBLE PRECISION NOT NULL,
    "state" "FixState" NOT NULL,
    "deployment_id" UUID,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "annotation_fixes_pkey" PRIMARY KEY ("annotation_id","environment_id","viewport_width","viewport_height","device_scale_factor")
);

CREATE INDEX "annotation_fixes_environment_id_idx" ON "annotation_fixes"("environment_id");

CREATE TABLE "verdict_suggestions" (
    "verdict_id" UUID NOT NULL,
    "effect" TEXT,
    "reason" TEXT,
    "model" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verdict_suggestions_pkey" PRIMARY KEY ("verdict_id"),
    CONSTRAINT "verdict_suggestions_verdict_id_fkey" FOREIGN KEY ("verdict_id") REFERENCES "deployment_verdicts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "events"
  ADD COLUMN "deployment_id" UUID;

ALTER TABLE "deployment_changes" ADD CONSTRAINT "deployment_changes_capture_id_fkey"
  FOREIGN KEY ("capture_id") REFERENCES "deployment_captures"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_capture_id_fkey"
  FOREIGN KEY ("capture_id") REFERENCES "deployment_captures"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployment_changes" ADD CONSTRAINT "deployment_changes_review_id_fkey"
  FOREIGN KEY ("review_id") REFERENCES "deployment_reviews"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_review_id_fkey"
  FOREIGN KEY ("review_id") REFERENCES "deployment_reviews"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "deployment_captures" ADD CONSTRAINT "deployment_captures_deployment_id_fkey"
  FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_reviews" ADD CONSTRAINT "deployment_reviews_deployment_id_fkey"
  FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_changes" ADD CONSTRAINT "deployment_changes_deployment_id_fkey"
  FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_deployment_id_fkey"
  FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployments" ADD CONSTRAINT "deployments_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ignore_rules" ADD CONSTRAINT "ignore_rules_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "guards" ADD CONSTRAINT "guards_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployments" ADD CONSTRAINT "deployments_author_id_fkey"
  FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_accepted_by_id_fkey"
  FOREIGN KEY ("accepted_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_reviews" ADD CONSTRAINT "deployment_reviews_author_id_fkey"
  FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_reviews" ADD CONSTRAINT "deployment_reviews_undone_by_id_fkey"
  FOREIGN KEY ("undone_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ignore_rules" ADD CONSTRAINT "ignore_rules_author_id_fkey"
  FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "guards" ADD CONSTRAINT "guards_ended_by_id_fkey"
  FOREIGN KEY ("ended_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "deployments" ADD CONSTRAINT "deployments_environment_id_fkey"
  FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_environment_id_fkey"
  FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ignore_rules" ADD CONSTRAINT "ignore_rules_environment_id_fkey"
  FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "guards" ADD CONSTRAINT "guards_environment_id_fkey"
  FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotation_fixes" ADD CONSTRAINT "annotation_fixes_environment_id_fkey"
  FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployment_captures" ADD CONSTRAINT "deployment_captures_snapshot_id_fkey"
  FOREIGN KEY ("snapshot_id") REFERENCES "snapshots"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_captures" ADD CONSTRAINT "deployment_captures_baseline_id_fkey"
  FOREIGN KEY ("baseline_id") REFERENCES "snapshots"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_snapshot_id_fkey"
  FOREIGN KEY ("snapshot_id") REFERENCES "snapshots"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployment_captures" ADD CONSTRAINT "deployment_captures_comparison_id_fkey"
  FOREIGN KEY ("comparison_id") REFERENCES "comparisons"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "guards" ADD CONSTRAINT "guards_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotation_fixes" ADD CONSTRAINT "annotation_fixes_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_before_key_fkey"
  FOREIGN KEY ("before_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_after_key_fkey"
  FOREIGN KEY ("after_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "guards" ADD CONSTRAINT "guards_reported_key_fkey"
  FOREIGN KEY ("reported_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "guards" ADD CONSTRAINT "guards_accepted_key_fkey"
  FOREIGN KEY ("accepted_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
