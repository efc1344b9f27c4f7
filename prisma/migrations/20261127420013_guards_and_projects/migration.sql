-- Alone, because it locks a busy table.
ALTER TABLE "guards" ADD CONSTRAINT "guards_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
