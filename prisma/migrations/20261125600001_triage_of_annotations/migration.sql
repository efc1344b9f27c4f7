-- The previous release sets neither resolution nor organization: code reads a resolved annotation without one as
-- fixed, and a trigger of the next migration fills in the organization.
ALTER TABLE "annotations"
  ADD COLUMN "organization_id" UUID,
  ADD COLUMN "resolution" "Resolution",
  ADD COLUMN "duplicate_of_id" UUID,
  ADD COLUMN "priority" "Priority" NOT NULL DEFAULT 'normal',
  ADD COLUMN "label_ids" UUID[] NOT NULL DEFAULT '{}',
  ADD COLUMN "due_on" DATE,
  ADD COLUMN "rank" DOUBLE PRECISION;
