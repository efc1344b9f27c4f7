CREATE TABLE "capture_credentials" (
    "environment_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "paths" TEXT[],
    "has_basic_auth" BOOLEAN NOT NULL,
    "header_names" TEXT[],
    "cookie_names" TEXT[],
    "is_shared" BOOLEAN NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "capture_credentials_pkey" PRIMARY KEY ("environment_id")
);

ALTER TABLE "capture_credentials" ADD CONSTRAINT "capture_credentials_environment_id_fkey"
  FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
