ALTER TYPE "Role" ADD VALUE 'guest';

CREATE TABLE "membership_projects" (
    "membership_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,

    CONSTRAINT "membership_projects_pkey" PRIMARY KEY ("membership_id", "project_id")
);

CREATE INDEX "membership_projects_project_id_idx" ON "membership_projects"("project_id");

CREATE TABLE "email_verifications" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_verifications_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "email_verifications_token_hash_key" ON "email_verifications"("token_hash");
CREATE INDEX "email_verifications_user_id_idx" ON "email_verifications"("user_id");
CREATE INDEX "email_verifications_expires_at_idx" ON "email_verifications"("expires_at");

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

CREATE TABLE "access_token_projects" (
    "access_token_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,

    CONSTRAINT "access_token_projects_pkey" PRIMARY KEY ("access_token_id", "project_id")
);

CREATE INDEX "access_token_projects_project_id_idx" ON "access_token_projects"("project_id");

CREATE TABLE "sent_mails" (
    "id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_mails_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "sent_mails_created_at_id_idx" ON "sent_mails"("created_at" DESC, "id" DESC);

CREATE TABLE "oidc_identities" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oidc_identities_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "oidc_identities_issuer_subject_key" ON "oidc_identities"("issuer", "subject");
CREATE INDEX "oidc_identities_user_id_idx" ON "oidc_identities"("user_id");

CREATE TABLE "ended_invitation_tokens" (
    "token_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ended_invitation_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE INDEX "ended_invitation_tokens_created_at_idx" ON "ended_invitation_tokens"("created_at");

ALTER TABLE "memberships"
  ADD COLUMN "all_projects" BOOLEAN NOT NULL DEFAULT true,
  ADD CONSTRAINT "memberships_all_projects_of_role"
  CHECK (CASE "role"::text WHEN 'owner' THEN "all_projects" WHEN 'admin' THEN "all_projects" WHEN 'guest' THEN NOT "all_projects" ELSE true END),
  -- Set for the membership of a project token's service account.
  ADD COLUMN "access_token_id" UUID;

ALTER TABLE "invitations"
  ADD COLUMN "all_projects" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "project_ids" UUID[] NOT NULL DEFAULT '{}';

ALTER TABLE "users"
  ADD COLUMN "email_verified_at" TIMESTAMPTZ(3),
  ADD COLUMN "administrator_since" TIMESTAMPTZ(3);

ALTER TABLE "annotations"
  -- Ids of access tokens. Without foreign keys: they stay when the token's row is removed.
  ADD COLUMN "via" UUID;

ALTER TABLE "comments"
  ADD COLUMN "via" UUID;

ALTER TABLE "annotation_history"
  ADD COLUMN "via" UUID;

ALTER TABLE "snapshots"
  ADD COLUMN "via" UUID;

ALTER TABLE "audit_entries"
  ADD COLUMN "via" UUID;

ALTER TABLE "access_token_projects" ADD CONSTRAINT "access_token_projects_access_token_id_fkey"
  FOREIGN KEY ("access_token_id") REFERENCES "access_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "membership_projects" ADD CONSTRAINT "membership_projects_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_token_projects" ADD CONSTRAINT "access_token_projects_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_created_by_id_fkey"
  FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "oidc_identities" ADD CONSTRAINT "oidc_identities_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "membership_projects" ADD CONSTRAINT "membership_projects_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;
