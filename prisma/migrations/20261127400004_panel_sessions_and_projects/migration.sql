-- Alone, because it locks a busy table.
ALTER TABLE "panel_sessions" ADD CONSTRAINT "panel_sessions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
