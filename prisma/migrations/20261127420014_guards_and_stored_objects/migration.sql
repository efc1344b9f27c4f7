-- Alone, because it locks a busy table.
ALTER TABLE "guards" ADD CONSTRAINT "guards_reported_key_fkey" FOREIGN KEY ("reported_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "guards" ADD CONSTRAINT "guards_accepted_key_fkey" FOREIGN KEY ("accepted_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
