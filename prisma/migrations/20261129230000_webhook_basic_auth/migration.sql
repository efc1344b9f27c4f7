-- User name and password of receivers with Basic authentication.
ALTER TABLE "webhooks" ADD COLUMN "basic_auth" TEXT;
