ALTER TABLE "comments" ADD COLUMN "mentions" UUID[] NOT NULL DEFAULT '{}';
