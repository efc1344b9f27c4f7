CREATE TABLE "access_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "organization_id" UUID,
    "role" "Role",
    "created_by_id" UUID,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "actions" TEXT[] NOT NULL,
    "all_projects" BOOLEAN NOT NULL DEFAULT false,
    "token_generation" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_network" TEXT,
    "last_used_client" TEXT,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "access_tokens_token_hash_key" ON "access_tokens"("token_hash");
CREATE INDEX "access_tokens_user_id_created_at_id_idx" ON "access_tokens"("user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "access_tokens_organization_id_created_at_id_idx"
  ON "access_tokens"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "access_tokens_created_by_id_idx" ON "access_tokens"("created_by_id");

ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_created_by_id_fkey"
  FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "access_token_projects" (
    "access_token_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,

    CONSTRAINT "access_token_projects_pkey" PRIMARY KEY ("access_token_id", "project_id")
);

CREATE INDEX "access_token_projects_project_id_idx" ON "access_token_projects"("project_id");

ALTER TABLE "access_token_projects" ADD CONSTRAINT "access_token_projects_access_token_id_fkey"
  FOREIGN KEY ("access_token_id") REFERENCES "access_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_token_projects" ADD CONSTRAINT "access_token_projects_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Set for the membership of a project token's service account.
ALTER TABLE "memberships" ADD COLUMN "access_token_id" UUID;

-- Ids of access tokens. Without foreign keys: they stay when the token's row is removed.
ALTER TABLE "annotations" ADD COLUMN "via" UUID;
ALTER TABLE "comments" ADD COLUMN "via" UUID;
ALTER TABLE "annotation_history" ADD COLUMN "via" UUID;
ALTER TABLE "snapshots" ADD COLUMN "via" UUID;
ALTER TABLE "audit_entries" ADD COLUMN "via" UUID;
