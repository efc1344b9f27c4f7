ALTER TYPE "Role" ADD VALUE 'guest';

-- The new value of an enum cannot be used in the transaction that adds it, hence the casts.
ALTER TABLE "memberships"
  ADD COLUMN "all_projects" BOOLEAN NOT NULL DEFAULT true,
  ADD CONSTRAINT "memberships_all_projects_of_role"
    CHECK (CASE "role"::text WHEN 'owner' THEN "all_projects" WHEN 'admin' THEN "all_projects" WHEN 'guest' THEN NOT "all_projects" ELSE true END);

ALTER TABLE "invitations"
  ADD COLUMN "all_projects" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "project_ids" UUID[] NOT NULL DEFAULT '{}';

CREATE TABLE "membership_projects" (
    "membership_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,

    CONSTRAINT "membership_projects_pkey" PRIMARY KEY ("membership_id", "project_id")
);

CREATE INDEX "membership_projects_project_id_idx" ON "membership_projects"("project_id");

ALTER TABLE "membership_projects" ADD CONSTRAINT "membership_projects_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "membership_projects" ADD CONSTRAINT "membership_projects_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
