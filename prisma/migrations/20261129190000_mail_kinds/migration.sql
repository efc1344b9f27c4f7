-- Constant defaults: no row is rewritten.
ALTER TABLE "mailed_addresses" ADD COLUMN "invitations" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "account_mails" INTEGER NOT NULL DEFAULT 0;
