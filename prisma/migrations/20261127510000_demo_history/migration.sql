-- A few rows; without a default, so that demos of earlier releases stay as they are.
ALTER TABLE "demos" ADD COLUMN "history_steps" SMALLINT;
