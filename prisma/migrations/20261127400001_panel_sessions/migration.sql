CREATE TABLE "panel_sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "login_id" UUID,
    "project_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "code_hash" TEXT,
    "challenge" TEXT,
    "token_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "panel_sessions_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "panel_sessions_code_hash_key" ON "panel_sessions"("code_hash");
CREATE UNIQUE INDEX "panel_sessions_token_hash_key" ON "panel_sessions"("token_hash");
CREATE INDEX "panel_sessions_user_id_idx" ON "panel_sessions"("user_id");
CREATE INDEX "panel_sessions_login_id_idx" ON "panel_sessions"("login_id");
CREATE INDEX "panel_sessions_project_id_idx" ON "panel_sessions"("project_id");
CREATE INDEX "panel_sessions_expires_at_idx" ON "panel_sessions"("expires_at");
