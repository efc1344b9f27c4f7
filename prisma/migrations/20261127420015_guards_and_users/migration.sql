-- Alone, because it locks a busy table.
ALTER TABLE "guards" ADD CONSTRAINT "guards_ended_by_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
