CREATE TYPE "ChangeEffect" AS ENUM ('does_it', 'changed_otherwise', 'went_back');

ALTER TABLE "deployment_verdicts" ADD COLUMN "effect" "ChangeEffect";
