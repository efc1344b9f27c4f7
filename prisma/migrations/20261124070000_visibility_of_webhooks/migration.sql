ALTER TABLE "webhooks" ADD COLUMN "include_internal" BOOLEAN NOT NULL DEFAULT false;
