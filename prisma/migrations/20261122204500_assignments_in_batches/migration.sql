-- Projects whose environments have changed, and how far their rows are assigned anew: those before this place are still to come.
-- Written and read by hand (src/resolvers/environments/assign-environments.ts).
CREATE TABLE "environment_assignments" (
    "project_id" UUID NOT NULL,
    -- The table whose rows are assigned.
    "of" TEXT NOT NULL,
    "before_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'infinity',
    "before_id" UUID NOT NULL DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff',

    CONSTRAINT "environment_assignments_pkey" PRIMARY KEY ("project_id", "of")
);

-- AddForeignKey
ALTER TABLE "environment_assignments" ADD CONSTRAINT "environment_assignments_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;

-- They would clear all rows of an environment in the statement that deletes it, while new comments of its project wait. What its
-- rows belong to instead is assigned with the rest.
ALTER TABLE "annotations" DROP CONSTRAINT IF EXISTS "annotations_environment_id_fkey";
ALTER TABLE "snapshots" DROP CONSTRAINT IF EXISTS "snapshots_environment_id_fkey";
