CREATE TYPE "GuardState" AS ENUM ('active', 'returned', 'retired');
CREATE TYPE "FixState" AS ENUM ('as_reported', 'changed', 'accepted', 'gone', 'unknown');

ALTER TABLE "deployment_verdicts" ADD COLUMN "is_proof_due" BOOLEAN NOT NULL DEFAULT false;

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
    "deployment_id" UUID NOT NULL,
    "verdict_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by_id" UUID,
    "reason" TEXT,

    CONSTRAINT "guards_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "annotation_fixes" (
    "annotation_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "viewport_width" INTEGER NOT NULL,
    "viewport_height" INTEGER NOT NULL,
    "device_scale_factor" DOUBLE PRECISION NOT NULL,
    "state" "FixState" NOT NULL,
    "deployment_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "annotation_fixes_pkey" PRIMARY KEY ("annotation_id","environment_id","viewport_width","viewport_height","device_scale_factor")
);

CREATE INDEX "guards_project_id_created_at_id_idx" ON "guards"("project_id", "created_at" DESC, "id" DESC);
CREATE INDEX "guards_annotation_id_created_at_id_idx" ON "guards"("annotation_id", "created_at" DESC, "id" DESC);
CREATE INDEX "guards_environment_id_idx" ON "guards"("environment_id");
CREATE INDEX "guards_ended_by_id_idx" ON "guards"("ended_by_id");
CREATE INDEX "guards_reported_key_idx" ON "guards"("reported_key");
CREATE INDEX "guards_accepted_key_idx" ON "guards"("accepted_key");
CREATE INDEX "annotation_fixes_environment_id_idx" ON "annotation_fixes"("environment_id");

-- What schema.prisma cannot express: one active guard per place, and the crops to store.
CREATE UNIQUE INDEX "guards_active_key" ON "guards"("annotation_id", "environment_id", "viewport_width", "viewport_height", "device_scale_factor") WHERE "state" = 'active';
CREATE INDEX "deployment_verdicts_proof_due_idx" ON "deployment_verdicts"("id") WHERE "is_proof_due";
