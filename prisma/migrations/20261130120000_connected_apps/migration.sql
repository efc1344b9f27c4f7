-- Connected apps are access tokens with the OAuth client that a member authorized.
ALTER TABLE "access_tokens" ADD COLUMN "client_id" TEXT, ADD COLUMN "redirect_host" TEXT;

-- Codes, tokens, requests and registered clients of the authorization server.
CREATE TABLE "oauth_artifacts" (
    "model" TEXT NOT NULL,
    "id_hash" TEXT NOT NULL,
    "user_code_hash" TEXT,
    "grant_id" UUID,
    "audience" TEXT,
    "scope" TEXT,
    "payload" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_artifacts_pkey" PRIMARY KEY ("model", "id_hash")
);

CREATE UNIQUE INDEX "oauth_artifacts_user_code_hash_key" ON "oauth_artifacts"("user_code_hash");

CREATE INDEX "oauth_artifacts_grant_id_idx" ON "oauth_artifacts"("grant_id");

CREATE INDEX "oauth_artifacts_expires_at_idx" ON "oauth_artifacts"("expires_at");

ALTER TABLE "oauth_artifacts" ADD CONSTRAINT "oauth_artifacts_grant_id_fkey"
  FOREIGN KEY ("grant_id") REFERENCES "access_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
