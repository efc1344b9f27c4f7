ALTER TABLE "annotations" ADD COLUMN "mentions" UUID[] NOT NULL DEFAULT '{}';
