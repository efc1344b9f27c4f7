-- Pipelines whose ID tokens are exchanged for tokens of a project token.
ALTER TABLE "access_tokens" ADD COLUMN "pipeline" JSONB;
