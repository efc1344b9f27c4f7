ALTER TABLE "deployment_reviews" ADD COLUMN "change_count" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "baseline_count" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "resolved_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];

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
