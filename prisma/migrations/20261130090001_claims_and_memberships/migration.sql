-- Alone, because it locks a busy table.
ALTER TABLE "annotation_claims" ADD CONSTRAINT "annotation_claims_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;
